import type { Db } from '../../../db/pool.ts'
import type { SecretBox, SecretPlace } from '../../../infra/encrypted-secrets.ts'

export type AccountIds = { companyId: string; accountId: string }

const placeOf = ({ companyId, accountId }: AccountIds): SecretPlace => ({
  table: 'mail_account',
  column: 'secret_encrypted',
  companyId,
  row: accountId,
})

export const encryptAccountSecret = (secrets: SecretBox, of: AccountIds, secret: string): Buffer =>
  secrets.encrypt(Buffer.from(secret), placeOf(of))
export const decryptAccountSecret = (secrets: SecretBox, of: AccountIds, stored: Buffer): string =>
  secrets.decrypt(stored, placeOf(of)).toString()

/** Encrypts the secrets of all accounts with the new key. Returns their number. */
export async function rotateAccountSecrets(db: Db, from: SecretBox, to: SecretBox): Promise<number> {
  const rows = await db.selectFrom('mail_account').select(['company_id', 'id', 'secret_encrypted']).forUpdate().execute()
  for (const { company_id: companyId, id: accountId, secret_encrypted: stored } of rows) {
    const of = { companyId, accountId }
    await db
      .updateTable('mail_account')
      .set({ secret_encrypted: encryptAccountSecret(to, of, decryptAccountSecret(from, of, stored)) })
      .where('company_id', '=', companyId)
      .where('id', '=', accountId)
      .execute()
  }
  return rows.length
}
