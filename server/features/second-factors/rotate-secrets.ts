import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { SecretBox, SecretPlace } from '../../infra/encrypted-secrets.ts'
import { pepperPlace } from './secret-key-check.ts'
import { totpPlace } from './totp.ts'

/** Encrypts all secrets that `from` can decrypt with the new key. All or nothing; no sign-in can change a secret meanwhile. */
export async function rotateSecrets(db: Db, from: SecretBox, to: SecretBox): Promise<number> {
  const move = (stored: Buffer, place: SecretPlace) => to.encrypt(from.decrypt(stored, place), place)
  await sql`lock table secret_key_check, totp in share row exclusive mode`.execute(db)
  const checks = await db.selectFrom('secret_key_check').select('pepper_encrypted').execute()
  for (const { pepper_encrypted: stored } of checks)
    await db
      .updateTable('secret_key_check')
      .set({ pepper_encrypted: move(stored, pepperPlace) })
      .execute()
  const secrets = await db.selectFrom('totp').select(['user_id', 'secret_encrypted']).execute()
  for (const { user_id, secret_encrypted: stored } of secrets)
    await db
      .updateTable('totp')
      .set({ secret_encrypted: move(stored, totpPlace(user_id)) })
      .where('user_id', '=', user_id)
      .execute()
  return checks.length + secrets.length
}
