import { platformCompanyId, type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import { type DateOnly, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { describeEvent, type EventGroup, kindsOf } from '@gya/domain/features/events/event-kinds.ts'
import { backdatedRemark, isBackdated } from '@gya/domain/features/record/backdated.ts'
import type { RecordEntry } from '@gya/domain/features/record/property-record.contract.ts'
import { deletionKinds, isDeletion, viaWords } from '@gya/domain/features/record/property-record.rules.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { eventAuthorId, eventAuthorThen } from '../events/events.repository.ts'
import { reachedBefore } from '../events/reached-before.ts'
import { findEntryRemarks } from './entry-remarks.ts'
import { loadRecordEmails, mailIdsOf, type RecordMail, toRecordEmail } from './record-emails.ts'

export type RecordFilter = {
  /** `undefined`: all. */
  groups: readonly EventGroup[] | undefined
  userId: string | undefined
  /** London days, inclusive. */
  dateStart: DateOnly | undefined
  dateEnd: DateOnly | undefined
}

/** A line of the record: an entry, or an e-mail without an entry. */
type RecordLine = { id: string; at: Instant; isEntry: boolean }

/** Group of e-mails without an entry. */
const emailGroup = 'chasing'

const startOf = (day: DateOnly, days: number) =>
  sql<Instant>`((${day}::date + ${days}::int)::timestamp at time zone 'Europe/London')`

const isWithin = (at: ReturnType<typeof sql>, { dateStart, dateEnd }: RecordFilter) =>
  sql<SqlBool>`(${dateStart === undefined ? sql`true` : sql`${at} >= ${startOf(dateStart, 0)}`}
    and ${dateEnd === undefined ? sql`true` : sql`${at} < ${startOf(dateEnd, 1)}`})`

const isBy = (column: ReturnType<typeof sql>, { userId }: RecordFilter) =>
  userId === undefined ? sql`true` : sql`${column} = ${userId}::uuid`

/** "No filter hides deletions." The entries of a property use the index `event_by_property`. */
const isEntryShown = (filter: RecordFilter) => sql<SqlBool>`(e.kind = any(${deletionKinds}::text[]) or (
  ${filter.groups === undefined ? sql`true` : sql`e.kind = any(${kindsOf(filter.groups)}::text[])`}
  and ${isBy(sql`e.user_id`, filter)} and ${isWithin(sql`e.at`, filter)}))`

/** Ids of e-mails that entries of a property name. */
const namedMails = ({ companyId, propertyId }: PropertyIds, which: ReturnType<typeof sql>) => sql`
  select t.id from event e
  cross join lateral (
    select jsonb_array_elements_text(case when jsonb_typeof(e.data -> 'mailIds') = 'array' then e.data -> 'mailIds' else '[]' end)
    union all select e.data ->> 'mailId') t (id)
  where e.company_id = ${companyId} and e.property_id = ${propertyId} and e.kind <> 'email-state' and t.id is not null and ${which}`

/** An e-mail that another entry names is shown there, and not by the entry of its hashes; its state is part of its line. */
const linesOf = ({ companyId, propertyId }: PropertyIds, filter: RecordFilter) => sql`
  select e.id, e.at, true as "isEntry" from event e
  where e.company_id = ${companyId} and e.property_id = ${propertyId} and e.kind <> 'email-state' and ${isEntryShown(filter)}
    and (e.kind <> 'email-written' or e.data ->> 'mailId' not in (${namedMails({ companyId, propertyId }, sql`e.kind <> 'email-written'`)}))
  union all
  select m.id, m.createdon, false from mail m
  where m.company_id = ${companyId} and m.property_id = ${propertyId}
    and ${filter.groups === undefined || filter.groups.includes(emailGroup)}
    and ${isBy(sql`m.sent_by`, filter)} and ${isWithin(sql`m.createdon`, filter)}
    and m.id::text not in (${namedMails({ companyId, propertyId }, sql`true`)})`

/** Returns a page of the lines of a property, or the first `most`. */
export async function listRecordLines(
  db: Db,
  ids: PropertyIds,
  filter: RecordFilter,
  { order, itemsPerPage, currentPage }: PageRequest & { order: 'asc' | 'desc' },
): Promise<RecordLine[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<RecordLine>`
    select l.id, l.at, l."isEntry" from (${linesOf(ids, filter)}) l
    order by l.at ${direction}, l.id ${direction} limit ${itemsPerPage} offset ${itemsPerPage * currentPage}`.execute(db)
  return rows
}

export async function countRecordLines(db: Db, ids: PropertyIds, filter: RecordFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${linesOf(ids, filter)}) l`.execute(db)
  return rows[0]?.count ?? 0
}

export const noRecordFilter: RecordFilter = { groups: undefined, userId: undefined, dateStart: undefined, dateEnd: undefined }

export type EntryRow = Awaited<ReturnType<typeof findEntryRows>>[number]

const findEntryRows = (db: Db, { companyId, propertyId }: PropertyIds, entryIds: readonly string[]) =>
  db
    .selectFrom('event as e')
    .where('e.company_id', '=', companyId)
    .where('e.property_id', '=', propertyId)
    .where(sql<SqlBool>`e.id = any(${entryIds}::uuid[])`)
    .leftJoin('event_seal as s', (join) => join.onRef('s.company_id', '=', 'e.company_id').onRef('s.event_id', '=', 'e.id'))
    .leftJoin('session_log as l', (join) => join.onRef('l.company_id', '=', 'e.company_id').onRef('l.id', '=', 'e.via_id'))
    // For entries without an author. Sessions of platform admins belong to the platform company.
    .leftJoin('session_log as a', (join) => join.on('a.company_id', '=', platformCompanyId).onRef('a.id', '=', 'e.via_id'))
    .select(['e.id', 'e.at', 'e.kind', 'e.user_id', 'e.via', 's.position'])
    .select(
      sql<string | null>`case when e.author is null then coalesce(l.device, a.device) else e.author ->> 'device' end`.as(
        'device',
      ),
    )
    .select(eventAuthorId.as('author_id'))
    .select([sql<EventData>`e.data`.as('data'), eventAuthorThen.as('author')])
    .select(reachedBefore(companyId).as('reached'))
    .select(
      sql<number | null>`(
        select b.position from record_amendment a
        join event_seal b on b.company_id = a.company_id and b.event_id = a.by_event_id
        where a.company_id = ${companyId} and b.company_id = ${companyId} and a.position = s.position
        order by a.ordinal desc limit 1)`.as('replacedBy'),
    )
    .execute()

/** An entry as displayed, with its source data. `data`: `null` for an e-mail without an entry. */
export type LoadedEntry = { entry: RecordEntry; data: EventData | null; mails: readonly RecordMail[] }

/** Loads entries with related data: e-mails as sent, withdrawn conversations, wordings of deleted notes. */
export async function loadRecordEntries(db: Db, ids: PropertyIds, lines: readonly RecordLine[]): Promise<LoadedEntry[]> {
  const rows = await findEntryRows(
    db,
    ids,
    lines.filter(({ isEntry }) => isEntry).map(({ id }) => id),
  )
  const entryRows = new Map(rows.map((row) => [row.id, row]))
  const loose = lines.filter(({ isEntry }) => !isEntry).map(({ id }) => id)
  const mails = await loadRecordEmails(db, ids, [...new Set([...rows.flatMap(({ data }) => mailIdsOf(data)), ...loose])])
  const remarks = await findEntryRemarks(db, ids, rows)
  return lines.flatMap(({ id, isEntry }): LoadedEntry[] => {
    if (!isEntry) return (mails.get(id) ? [mails.get(id) as RecordMail] : []).map(toLooseEntry)
    const row = entryRows.get(id)
    const own = row ? mailIdsOf(row.data).flatMap((mailId) => mails.get(mailId) ?? []) : []
    const entry = row && toEntry(row, own, remarks.get(id) ?? [])
    return row && entry ? [{ entry, data: row.data, mails: own }] : []
  })
}

function toEntry(row: EntryRow, mails: readonly RecordMail[], remarks: string[]): RecordEntry | null {
  const { id, at, kind, data, author_id, author, via, device, position, reached, replacedBy } = row
  const description = describeEvent(kind, data, at)
  if (!description) return null
  const who =
    author_id && author ? { _id: author_id, name: author.name, role: author.role ? userTypeLabels[author.role] : '' } : null
  return {
    _id: id,
    position,
    at,
    kind,
    ...description,
    author: who,
    via: viaWords({ via, device, party: author?.party ?? null, isPerson: who !== null }),
    isDeletion: isDeletion(kind),
    replacedBy,
    remarks: [...mails.flatMap(({ remark }) => remark ?? []), ...backdatedRemark(at, reached), ...remarks],
    emails: mails.map(toRecordEmail),
  }
}

function toLooseEntry(mail: RecordMail): LoadedEntry {
  const entry: RecordEntry = {
    _id: mail.id,
    position: null,
    at: mail.createdon,
    kind: 'email',
    group: emailGroup,
    words: 'E-mail',
    facts: [],
    author:
      mail.sent_by && mail.sender
        ? { _id: mail.sent_by, name: mail.sender, role: userTypeLabels[mail.role as UserType] ?? '' }
        : null,
    via: mail.sent_by ? '' : 'By rule',
    isDeletion: false,
    replacedBy: null,
    remarks: mail.remark === null ? [] : [mail.remark],
    emails: [toRecordEmail(mail)],
  }
  return { entry, data: null, mails: [mail] }
}

const noteAndCallKinds = ['note-added', 'conversation-logged']

/** Counts the contents of a record file with this filter, apart from entries. */
export async function countParts(db: Db, { companyId, propertyId }: PropertyIds, filter: RecordFilter) {
  type Parts = { notesAndCalls: number; emails: number; documents: number; documentBytes: number }
  const { rows } = await sql<Parts>`
    select
      (select count(*)::int from event e where e.company_id = ${companyId} and e.property_id = ${propertyId}
        and e.kind = any(${noteAndCallKinds}::text[]) and ${isEntryShown(filter)}) as "notesAndCalls",
      (select count(*)::int from mail m where m.company_id = ${companyId} and m.property_id = ${propertyId}
        and ${isBy(sql`m.sent_by`, filter)} and ${isWithin(sql`m.createdon`, filter)}) as emails,
      d.documents, d."documentBytes"
    from (select count(*)::int as documents, coalesce(sum(bytes), 0)::float8 as "documentBytes" from document
      where company_id = ${companyId} and property_id = ${propertyId} and not being_checked) d`.execute(db)
  const [row] = rows
  if (!row) throw new Error('An aggregate returns one row.')
  return row
}

/** The London days on which entries were recorded, oldest first: an entry that is dated back fills no gap and makes none. */
export async function listRecordDays(db: Db, { companyId, propertyId }: PropertyIds): Promise<DateOnly[]> {
  const { rows } = await sql<{ at: Instant; reached: Instant | null }>`
    select e.at, ${reachedBefore(companyId)} as reached from event e
    left join event_seal s on s.company_id = ${companyId} and s.event_id = e.id
    where e.company_id = ${companyId} and e.property_id = ${propertyId}`.execute(db)
  return [...new Set(rows.map(({ at, reached }) => londonDay(isBackdated(at, reached) ? reached : at)))].toSorted()
}

/** The day on which a sale was completed or withdrawn; `null` while it is open. */
export async function findClosingDay(db: Db, { companyId, propertyId }: PropertyIds): Promise<DateOnly | null> {
  const { rows } = await sql<{ day: DateOnly | null }>`
    select least(s.completed_on, p.withdrawn_on) as day from property p
    left join property_step s on s.company_id = p.company_id and s.property_id = p.id and s.key = ${stepKeys.Completed}
    where p.company_id = ${companyId} and p.id = ${propertyId}`.execute(db)
  return rows[0]?.day ?? null
}
