import type { Instant } from '@gya/domain/common/dates.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { likePattern } from '../../db/query/like-pattern.ts'

/** A contact or point of contact acting in a property: as solicitor or broker (`role`), or in a survey (`surveyKey`). */
export type Assignment = { propertyId: string; role: string | null; surveyKey: number | null; pocId: string | null }

/** The assignments of a contact, or of one of its points of contact. */
export async function findAssignments(
  db: Db,
  { companyId, contactId, pocId }: { companyId: string; contactId: string; pocId?: string },
): Promise<Assignment[]> {
  const roles = await db
    .selectFrom('property_contact')
    .select(['property_id', 'role', 'poc_id'])
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .$if(pocId !== undefined, (query) => query.where('poc_id', '=', pocId ?? ''))
    .orderBy('property_id')
    .orderBy('role')
    .execute()
  const surveys = await db
    .selectFrom('property_step as t')
    .innerJoin('company_contact_poc as p', (join) =>
      join.onRef('p.company_id', '=', 't.company_id').onRef('p.id', '=', 't.survey_contact_poc'),
    )
    .select(['t.property_id', 't.key', 'p.id as poc_id'])
    .where('t.company_id', '=', companyId)
    .where('p.contact_id', '=', contactId)
    .$if(pocId !== undefined, (query) => query.where('p.id', '=', pocId ?? ''))
    .orderBy('t.property_id')
    .orderBy('t.key')
    .execute()
  return [
    ...roles.map((row) => ({ propertyId: row.property_id, role: row.role, surveyKey: null, pocId: row.poc_id })),
    ...surveys.map((row) => ({ propertyId: row.property_id, role: null, surveyKey: row.key, pocId: row.poc_id })),
  ]
}

type ContactIds = { companyId: string; contactId: string }

/** Removes a contact from all properties and chains. Chains keep its name and number as text. */
export async function clearAssignments(db: Db, { companyId, contactId }: ContactIds): Promise<void> {
  await db.deleteFrom('property_contact').where('company_id', '=', companyId).where('contact_id', '=', contactId).execute()
  await sql`
    update chain_item set
      agent_poc = case when agent_contact = ${contactId} then null else agent_poc end,
      solicitor_poc = case when solicitor_contact = ${contactId} then null else solicitor_poc end,
      agent_contact = nullif(agent_contact, ${contactId}),
      solicitor_contact = nullif(solicitor_contact, ${contactId})
    where company_id = ${companyId} and ${contactId} in (agent_contact, solicitor_contact)`.execute(db)
}

/** Replaces a contact in its roles in these properties, without a point of contact. */
export const replaceAssignments = (
  db: Db,
  { companyId, contactId }: ContactIds,
  { by, propertyIds }: { by: string; propertyIds: readonly string[] },
) =>
  db
    .updateTable('property_contact')
    .set({ contact_id: by, poc_id: null })
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .where(sql<SqlBool>`property_id = any(${propertyIds}::uuid[])`)
    .execute()

/**
 * Restores the assignments `actedFor` of a restored contact, except roles that are taken and buyer roles of sales that fell
 * through since its deletion. Returns the restored assignments.
 */
export async function restoreAssignments(
  db: Db,
  { companyId, contactId }: ContactIds,
  { actedFor, deletedOn }: { actedFor: readonly Assignment[]; deletedOn: Instant },
): Promise<Assignment[]> {
  const fellThroughSince = sql<SqlBool>`exists (select from fall_off f where f.company_id = a.company_id
    and f.property_id = a.property_id and f.createdon > ${deletedOn}::timestamptz)`
  const acted = sql`(select p.company_id, a.property_id, a.role, a.survey_key, q.id as poc_id
    from jsonb_to_recordset(${JSON.stringify(
      actedFor.map(({ propertyId, role, surveyKey, pocId }) => ({
        property_id: propertyId,
        role,
        survey_key: surveyKey,
        poc_id: pocId,
      })),
    )}::jsonb) as a (property_id uuid, role text, survey_key int, poc_id uuid)
    join property p on p.company_id = ${companyId} and p.id = a.property_id
    left join company_contact_poc q on q.company_id = p.company_id and q.contact_id = ${contactId} and q.id = a.poc_id) as a`
  const roles = await sql<{ property_id: string; role: string; poc_id: string | null }>`
    insert into property_contact (company_id, property_id, role, contact_id, poc_id)
    select a.company_id, a.property_id, a.role, ${contactId}::uuid, a.poc_id from ${acted}
    where a.role is not null and not (a.role like 'buyer%' and ${fellThroughSince})
    on conflict (company_id, property_id, role) do nothing returning property_id, role, poc_id`.execute(db)
  const surveys = await sql<{ property_id: string; key: number; poc_id: string }>`
    update property_step t set survey_contact_poc = a.poc_id from ${acted}
    where t.company_id = a.company_id and t.property_id = a.property_id and t.key = a.survey_key and a.poc_id is not null
      and t.survey_contact_poc is null and t.survey_date is not null and not ${fellThroughSince}
    returning t.property_id, t.key, a.poc_id`.execute(db)
  return [
    ...roles.rows.map((row) => ({ propertyId: row.property_id, role: row.role, surveyKey: null, pocId: row.poc_id })),
    ...surveys.rows.map((row) => ({ propertyId: row.property_id, role: null, surveyKey: row.key, pocId: row.poc_id })),
  ]
}

/** Maps ids of merged points of contact to the ids that replace them. */
type IdMapping = readonly { from: string; to: string }[]

/** Points all references to a contact and its points of contact to the contact it is merged into, also in archived sales. */
export async function moveReferences(
  db: Db,
  { companyId, from, to, replacedPocs }: { companyId: string; from: string; to: string; replacedPocs: IdMapping },
): Promise<void> {
  const person = (column: string) => sql`coalesce((select m.kept from unnest(
    ${replacedPocs.map((one) => one.from)}::uuid[], ${replacedPocs.map((one) => one.to)}::uuid[]) as m (gone, kept)
    where m.gone = ${sql.ref(column)}), ${sql.ref(column)})`
  await sql`update property_contact set contact_id = ${to}, poc_id = ${person('poc_id')}
    where company_id = ${companyId} and contact_id = ${from}`.execute(db)
  await sql`update chain_item set agent_contact = ${to}, agent_poc = ${person('agent_poc')}
    where company_id = ${companyId} and agent_contact = ${from}`.execute(db)
  await sql`update chain_item set solicitor_contact = ${to}, solicitor_poc = ${person('solicitor_poc')}
    where company_id = ${companyId} and solicitor_contact = ${from}`.execute(db)
  for (const one of replacedPocs)
    await sql`update property_step set survey_contact_poc = ${one.to}
      where company_id = ${companyId} and survey_contact_poc = ${one.from}`.execute(db)
  await sql`update external_ref e set system = ${to}::text where company_id = ${companyId} and system = ${from}::text
    and not exists (select from external_ref k
      where k.company_id = ${companyId} and k.system = ${to}::text and k.kind = e.kind and k.ref = e.ref)`.execute(db)
  await deleteTheirRefs(db, companyId, [from])
  const refs = [
    { from: `firm:${from}`, to: `firm:${to}` },
    ...replacedPocs.map((one) => ({ from: `poc:${one.from}`, to: `poc:${one.to}` })),
  ]
  await sql`update mail_in set firm_id = ${to}, party_ref = coalesce((select r.kept from unnest(
      ${refs.map((one) => one.from)}::text[], ${refs.map((one) => one.to)}::text[]) as r (gone, kept) where r.gone = party_ref), party_ref)
    where company_id = ${companyId} and firm_id = ${from}`.execute(db)
  for (const one of [{ from, to }, ...replacedPocs])
    await sql`update fall_off set archive = replace(archive::text, ${one.from}::text, ${one.to}::text)::jsonb
      where company_id = ${companyId} and archive::text like ${likePattern(one.from)}`.execute(db)
}

/** References that firms use, which go with them. */
const deleteTheirRefs = (db: Db, companyId: string, contactIds: readonly string[]) =>
  sql`delete from external_ref where company_id = ${companyId} and kind = 'their-ref' and system = any(${contactIds}::text[])`.execute(
    db,
  )

/** Clears the survey contacts that are among these points of contact. */
export const clearSurveyContacts = (db: Db, companyId: string, pocIds: readonly string[]) =>
  db
    .updateTable('property_step')
    .set({ survey_contact_poc: null })
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`survey_contact_poc = any(${pocIds}::uuid[])`)
    .execute()

/** A sale that is neither withdrawn nor completed. `to` is the e-mail address of its progressor, or else of its branch. */
export type OpenSale = { propertyId: string; branchId: string; line1: string; staffId: string | null; to: string }

export async function findOpenSales(db: Db, companyId: string, propertyIds: readonly string[]): Promise<OpenSale[]> {
  const rows = await db
    .selectFrom('property_report as r')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'r.company_id').onRef('b.id', '=', 'r.branch_id'))
    .leftJoin('app_user as s', (join) =>
      join.onRef('s.id', '=', 'r.b_staff').on('s.deleted_on', 'is', null).on('s.deactivated_on', 'is', null),
    )
    .select(['r.property_id', 'r.branch_id', 'r.line1', 's.id as staff_id', 's.email as staff_email', 'b.email as branch_email'])
    .where('r.company_id', '=', companyId)
    .where(sql<SqlBool>`r.property_id = any(${propertyIds}::uuid[])`)
    .where('r.phase', 'not in', ['withdrawn', 'completed'])
    .orderBy('r.address_sort')
    .orderBy('r.property_id')
    .execute()
  return rows.map((row) => ({
    propertyId: row.property_id,
    branchId: row.branch_id,
    line1: row.line1,
    staffId: row.staff_id,
    to: row.staff_email ?? row.branch_email,
  }))
}

/** Counts the properties in which both contacts act in the same role on opposite sides. */
export async function findOnBothSides(
  db: Db,
  { companyId, contactId, other, propertyIds }: ContactIds & { other: string; propertyIds: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct a.property_id)::int as count from property_contact a
    join property_contact b on b.company_id = a.company_id and b.property_id = a.property_id and b.role <> a.role
      and regexp_replace(b.role, '^(vendor|buyer)', '') = regexp_replace(a.role, '^(vendor|buyer)', '') and b.contact_id = ${other}
    where a.company_id = ${companyId} and a.contact_id = ${contactId}
      and a.property_id = any(${propertyIds}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}
