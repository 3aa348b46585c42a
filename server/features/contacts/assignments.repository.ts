import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Where a contact or one of its points of contact acts: as a solicitor or broker of a property, or for a survey of it. */
export type Assignment = { propertyId: string; role: string | null; surveyKey: number | null; pocId: string | null }

/** Everywhere a contact is assigned; only where this one of its points of contact is, when that is given. */
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

/** Surveys have nobody to ask any more where these points of contact were. */
export const clearSurveyContacts = (db: Db, companyId: string, pocIds: readonly string[]) =>
  db
    .updateTable('property_step')
    .set({ survey_contact_poc: null })
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`survey_contact_poc = any(${pocIds}::uuid[])`)
    .execute()

/** An open sale, and the address of whoever works on it: its progressor, or else its branch. */
export type OpenSale = { propertyId: string; line1: string; staffId: string | null; to: string }

/** Which of some properties are neither withdrawn nor completed. */
export async function findOpenSales(db: Db, companyId: string, propertyIds: readonly string[]): Promise<OpenSale[]> {
  const rows = await db
    .selectFrom('property_report as r')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'r.company_id').onRef('b.id', '=', 'r.branch_id'))
    .leftJoin('app_user as s', (join) =>
      join.onRef('s.id', '=', 'r.b_staff').on('s.deleted_on', 'is', null).on('s.deactivated_on', 'is', null),
    )
    .select(['r.property_id', 'r.line1', 's.id as staff_id', 's.email as staff_email', 'b.email as branch_email'])
    .where('r.company_id', '=', companyId)
    .where(sql<SqlBool>`r.property_id = any(${propertyIds}::uuid[])`)
    .where('r.phase', 'not in', ['withdrawn', 'completed'])
    .orderBy('r.address_sort')
    .orderBy('r.property_id')
    .execute()
  return rows.map((row) => ({
    propertyId: row.property_id,
    line1: row.line1,
    staffId: row.staff_id,
    to: row.staff_email ?? row.branch_email,
  }))
}
