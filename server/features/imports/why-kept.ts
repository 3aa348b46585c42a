import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ImportIds } from './import-ids.ts'

/** A row of `import_change`. */
export type WrittenChange = {
  ordinal: number
  what: string
  object_id: string
  property_id: string | null
  key: Record<string, unknown>
  before: Record<string, unknown> | null
  after_version: number | null
  after_digest: string | null
}

/** Whether a change is the summary of a written property, which has the digest of its record. */
export const isWhole = ({ what, after_digest }: WrittenChange): boolean => what === 'property' && after_digest !== null

const changedWords = (at: Instant | null, by: string | null): string =>
  `Changed${at ? ` on ${showDateTime(at)}` : ''} by ${by ?? 'GYA'}.`

/** The number of entries in the record of property `p` that this import did not write. */
const entriesOfOthers = ({ companyId, importId }: ImportIds) => sql<string>`
  (select count(*)::text from event e where e.company_id = ${companyId} and e.property_id = p.id
    and not (e.via = 'import' and e.via_id = ${importId}))`

/** A change, and its object as it is now; those of objects that do not exist any more are missing. */
type Checked = {
  group: string
  what: 'property' | 'company_contact' | 'company_contact_poc'
  created: boolean
  versionWritten: number | null
  entriesWritten: string | null
  version: number
  at: Instant | null
  by: string | null
  /** Of a property: deleted, the entries of others, and whether its vendor has signed in after the import; null if never. */
  deleted: boolean | null
  entries: string | null
  used: boolean | null
  /** Of a firm or a person at one: the sales in which they act, and somebody who was added to the firm. */
  sales: number | null
  person: string | null
}

const propertyNow = (ids: ImportIds) => sql`
  select p.version, e.at, u.first_name || ' ' || u.last_name as by, p.deleted_on is not null as deleted, ${entriesOfOthers(ids)} as entries,
    o.last_login > (select min(r.written_on) from import_row r
      where r.company_id = ${ids.companyId} and r.import_id = ${ids.importId}) as used,
    null::int as sales, null::text as person
  from property p
  join app_user o on o.id = p.owner_id
  left join lateral (select e.at, e.user_id from event e where e.company_id = ${ids.companyId} and e.property_id = p.id
    and not (e.via = 'import' and e.via_id = ${ids.importId}) order by e.at desc, e.id desc limit 1) e on true
  left join app_user u on u.id = e.user_id
  where m.what = 'property' and p.company_id = ${ids.companyId} and p.id = m.object_id`

/**
 * A firm, or a person at one. Properties created by this import and unchanged since do not count as sales, because the undo deletes them.
 */
function contactNow(ids: ImportIds, what: 'company_contact' | 'company_contact_poc') {
  const { companyId, importId } = ids
  const isFirm = what === 'company_contact'
  const goes = sql`exists (select from import_change w where w.company_id = ${companyId} and w.import_id = ${importId}
    and w.what = 'property' and w.object_id = p.id and w.before is null and w.after_digest = ${entriesOfOthers(ids)}
    and w.after_version = p.version)`
  // People who were added to a firm manually.
  const person = sql`(select n.name from company_contact_poc n where n.company_id = ${companyId} and n.contact_id = k.id
    and not exists (select from import_change w where w.company_id = ${companyId} and w.import_id = ${importId}
      and w.what = 'company_contact_poc' and w.object_id = n.id and w.before is null) limit 1)`
  return sql`
    select k.version, k.updatedon, u.first_name || ' ' || u.last_name, null::boolean, null::text, null::boolean,
      (select count(distinct c.property_id)::int from property_contact c
        join property p on p.company_id = c.company_id and p.id = c.property_id and p.deleted_on is null
        where c.company_id = ${companyId} and ${isFirm ? sql`c.contact_id` : sql`c.poc_id`} = k.id and not ${goes}),
      ${isFirm ? person : sql`null`}
    from ${sql.table(what)} k left join app_user u on u.id = k.updated_by
    where m.what = ${what} and k.company_id = ${companyId} and k.id = m.object_id
      ${isFirm ? sql`and k.deleted_on is null` : sql``}`
}

function whyKeepProperty(now: Checked): string | null {
  if (now.deleted) return 'Deleted since.'
  if (now.entries !== now.entriesWritten || now.version !== now.versionWritten) return changedWords(now.at, now.by)
  return now.created && now.used ? 'Its vendor has signed in since.' : null
}

function whyKeepContact(now: Checked): string | null {
  if (now.version !== now.versionWritten) return changedWords(now.at, now.by)
  if (!now.created) return null
  if (now.person !== null) return `${now.person} was added to it since.`
  const sales = now.sales ?? 0
  return sales > 0 ? `Acts in ${sales === 1 ? 'a sale' : `${sales} sales`}.` : null
}

/**
 * "A group is kept, and listed with who and when, if anything of it changed after the import wrote it … or refers to it."
 * [connect §1.3](docs/design/connect.md#1.3), rule 13. The reasons by group, of one group or of all, in one statement; groups that nothing
 * changed are missing.
 */
export async function whyKept(db: Db, ids: ImportIds, groupKey: string | null): Promise<Map<string, string>> {
  const { rows } = await sql<Checked>`
    select m.group_key as "group", m.what, m.before is null as created, m.after_version as "versionWritten",
      m.after_digest as "entriesWritten", o.*
    from import_change m
    join lateral (${propertyNow(ids)}
      union all ${contactNow(ids, 'company_contact')}
      union all ${contactNow(ids, 'company_contact_poc')}) o on true
    where m.company_id = ${ids.companyId} and m.import_id = ${ids.importId}
      ${groupKey === null ? sql`` : sql`and m.group_key = ${groupKey}`}
      and (m.what in ('company_contact', 'company_contact_poc') or (m.what = 'property' and m.after_digest is not null))
    order by m.ordinal desc`.execute(db)
  const reasons = new Map<string, string>()
  for (const row of rows) {
    // A firm made from a name of a sale stays alone, if it is used: see `findUsedFirms`.
    if (reasons.has(row.group) || (row.what !== 'property' && !row.group.startsWith('firm:'))) continue
    const words = row.what === 'property' ? whyKeepProperty(row) : whyKeepContact(row)
    if (words !== null) reasons.set(row.group, words)
  }
  return reasons
}
