import type { Instant } from '@gya/domain/common/dates.ts'
import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/pool.ts'

const inReach = (branchIds: readonly string[] | null) =>
  branchIds === null ? sql<SqlBool>`true` : sql<SqlBool>`b.id = any(${branchIds}::uuid[])`

/** The areas by name, with their branches among `branchIds` (null: all) and the people who reach those branches through the area. */
export const listAreaRows = (db: Db, companyId: string, branchIds: readonly string[] | null) =>
  db
    .selectFrom('area as a')
    .select(['a.id', 'a.name', 'a.version'])
    .select((select) => [
      jsonArrayFrom(
        select
          .selectFrom('branch as b')
          .select(['b.id as _id', 'b.name'])
          .whereRef('b.company_id', '=', 'a.company_id')
          .whereRef('b.area_id', '=', 'a.id')
          .where('b.deleted_on', 'is', null)
          .where(inReach(branchIds))
          .orderBy(sql`lower(b.name)`)
          .orderBy('b.id'),
      ).as('branches'),
      jsonArrayFrom(
        select
          .selectFrom('area_member as m')
          .innerJoin('app_user as u', 'u.id', 'm.user_id')
          .select(['u.id as _id', sql<string>`u.first_name || ' ' || u.last_name`.as('fullName')])
          .whereRef('m.company_id', '=', 'a.company_id')
          .whereRef('m.area_id', '=', 'a.id')
          .where('u.deleted_on', 'is', null)
          .orderBy(sql`lower(u.first_name || ' ' || u.last_name)`)
          .orderBy('u.id'),
      ).as('managers'),
    ])
    .where('a.company_id', '=', companyId)
    .orderBy(sql`lower(a.name)`)
    .orderBy('a.id')
    .execute()

export const findArea = (db: Db, companyId: string, areaId: string) =>
  db.selectFrom('area').selectAll().where('company_id', '=', companyId).where('id', '=', areaId).executeTakeFirst()

/** Names of other areas of the company, in lower case. */
export async function findOtherAreaNames(db: Db, companyId: string, areaId: string): Promise<string[]> {
  const rows = await db.selectFrom('area').select('name').where('company_id', '=', companyId).where('id', '!=', areaId).execute()
  return rows.map(({ name }) => name.toLowerCase())
}

type NewArea = { companyId: string; areaId: string; name: string; now: Instant; userId: string }

export const insertArea = (db: Db, { companyId, areaId, name, now, userId }: NewArea) =>
  db
    .insertInto('area')
    .values({ company_id: companyId, id: areaId, name, createdon: now, updatedon: now, updated_by: userId })
    .execute()

export const updateAreaName = (db: Db, { companyId, areaId, name, now, userId }: NewArea) =>
  db
    .updateTable('area')
    .set((set) => ({ name, updatedon: now, updated_by: userId, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', areaId)
    .execute()

/** The branches of the company with name and area. */
export const listBranchAreas = (db: Db, companyId: string) =>
  db
    .selectFrom('branch as b')
    .leftJoin('area as a', (join) => join.onRef('a.company_id', '=', 'b.company_id').onRef('a.id', '=', 'b.area_id'))
    .select(['b.id', 'b.name', 'b.area_id', 'a.name as area'])
    .where('b.company_id', '=', companyId)
    .where('b.deleted_on', 'is', null)
    .orderBy('b.id')
    .execute()

export const setAreaOfBranches = (db: Db, companyId: string, branchIds: readonly string[], areaId: string | null) =>
  db
    .updateTable('branch')
    .set({ area_id: areaId })
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${branchIds}::uuid[])`)
    .execute()

/** Deletes the area and its memberships; its branches, also deleted ones, belong to no area. Returns the number of members. */
export async function deleteAreaRow(db: Db, companyId: string, areaId: string): Promise<number> {
  const ofArea = { companyId, areaId }
  const members = await db
    .deleteFrom('area_member')
    .where('company_id', '=', ofArea.companyId)
    .where('area_id', '=', ofArea.areaId)
    .returning('user_id')
    .execute()
  await db
    .updateTable('branch')
    .set({ area_id: null })
    .where('company_id', '=', companyId)
    .where('area_id', '=', areaId)
    .execute()
  await db.deleteFrom('area').where('company_id', '=', companyId).where('id', '=', areaId).execute()
  return members.length
}
