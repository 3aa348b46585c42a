import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, Success, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { maxRecipients, sendNowLimits, weekMailPeriods } from './week-mail.rules.ts'

/** When the page of the week is e-mailed, and to whom. [seat §4](docs/design/seat.md#4). */

const Period = z.enum(weekMailPeriods, 'There is no such period.')
/** None: the page of the whole company. */
const branchId = Id.optional()

const plan = {
  active: z.boolean('Say yes or no.'),
  /** 0 Monday to 6 Sunday. */
  weekday: z.int('Choose a day of the week.').min(0, 'Choose a day of the week.').max(6, 'Choose a day of the week.'),
  at: z.string('Enter a time.').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 08:00.'),
  period: Period,
}

const WeekMail = z.object({
  ...plan,
  recipients: z.array(Id),
  /** Everybody who may open the page; `off`: has switched off summaries by e-mail. */
  people: z.array(z.object({ _id: Id, name: z.string(), off: z.boolean() })),
  /** Recipients who may no longer open it: they are left out. */
  lost: z.array(z.object({ _id: Id, name: z.string() })),
  /** Null: nothing is saved yet. */
  version: Version.nullable(),
})

export const readWeekMail = endpoint({
  method: 'GET',
  path: '/weekmail/:companyId',
  permission: 'week-mail.edit',
  summary: 'When and to whom the week of a branch, or of the company, is e-mailed.',
  params: companyParams,
  query: z.strictObject({ branchId }),
  response: WeekMail,
})

export const saveWeekMail = endpoint({
  method: 'PUT',
  path: '/weekmail/:companyId',
  permission: 'week-mail.edit',
  summary:
    'Choose when and to whom the week of a branch, or of the company, is e-mailed. A time that has passed applies from the next week.',
  params: companyParams,
  refusedInSupportAccess: true,
  body: z.strictObject({
    branchId,
    ...plan,
    recipients: z
      .array(Id)
      .max(maxRecipients, `Choose at most ${maxRecipients} people.`)
      .refine((ids) => new Set(ids).size === ids.length, 'Choose each person once.'),
    version: Version.optional(),
  }),
  response: WeekMail,
})

export const sendWeekMail = endpoint({
  method: 'POST',
  path: '/weekmail/:companyId/send',
  permission: 'week-mail.edit',
  summary: 'E-mail the page to oneself now.',
  params: companyParams,
  body: z.strictObject({ branchId, period: Period }),
  limits: sendNowLimits,
  refusedInSupportAccess: true,
  response: Success,
})
