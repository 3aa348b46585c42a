import type { Instant } from '@gya/domain/common/dates.ts'
import { type AuditKind, auditKinds, describeAuditEvent } from '@gya/domain/features/audit/audit-kinds.ts'
import { describeEvent, type EventKind, eventKinds } from '@gya/domain/features/events/event-kinds.ts'
import type { Database, Db } from '../../db/pool.ts'
import { queueMail } from '../../emails/outbox.ts'
import { supportAccessReportEmail } from '../../emails/support-access-report.ts'
import type { Clock } from '../../infra/clock.ts'
import { forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { findSupportAccess, listAdministrators, readApproval, updateSupportAccess } from './support-access.repository.ts'

type Context = { database: Pick<Database, 'db'>; clock: Clock; publicUrl: string }

/** The entries that a report counts at most. */
const maxEntries = 2000

/** "The company's admins are mailed what was done" in each support access that has ended. One transaction an access. */
export async function reportSupportAccesses(context: Context): Promise<void> {
  const { db } = context.database
  const now = context.clock.now()
  await forEachIsolated(context, {
    job: 'report-support-accesses',
    items: await listEndedAccesses(db, now),
    idOf: ({ company_id: companyId, id }) => ({ companyId, key: id }),
    work: ({ company_id: companyId, id }) =>
      db.transaction().execute((transaction) => report({ ...context, db: transaction, now }, companyId, id)),
  })
}

async function report({ db, clock, now, publicUrl }: Context & { db: Db; now: Instant }, companyId: string, id: string) {
  if (!(await lockUnreported(db, companyId, id))) return
  const access = await findSupportAccess(db, companyId, id)
  if (!access?.opened_on || !access.ends_on) return
  const { opened_on: from, ends_on, ended_on, reason } = access
  const until = ended_on !== null && ended_on < ends_on ? ended_on : ends_on
  const changes = await listChanges(db, { companyId, userId: access.user_id, from, until })
  const { name: company } = await readApproval(db, companyId)
  const by = `${access.first_name} ${access.last_name}`
  const mailing = { db, now, newId: () => clock.newId(), addJob: jobAdder(db) }
  for (const person of await listAdministrators(db, companyId))
    await queueMail(mailing, supportAccessReportEmail(person, { company, by, reason, from, until, changes, publicUrl }))
  await updateSupportAccess(db, companyId, id, { reported_on: now })
}

const listEndedAccesses = (db: Db, now: Instant) =>
  db
    .selectFrom('support_access')
    .select(['company_id', 'id'])
    .where('opened_on', 'is not', null)
    .where('reported_on', 'is', null)
    .where((where) => where.or([where('ends_on', '<=', now), where('ended_on', 'is not', null)]))
    .orderBy('ends_on')
    .execute()

const lockUnreported = (db: Db, companyId: string, id: string) =>
  db
    .selectFrom('support_access')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('reported_on', 'is', null)
    .forUpdate()
    .executeTakeFirst()

type Stay = { companyId: string; userId: string; from: Instant; until: Instant }

/** What the platform admin did in the company: entries of the record, and of the audit except those about the access itself. */
async function listChanges(db: Db, { companyId, userId, from, until }: Stay) {
  const during = { from, until }
  const events = await db
    .selectFrom('event')
    .select(['kind', 'data'])
    .where('company_id', '=', companyId)
    // Lets the index by kind find the entries of these hours.
    .where('kind', 'in', Object.keys(eventKinds) as EventKind[])
    .where('at', '>=', during.from)
    .where('at', '<=', during.until)
    .where('user_id', '=', userId)
    .orderBy('at')
    .limit(maxEntries)
    .execute()
  const audited = await db
    .selectFrom('audit')
    .select(['kind', 'data'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('at', '>=', during.from)
    .where('at', '<=', during.until)
    .where('kind', 'in', reportedKinds)
    .orderBy('at')
    .limit(maxEntries)
    .execute()
  const words = [
    ...events.flatMap(({ kind, data }) =>
      kind.startsWith('support-') ? [] : [describeEvent(kind, data as Record<string, unknown>)?.words ?? kind],
    ),
    ...audited.map(({ kind, data }) => describeAuditEvent(kind, data as Record<string, unknown>)?.words ?? kind),
  ]
  const counts = Map.groupBy(words, (one) => one)
  return [...counts].map(([one, of]) => ({ words: one, count: of.length }))
}

/** Reading outside the company and the access itself are told otherwise. */
const reportedKinds = (Object.keys(auditKinds) as AuditKind[]).filter(
  (kind) => auditKinds[kind].group !== 'support' && auditKinds[kind].group !== 'doors',
)
