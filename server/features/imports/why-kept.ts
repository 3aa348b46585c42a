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

/**
 * "A group is kept, and listed with who and when, if anything of it changed after the import wrote it … or refers to it." Connect
 * design, section 1.3, rule 13. Null: nothing has changed.
 */
export async function whyKept(db: Db, ids: ImportIds, changes: readonly WrittenChange[]): Promise<string | null> {
  for (const change of changes) {
    const words = isWhole(change)
      ? await whyKeepProperty(db, ids, change)
      : change.what === 'company_contact' || change.what === 'company_contact_poc'
        ? await whyKeepContact(db, ids, change)
        : null
    if (words !== null) return words
  }
  return null
}

const changedWords = (at: Instant | null, by: string | null): string =>
  `Changed${at ? ` on ${showDateTime(at)}` : ''} by ${by ?? 'GYA'}.`

/** The number of entries in the record of property `p` that this import did not write. */
const entriesOfOthers = ({ companyId, importId }: ImportIds) => sql<string>`
  (select count(*)::text from event e where e.company_id = ${companyId} and e.property_id = p.id
    and not (e.via = 'import' and e.via_id = ${importId}))`

/** `used`: whether the vendor has signed in after the import; null if never. */
type Written = { at: Instant | null; by: string | null; count: string; deleted: boolean; version: number; used: boolean | null }

async function whyKeepProperty(db: Db, ids: ImportIds, change: WrittenChange): Promise<string | null> {
  const { companyId, importId } = ids
  const { rows } = await sql<Written>`
    select p.version, p.deleted_on is not null as deleted, ${entriesOfOthers(ids)} as count, e.at, u.first_name || ' ' || u.last_name as by,
      o.last_login > (select min(r.written_on) from import_row r
        where r.company_id = ${companyId} and r.import_id = ${importId}) as used
    from property p
    join app_user o on o.id = p.owner_id
    left join lateral (select e.at, e.user_id from event e where e.company_id = ${companyId} and e.property_id = p.id
      and not (e.via = 'import' and e.via_id = ${importId}) order by e.at desc, e.id desc limit 1) e on true
    left join app_user u on u.id = e.user_id
    where p.company_id = ${companyId} and p.id = ${change.object_id}`.execute(db)
  const [now] = rows
  if (!now) return null
  if (now.deleted) return 'Deleted since.'
  if (now.count !== change.after_digest || now.version !== change.after_version) return changedWords(now.at, now.by)
  return change.before === null && now.used ? 'Its vendor has signed in since.' : null
}

type Contact = { version: number; at: Instant; by: string | null; sales: number; person: string | null }

/**
 * A firm, or a person at one. Properties created by this import and unchanged since do not count as sales, because the undo deletes them.
 */
async function whyKeepContact(db: Db, ids: ImportIds, change: WrittenChange): Promise<string | null> {
  const { companyId, importId } = ids
  const { what, object_id: contactId, before, after_version } = change
  const isFirm = what === 'company_contact'
  const goes = sql`exists (select from import_change m where m.company_id = ${companyId} and m.import_id = ${importId}
    and m.what = 'property' and m.object_id = p.id and m.before is null and m.after_digest = ${entriesOfOthers(ids)}
    and m.after_version = p.version)`
  // People who were added to a firm manually.
  const person = sql`(select n.name from company_contact_poc n where n.company_id = ${companyId} and n.contact_id = k.id
    and not exists (select from import_change m where m.company_id = ${companyId} and m.import_id = ${importId}
      and m.what = 'company_contact_poc' and m.object_id = n.id and m.before is null) limit 1)`
  const { rows } = await sql<Contact>`
    select k.version, k.updatedon as at, u.first_name || ' ' || u.last_name as by, ${isFirm ? person : sql`null`} as person,
      (select count(distinct c.property_id)::int from property_contact c
        join property p on p.company_id = c.company_id and p.id = c.property_id and p.deleted_on is null
        where c.company_id = ${companyId} and ${isFirm ? sql`c.contact_id` : sql`c.poc_id`} = k.id and not ${goes}) as sales
    from ${sql.table(what)} k left join app_user u on u.id = k.updated_by
    where k.company_id = ${companyId} and k.id = ${contactId} ${isFirm ? sql`and k.deleted_on is null` : sql``}`.execute(db)
  const [now] = rows
  if (!now) return null
  if (now.version !== after_version) return changedWords(now.at, now.by)
  if (before !== null) return null
  if (now.person !== null) return `${now.person} was added to it since.`
  return now.sales > 0 ? `Acts in ${now.sales === 1 ? 'a sale' : `${now.sales} sales`}.` : null
}
