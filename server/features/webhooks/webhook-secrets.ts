import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '../../db/pool.ts'
import type { SecretBox } from '../../infra/encrypted-secrets.ts'

/** "Secret `whsec_` + base64 of 32 random bytes, one per endpoint." [connect §4.1](docs/design/connect.md#4.1). */
export const newWebhookSecret = (): Buffer => randomBytes(32)
export const showWebhookSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`

type Endpoint = { companyId: string; webhookId: string }

const placeOf = ({ companyId, webhookId }: Endpoint) => ({ table: 'webhook', column: 'secret', companyId, row: webhookId })

export const encryptWebhookSecret = (secrets: SecretBox, of: Endpoint, secret: Buffer): Buffer =>
  secrets.encrypt(secret, placeOf(of))
export const decryptWebhookSecret = (secrets: SecretBox, of: Endpoint, stored: Buffer): Buffer =>
  secrets.decrypt(stored, placeOf(of))

/** Standard Webhooks 1.0: base64 of HMAC-SHA256 over `id.timestamp.body`, one signature per secret. */
export const signatureOf = (
  secrets: readonly Buffer[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string =>
  secrets.map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`).join(' ')

/** Encrypts the secrets of all endpoints with the new key. Returns the number of secrets. */
export async function rotateWebhookSecrets(db: Db, from: SecretBox, to: SecretBox): Promise<number> {
  const rows = await db
    .selectFrom('webhook')
    .select(['company_id', 'id', 'secret_encrypted', 'old_secret_encrypted'])
    .forUpdate()
    .execute()
  for (const { company_id: companyId, id: webhookId, secret_encrypted, old_secret_encrypted } of rows) {
    const of = { companyId, webhookId }
    const moved = (stored: Buffer) => encryptWebhookSecret(to, of, decryptWebhookSecret(from, of, stored))
    await db
      .updateTable('webhook')
      .set({
        secret_encrypted: moved(secret_encrypted),
        old_secret_encrypted: old_secret_encrypted && moved(old_secret_encrypted),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', webhookId)
      .execute()
  }
  return rows.length
}
