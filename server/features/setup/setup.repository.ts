import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Which set-up steps have data. */
export async function findSetupProgress(db: Db, companyId: string) {
  const { rows } = await sql<{
    timeline: boolean
    branch: boolean
    people: boolean
    imports: boolean
    contacts: boolean
    property: boolean
  }>`
    select
      exists (select from event where company_id = ${companyId} and property_id is null and kind = 'company-timeline-edited') as timeline,
      exists (select from branch where company_id = ${companyId} and deleted_on is null) as branch,
      (select count(*) from (
        select from app_user where company_id = ${companyId} and type <> 'VENDOR' and deleted_on is null limit 2) p) > 1 as people,
      exists (select from import where company_id = ${companyId}) as imports,
      exists (select from company_contact where company_id = ${companyId}) as contacts,
      exists (select from property where company_id = ${companyId} and not is_sample and deleted_on is null) as property`.execute(
    db,
  )
  return rows[0] ?? { timeline: false, branch: false, people: false, imports: false, contacts: false, property: false }
}

export const findSampleSale = (db: Db, companyId: string) =>
  db
    .selectFrom('property')
    .innerJoin('branch', (join) =>
      join.onRef('branch.company_id', '=', 'property.company_id').onRef('branch.id', '=', 'property.branch_id'),
    )
    .select(['property.id', 'property.branch_id', 'property.owner_id'])
    .where('property.company_id', '=', companyId)
    .where('property.is_sample', '=', true)
    .where('property.deleted_on', 'is', null)
    .where('branch.deleted_on', 'is', null)
    .executeTakeFirst()

/** The first branch by name. */
export const findFirstBranch = (db: Db, companyId: string) =>
  db
    .selectFrom('branch')
    .select(['id', 'name', 'town', 'county', 'postcode'])
    .where('company_id', '=', companyId)
    .where('deleted_on', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .forShare()
    .executeTakeFirst()
