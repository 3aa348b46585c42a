import { DomainError } from '@gya/domain/error-catalogue.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Replaces the areas of a person. Throws VALIDATION_FAILED for an area that does not exist. */
export async function setAreas(db: Db, membership: Membership, areaIds: readonly string[]): Promise<{ isChanged: boolean }> {
  const { companyId, userId } = membership
  const wanted = (await findAreas(db, companyId, areaIds)).map(({ id }) => id)
  if (areaIds.some((areaId) => !wanted.includes(areaId)))
    throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'areaIds', message: 'One of these areas does not exist.' }] })
  const before = (await findAreasOf(db, companyId, userId)).map(({ id }) => id)
  const left = before.filter((id) => !wanted.includes(id))
  const joined = wanted.filter((id) => !before.includes(id))
  if (left.length > 0) await deleteAreaMemberships(db, membership, left)
  if (joined.length > 0) await insertAreaMemberships(db, membership, joined)
  return { isChanged: left.length + joined.length > 0 }
}

/** Company admins need no areas; otherwise a later demotion would bring them back. */
export async function clearReach(db: Db, { companyId, userId }: Membership): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ all_branches: false })
    .where('id', '=', userId)
    .where('all_branches', '=', true)
    .execute()
  await db.deleteFrom('area_member').where('company_id', '=', companyId).where('user_id', '=', userId).execute()
}

/** The ids that are areas of the company, with their names. */
const findAreas = (db: Db, companyId: string, areaIds: readonly string[]) =>
  db
    .selectFrom('area')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${areaIds}::uuid[])`)
    .orderBy(sql`lower(name)`)
    .execute()

/** The areas of a person. */
const findAreasOf = (db: Db, companyId: string, userId: string) =>
  db
    .selectFrom('area_member as m')
    .innerJoin('area as a', (join) => join.onRef('a.company_id', '=', 'm.company_id').onRef('a.id', '=', 'm.area_id'))
    .select(['a.id', 'a.name'])
    .where('m.company_id', '=', companyId)
    .where('m.user_id', '=', userId)
    .orderBy(sql`lower(a.name)`)
    .execute()

type Membership = { companyId: string; userId: string }

const deleteAreaMemberships = (db: Db, { companyId, userId }: Membership, areaIds: readonly string[]) =>
  db
    .deleteFrom('area_member')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where(sql<SqlBool>`area_id = any(${areaIds}::uuid[])`)
    .execute()

const insertAreaMemberships = (db: Db, { companyId, userId }: Membership, areaIds: readonly string[]) =>
  db
    .insertInto('area_member')
    .values(areaIds.map((areaId) => ({ company_id: companyId, area_id: areaId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
