import { managers } from '@gya/domain/access/permissions.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { MailAccount } from '../../../db/schema.ts'
import { isInReach } from '../../../http/access/reach.ts'
import type { SecretBox } from '../../../infra/encrypted-secrets.ts'
import { type AccountIds, decryptAccountSecret } from './account-secrets.ts'
import type { AccountSettings, Folder } from './open-mailbox.ts'

/** How far a folder was read. */
export type FolderState = Folder & { uidValidity: string; lastUid: number }
export type AccountRow = Omit<Selectable<MailAccount>, 'folders'> & { folders: FolderState[] }

type BranchIds = { companyId: string; branchId: string }

/** Oldest first. */
export const listMailAccountRows = async (db: Db, { companyId, branchId }: BranchIds): Promise<AccountRow[]> =>
  (await db
    .selectFrom('mail_account')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('branch_id', '=', branchId)
    .orderBy('id')
    .execute()) as AccountRow[]

export const findMailAccount = async (
  db: Db,
  { companyId, accountId }: AccountIds,
  { lock = false } = {},
): Promise<AccountRow | undefined> =>
  (await db
    .selectFrom('mail_account')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()) as AccountRow | undefined

export const insertMailAccount = (db: Db, row: Insertable<MailAccount>) => db.insertInto('mail_account').values(row).execute()

export const updateMailAccountRow = (db: Db, { companyId, accountId }: AccountIds, values: Updateable<MailAccount>) =>
  db.updateTable('mail_account').set(values).where('company_id', '=', companyId).where('id', '=', accountId)

export const deleteMailAccountRow = (db: Db, { companyId, accountId }: AccountIds) =>
  db.deleteFrom('mail_account').where('company_id', '=', companyId).where('id', '=', accountId).execute()

export const settingsOf = (secrets: SecretBox, row: AccountRow): AccountSettings => ({
  kind: row.kind as AccountSettings['kind'],
  host: row.host,
  port: row.port,
  userName: row.user_name,
  tenant: row.tenant,
  clientId: row.client_id,
  secret: decryptAccountSecret(secrets, { companyId: row.company_id, accountId: row.id }, row.secret_encrypted),
})

/** A job for each account that is on, one at a time an account; `only`: of one. */
export const enqueueReading = (db: Db, only: string | null = null): Promise<unknown> =>
  sql`
  select graphile_worker.add_job('read-mail-account', payload := json_build_object('companyId', a.company_id, 'accountId', a.id),
    queue_name := 'mail-account-' || a.id, job_key := 'mail-account-' || a.id)
  from mail_account a join branch b on b.company_id = a.company_id and b.id = a.branch_id join company c on c.id = a.company_id
  where a.state <> 'off' and b.deleted_on is null and c.deleted_on is null and (${only}::uuid is null or a.id = ${only}::uuid)`.execute(
    db,
  )

/** "Managers of the branch." */
export const listBranchManagers = (db: Db, { companyId, branchId }: BranchIds) =>
  db
    .selectFrom('app_user as u')
    .select(['u.id', 'u.email', 'u.company_id', 'u.first_name', 'u.last_name'])
    .where('u.company_id', '=', companyId)
    .where('u.type', 'in', [...managers])
    .where('u.activated', '=', true)
    .where('u.deleted_on', 'is', null)
    .where('u.deactivated_on', 'is', null)
    .where(isInReach({ companyId: sql.ref('u.company_id'), branchId }))
    .orderBy('u.id')
    .execute()
