import type { Db } from '../../db/pool.ts'
import type { SecretBox } from '../../infra/encrypted-secrets.ts'
import { encryptAccountSecret } from '../mail-in/accounts/account-secrets.ts'
import { encryptClientSecret } from '../single-sign-on/providers.repository.ts'
import { encryptWebhookSecret, newWebhookSecret } from '../webhooks/webhook-secrets.ts'

/**
 * Replaces secrets that the archive does not contain: each endpoint gets a new one, which is shown when it is rotated; those of the
 * sign-in provider and of mail accounts become empty.
 */
export async function renewSecrets(db: Db, secrets: SecretBox, companyId: string): Promise<void> {
  const endpoints = await db.selectFrom('webhook').select('id').where('company_id', '=', companyId).execute()
  for (const { id } of endpoints)
    await db
      .updateTable('webhook')
      .set({ secret_encrypted: encryptWebhookSecret(secrets, { companyId, webhookId: id }, newWebhookSecret()) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  const accounts = await db.selectFrom('mail_account').select('id').where('company_id', '=', companyId).execute()
  for (const { id } of accounts)
    await db
      .updateTable('mail_account')
      .set({ secret_encrypted: encryptAccountSecret(secrets, { companyId, accountId: id }, '') })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  await db
    .updateTable('company_provider')
    .set({ secret_encrypted: encryptClientSecret(secrets, companyId, '') })
    .where('company_id', '=', companyId)
    .execute()
}
