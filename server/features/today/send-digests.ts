import { companyRoles } from '@gya/domain/access/permissions.ts'
import { type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { describeItem } from '@gya/domain/features/today/describe-item.ts'
import { callsInDigest, isDigestDue, maxItemsOfDigest } from '@gya/domain/features/today/digest.rules.ts'
import type { ActionItem } from '@gya/domain/features/today/today.contract.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { type Digest, type DigestLine, digestEmail, isEmptyDigest } from '../../emails/digest.ts'
import { queueMail } from '../../emails/outbox.ts'
import { branchesInReach } from '../../http/access/reach.ts'
import type { Clock } from '../../infra/clock.ts'
import { forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { updateDigestSentOn } from '../users/users.repository.ts'
import { readActionItems } from './action-items.read-model.ts'
import { kindOfGroup, readGroups, readList, type TodayFilters } from './today.read-model.ts'

type JobContext = { database: Database; clock: Clock; publicUrl: string }

/**
 * Sends the digests that are due, once a day. Each user has a separate transaction.
 */
export async function sendDigests(context: JobContext): Promise<void> {
  const { database, clock } = context
  await forEachIsolated(context, {
    job: 'send-digests',
    items: await listReaders(database.db),
    idOf: ({ company_id: companyId, id }) => ({ companyId, key: id }),
    work: async (person) => {
      if (isDigestDue(person, clock.now())) await sendDigest(context, person.id)
    },
  })
}

/** Marks the day as sent and writes the e-mail in one transaction, so that a crash leaves both or neither. */
async function sendDigest({ database, clock, publicUrl }: JobContext, userId: string): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    const now = clock.now()
    const person = await lockReader(db, userId)
    if (!person || !isDigestDue(person, now)) return
    await updateDigestSentOn(db, userId, londonDay(now))
    const digest = await readDigest(db, person, now)
    if (isEmptyDigest(digest)) return
    const outbox = { db, now, newId: () => clock.newId(), addJob: jobAdder(db) }
    await queueMail(outbox, digestEmail(person, digest, publicUrl))
  })
}

type Reader = {
  id: string
  company_id: string
  first_name: string
  email: string
  time: string
  sentOn: string | null
  /** `null`: all of the company. */
  branchIds: string[] | null
}

/** Staff who can sign in and have switched on the digest. */
const readersSql = sql`
  from app_user u join company c on c.id = u.company_id and c.deleted_on is null
  where u.digest_time is not null and u.type = any(${[...companyRoles]}::text[])
    and u.deleted_on is null and u.deactivated_on is null and u.activated and not u.password_reset`

const readerColumns = sql`u.id, u.company_id, u.first_name, u.email, to_char(u.digest_time, 'HH24:MI') as time,
  u.digest_sent_on as "sentOn", case when u.type <> 'COMPANY_ADMIN' then ${branchesInReach} end as "branchIds"`

const listReaders = async (db: Db): Promise<Reader[]> =>
  (await sql<Reader>`select ${readerColumns} ${readersSql} order by u.id`.execute(db)).rows

/** Returns `undefined` if another process has locked the user. */
const lockReader = async (db: Db, userId: string): Promise<Reader | undefined> =>
  (await sql<Reader>`select ${readerColumns} ${readersSql} and u.id = ${userId} for no key update of u skip locked`.execute(db))
    .rows[0]

async function readDigest(db: Db, { id, company_id: companyId, branchIds }: Reader, now: Instant): Promise<Digest> {
  const today = londonDay(now)
  const filters: TodayFilters = {
    companyId,
    who: { userId: id },
    branchIds,
    reader: { userId: id, seesAll: branchIds === null },
    groups: null,
    searchText: undefined,
    today,
    now,
  }
  const page = { itemsPerPage: maxItemsOfDigest, currentPage: 0 }
  const list = await readList(db, { ...filters, state: 'now', by: 'rank', page })
  const { items } = await readActionItems(db, filters, list.items)
  const byPerson = await readGroups(db, { ...filters, state: 'now', by: 'person', page })
  const calls = byPerson.groups.filter(({ ref }) => kindOfGroup(ref) === 'party').slice(0, callsInDigest)
  const { parties } = await readActionItems(
    db,
    filters,
    [],
    calls.map(({ ref }) => ref),
  )
  const withoutDay = await findTasksWithoutDay(db, companyId, id)
  const lines = (isIn: (item: ActionItem) => boolean): DigestLine[] => items.filter(isIn).map((item) => toLine(item, today))
  return {
    today,
    tasks: lines(({ kind, key }) => kind === 'task' && !withoutDay.has(key)),
    callBacks: lines(({ kind }) => kind === 'callback'),
    calls: calls.flatMap(({ ref, points, count }) => {
      const party = parties.get(ref)
      return party ? [{ name: party.name, tel: party.tel, points, count }] : []
    }),
    untold: lines(({ key }) => key === 'silence:vendor'),
  }
}

function toLine(item: ActionItem, today: string): DigestLine {
  const { what, when } = describeItem(item, today)
  return { what: `${what}${when}`, address: item.address?.line1 ?? null }
}

/** Returns the keys of the action items of tasks without a due day. */
async function findTasksWithoutDay(db: Db, companyId: string, userId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('task')
    .select('id')
    .where('company_id', '=', companyId)
    .where('assignee_id', '=', userId)
    .where('state', '=', 'open')
    .where('due_on', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => `task:${id}`))
}
