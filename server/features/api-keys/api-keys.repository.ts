import type { Instant } from '@gya/domain/common/dates.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ApiKey } from '../../db/schema.ts'

type KeyId = { companyId: string; keyId: string }

const keysOf = (db: Db, companyId: string) =>
  db
    .selectFrom('api_key as k')
    .innerJoin('app_user as u', 'u.id', 'k.created_by')
    .leftJoin('api_key as r', (join) => join.onRef('r.company_id', '=', 'k.company_id').onRef('r.replaces', '=', 'k.id'))
    .selectAll('k')
    .select(['r.id as replaced_by', sql<string>`u.first_name || ' ' || u.last_name`.as('creator')])
    .where('k.company_id', '=', companyId)

export type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>

export const findKey = (db: Db, { companyId, keyId }: KeyId) => keysOf(db, companyId).where('k.id', '=', keyId).executeTakeFirst()

/** Keys that are valid or ended after `since`: valid ones first, each newest first. */
export const listKeys = (db: Db, companyId: string, { now, since }: { now: Instant; since: Instant }): Promise<KeyRow[]> =>
  keysOf(db, companyId)
    .where(sql<boolean>`coalesce(k.revoked_on, k.expires_on) > ${since}`)
    .orderBy(sql`k.revoked_on is null and k.expires_on > ${now}`, 'desc')
    .orderBy('k.createdon', 'desc')
    .orderBy('k.id', 'desc')
    .execute()

/** Locks the company, so that concurrent calls cannot exceed the number of keys. */
export const lockKeys = (db: Db, companyId: string) =>
  db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().executeTakeFirstOrThrow()

export const countValidKeys = async (db: Db, companyId: string, now: Instant): Promise<number> => {
  const { count } = await db
    .selectFrom('api_key')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('revoked_on', 'is', null)
    .where('expires_on', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

export const insertKey = (db: Db, key: Insertable<ApiKey>) => db.insertInto('api_key').values(key).execute()

export const updateKey = (db: Db, { companyId, keyId }: KeyId, columns: Updateable<ApiKey>) =>
  db
    .updateTable('api_key')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', keyId)
    .execute()

/** Does not increment the version, because no form shows the reminder. */
export const updateReminder = (db: Db, { companyId, keyId }: KeyId, remindedAt: number) =>
  db.updateTable('api_key').set({ reminded_at: remindedAt }).where('company_id', '=', companyId).where('id', '=', keyId).execute()

/** Branches of a company by id, without deleted ones. */
export const listBranchNames = (db: Db, companyId: string) =>
  db.selectFrom('branch').select(['id', 'name']).where('company_id', '=', companyId).where('deleted_on', 'is', null).execute()
