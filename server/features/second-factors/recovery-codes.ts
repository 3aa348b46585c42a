import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Instant } from '@gya/domain/common/dates.ts'
import {
  makeRecoveryCode,
  readRecoveryCode,
  recoveryCodeCount,
  showRecoveryCode,
} from '@gya/domain/features/second-factors/recovery-code.ts'
import type { Db } from '../../db/pool.ts'
import type { SecretBox } from '../../infra/encrypted-secrets.ts'
import { hashWithSalt } from '../../infra/secrets.ts'
import { readPepper } from './secret-key-check.ts'

const saltBytes = 16

const keyedHash = (pepper: Buffer, userId: string, code: string): Buffer =>
  createHmac('sha256', pepper).update(`${userId}:${code}`).digest()

/**
 * "Lookup secrets with less than 112 bits of entropy are hashed with an approved password storage hashing algorithm that incorporates a
 * 32-bit random salt" (ASVS 6.5.2): Argon2id of the keyed hash. The codes of an account share the salt, so that looking up a code costs one
 * hash. Codes without a salt are older and stored as a keyed hash only.
 */
const hashCode = async (keyed: Buffer, salt: Buffer | null): Promise<Buffer> => (salt ? hashWithSalt(keyed, salt) : keyed)

/** Codes as shown to their owner, with their hashes. */
export type NewRecoveryCodes = { codes: string[]; hashes: Buffer[]; salt: Buffer }

/** "10 of 10 signs". Hashing is slow, so call it before the transaction. */
export async function prepareRecoveryCodes(db: Db, secrets: SecretBox, userId: string): Promise<NewRecoveryCodes> {
  const pepper = await readPepper(db, secrets)
  const salt = randomBytes(saltBytes)
  const codes = Array.from({ length: recoveryCodeCount }, () => makeRecoveryCode(randomInt))
  const hashes = await Promise.all(codes.map((code) => hashCode(keyedHash(pepper, userId, code), salt)))
  return { codes: codes.map(showRecoveryCode), hashes, salt }
}

/** "Each once; new ones end the old". Only hashes are stored. */
export async function saveRecoveryCodes(db: Db, userId: string, { hashes, salt }: NewRecoveryCodes): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash, index) => ({ user_id: userId, ordinal: index + 1, code_hash, salt })))
    .execute()
}

/** Uses a recovery code: true if it is one of the user's and unused. */
export async function redeemRecoveryCode(
  db: Db,
  secrets: SecretBox,
  { userId, typed, now }: { userId: string; typed: string; now: Instant },
): Promise<boolean> {
  const code = readRecoveryCode(typed)
  if (code === null) return false
  const stored = await db.selectFrom('recovery_code').select('salt').where('user_id', '=', userId).limit(1).executeTakeFirst()
  if (!stored) return false
  const keyed = keyedHash(await readPepper(db, secrets), userId, code)
  const used = await db
    .updateTable('recovery_code')
    .set({ used_on: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', await hashCode(keyed, stored.salt))
    .where('used_on', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}
