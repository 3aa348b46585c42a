import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/pool.ts'
import type { SecretBox, SecretPlace } from '../../infra/encrypted-secrets.ts'

export const pepperPlace: SecretPlace = { table: 'secret_key_check', column: 'pepper_encrypted', companyId: null, row: '1' }

const readStoredPepper = (db: Db) =>
  db.selectFrom('secret_key_check').select('pepper_encrypted').where('id', '=', 1).executeTakeFirst()

/** Whether the key decrypts this database's secrets. True if there are none. */
export async function isSecretKeyRight(db: Db, secrets: SecretBox): Promise<boolean> {
  const row = await readStoredPepper(db)
  if (!row) return true
  try {
    secrets.decrypt(row.pepper_encrypted, pepperPlace)
    return true
  } catch {
    return false
  }
}

/**
 * The key of the recovery code hashes; created on first use. Every writer of a secret reads it first, so that a process with another key
 * fails here instead of storing secrets that other processes cannot decrypt.
 */
export async function readPepper(db: Db, secrets: SecretBox): Promise<Buffer> {
  const row = await readStoredPepper(db)
  if (row) return secrets.decrypt(row.pepper_encrypted, pepperPlace)
  const pepper = secrets.encrypt(randomBytes(32), pepperPlace)
  await db
    .insertInto('secret_key_check')
    .values({ id: 1, pepper_encrypted: pepper })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return readPepper(db, secrets)
}
