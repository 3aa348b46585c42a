import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, TimestampInput } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { TimelineChange } from '../timeline/timeline.schemas.ts'

/** An action item: the property or, for a task without a sale, the task; and its key, such as `step:32` or `news`. */
const ActionItemRef = z.strictObject({
  subjectId: Id,
  key: z
    .string()
    .max(60, 'This is not an action item.')
    .regex(/^[a-z]+(:[0-9a-z-]+)?$/, 'This is not an action item.'),
})
export type ActionItemRef = z.output<typeof ActionItemRef>

const actionItems = z
  .array(ActionItemRef)
  .min(1, 'Choose at least one.')
  .max(100, 'Choose at most 100.')
  .refine((items) => new Set(items.map(({ subjectId, key }) => `${subjectId} ${key}`)).size === items.length, 'Choose each once.')

/** `description` says what happened and what it started, for the message with Undo. */
const changed = { undoId: Id, description: z.string() }

export const snoozeActionItems = endpoint({
  method: 'POST',
  path: '/today/:companyId/snooze',
  permission: 'day.work',
  summary: 'Put action items off until a moment at most 90 days ahead; silence at most 7 days. All or none.',
  params: companyParams,
  body: z.strictObject({ actionItems, until: TimestampInput }),
  response: z.object(changed),
})

export const unsnoozeActionItems = endpoint({
  method: 'POST',
  path: '/today/:companyId/unsnooze',
  permission: 'day.work',
  summary: 'End the snooze of action items. All or none.',
  params: companyParams,
  body: z.strictObject({ actionItems }),
  response: z.object(changed),
})

export const completeActionItems = endpoint({
  method: 'POST',
  path: '/today/:companyId/done',
  permission: 'day.work',
  summary:
    'Complete action items by the ordinary rules; returns the further changes made by rules, with their reasons. All or none.',
  params: companyParams,
  body: z.strictObject({ actionItems }),
  response: z.object({
    ...changed,
    /** Steps that were changed, those completed first, then those the rules changed. */
    changed: z.array(TimelineChange.extend({ propertyId: Id, title: z.string() })),
  }),
})
