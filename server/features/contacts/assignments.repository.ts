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
