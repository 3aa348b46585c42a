import { reachesAllBranches } from '@gya/domain/access/permissions.ts'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { readWeekMail, saveWeekMail, sendWeekMail } from '@gya/domain/features/week/week-mail.contract.ts'
import { lastTurn, showWeekMailTime } from '@gya/domain/features/week/week-mail.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { queueWeekPage, readWeekToMail, storeWeekPage } from './make-week-page.ts'
import {
  findWeekMail,
  insertWeekMail,
  listNames,
  listWeekReaders,
  lockWeekMail,
  type PageOf,
  updateWeekMail,
} from './week-mail.repository.ts'

/** When the week is e-mailed, and to whom. [seat §4](docs/design/seat.md#4). */
export function weekMailRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerRoute(app, readWeekMail, async ({ params, query, caller, db }) =>
    answer(db, await requirePage(db, caller, params, query.branchId)),
  )

  registerRoute(app, saveWeekMail, async ({ params, body, caller, db, now, newId }) => {
    const { branchId: asked, version, recipients, ...plan } = body
    const page = await requirePage(db, caller, params, asked)
    const before = await findWeekMail(db, page)
    const locked = before && (await lockWeekMail(db, before))
    if (locked) await requireCurrentVersion(db, version, locked, caller.userId)
    else if (version !== undefined) throw new DomainError('STALE_VERSION')
    // Somebody who has lost the page since may stay chosen; nobody else without it is added.
    const readers = await listWeekReaders(db, page)
    const known = new Set([...readers.map(({ id }) => id), ...(locked?.recipients ?? [])])
    if (!recipients.every((id) => known.has(id))) throw new DomainError('NOT_FOUND')
    const isNewTime = !locked?.active || locked.weekday !== plan.weekday || locked.at !== plan.at
    const columns = { ...plan, recipients, updatedon: now, updated_by: caller.userId }
    const turn = lastTurn(plan, now)
    const sentOn = isNewTime ? later(locked?.sent_on ?? null, turn) : (locked?.sent_on ?? null)
    if (locked) await updateWeekMail(db, locked, { ...columns, sent_on: sentOn, claimed_on: null, version: locked.version + 1 })
    else {
      const ids = { company_id: page.companyId, id: newId(), branch_id: page.branchId }
      const inserted = await insertWeekMail(db, { ...columns, ...ids, createdon: now, sent_on: sentOn })
      if (!inserted) throw new DomainError('STALE_VERSION')
    }
    const { branchId, name } = page
    const data = { branchId, name, active: plan.active, when: showWeekMailTime(plan), recipients: recipients.length }
    const kind = 'week-mail-saved'
    await recordCompanyEvents(db, { companyId: page.companyId, userId: caller.userId, at: now, newId }, [{ kind, data }])
    return answer(db, page)
  })

  registerPreparedRoute(
    app,
    sendWeekMail,
    async ({ params, body, caller, today }) => {
      const { db } = app.gya.database
      const of = await requirePage(db, caller, params, body.branchId)
      const week = await readWeekToMail(db, of, { period: body.period, day: today, today })
      if (!week) throw new DomainError('NOT_FOUND')
      const person = await db
        .selectFrom('app_user')
        .select(['id', 'type', 'first_name', 'last_name', 'email'])
        .where('id', '=', caller.userId)
        .executeTakeFirstOrThrow()
      const reader = { ...person, name: `${person.first_name} ${person.last_name}` }
      return { of, reader, page: await storeWeekPage(app.gya, week, reader) }
    },
    async (context) => {
      const { of, reader, page } = context.prepared
      await queueWeekPage(context, page, { ...of, reader, setter: reader, publicUrl })
      const data = { branchId: of.branchId, bytes: page.file.bytes, recipients: 1, to: [reader.id] }
      await recordSecurityEvent(context, { kind: 'week-mailed', data })
      return { success: true } as const
    },
  )
}

const later = (one: DateOnly | null, other: DateOnly): DateOnly => (one !== null && one > other ? one : other)

async function answer(db: Db, page: PageOf) {
  const row = await findWeekMail(db, page)
  const readers = await listWeekReaders(db, page)
  const recipients = row?.recipients ?? []
  const lost = recipients.filter((id) => !readers.some((reader) => reader.id === id))
  return {
    ...(row ? { active: row.active, weekday: row.weekday, at: row.at, period: row.period, version: row.version } : unset),
    recipients,
    people: readers.map(({ id, name, off }) => ({ _id: id, name, off })),
    lost: lost.length === 0 ? [] : await listNames(db, page.companyId, lost),
  }
}

/** What the form begins with: Mondays at 08:00. */
const unset = { active: false, weekday: 0, at: '08:00', period: 'lastWeek', version: null } as const

type Page = PageOf & { name: string }

/** "per branch (M of it) or company (C, G)". Throws NOT_FOUND for a page out of reach. */
async function requirePage(db: Db, caller: Caller, { companyId }: { companyId: string }, branchId?: string): Promise<Page> {
  const scope = branchesInScope(caller)
  if (branchId === undefined ? !reachesAllBranches(caller.type) : scope !== null && !scope.includes(branchId))
    throw new DomainError('NOT_FOUND')
  const row = await (branchId === undefined
    ? db.selectFrom('company').select('name').where('id', '=', companyId)
    : db
        .selectFrom('branch')
        .select('name')
        .where('company_id', '=', companyId)
        .where('id', '=', branchId)
        .where('deleted_on', 'is', null)
  ).executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND')
  return { companyId, branchId: branchId ?? null, name: row.name }
}
