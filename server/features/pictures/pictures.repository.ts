import { reachesAllBranches } from '@gya/domain/access/permissions.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import type { FileKind } from '../../infra/files/file-store.ts'

/** Picture ids: undefined if the entity is missing, null without picture. */

export const findCompanyPicture = (db: Db, companyId: string) =>
  db.selectFrom('company').select('logo').where('id', '=', companyId).where('deleted_on', 'is', null)

export const findBranchPicture = (db: Db, companyId: string, branchId: string) =>
  db
    .selectFrom('branch')
    .select('logo')
    .where('company_id', '=', companyId)
    .where('id', '=', branchId)
    .where('deleted_on', 'is', null)

export const findPropertyPicture = (db: Db, companyId: string, propertyId: string) =>
  db
    .selectFrom('property')
    .select('logo')
    .where('company_id', '=', companyId)
    .where('id', '=', propertyId)
    .where('deleted_on', 'is', null)

export const findAvatar = (db: Db, userId: string) =>
  db.selectFrom('app_user').select('avatar').where('id', '=', userId).where('deleted_on', 'is', null)

/**
 * The photo of a person in the caller's scope. Everybody sees their own; platform admins see all; staff see the company's
 * staff and vendors (branch roles only vendors with a property in their branches); a vendor sees the agent contacts of
 * their properties.
 */
export const findAvatarInScope = (db: Db, { userId, type, companyId, branchIds }: Caller, id: string) =>
  findAvatar(db, id).$if(type !== 'GYA_ADMIN' && id !== userId, (query) =>
    query.where('company_id', '=', companyId).where(
      type === 'VENDOR'
        ? sql<SqlBool>`exists (select from property p where p.company_id = ${companyId} and p.owner_id = ${userId}
            and p.b_staff = app_user.id and p.deleted_on is null)`
        : reachesAllBranches(type)
          ? sql<SqlBool>`true`
          : sql<SqlBool>`(app_user.type <> 'VENDOR' or exists (select from property p where p.company_id = ${companyId}
              and p.owner_id = app_user.id and p.branch_id = any(${branchIds}::uuid[]) and p.deleted_on is null))`,
    ),
  )

export const setCompanyPicture = (db: Db, companyId: string, logo: string | null) =>
  db.updateTable('company').set({ logo }).where('id', '=', companyId).execute()

export const setBranchPicture = (db: Db, companyId: string, branchId: string, logo: string | null) =>
  db.updateTable('branch').set({ logo }).where('company_id', '=', companyId).where('id', '=', branchId).execute()

export const setPropertyPicture = (db: Db, companyId: string, propertyId: string, logo: string | null) =>
  db.updateTable('property').set({ logo }).where('company_id', '=', companyId).where('id', '=', propertyId).execute()

export const setAvatar = (db: Db, userId: string, avatar: string | null) =>
  db.updateTable('app_user').set({ avatar }).where('id', '=', userId).execute()

type Writing = { db: Db; discardFile: (id: string | null, kind: FileKind) => Promise<void> }

/** Sets a new photo and discards the previous file. */
export async function replaceAvatar({ db, discardFile }: Writing, userId: string, fileId: string): Promise<void> {
  const before = await findAvatar(db, userId).forNoKeyUpdate().executeTakeFirstOrThrow()
  await setAvatar(db, userId, fileId)
  await discardFile(before.avatar, 'picture')
}
