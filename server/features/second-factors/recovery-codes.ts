import { createHmac, randomInt } from 'node:crypto'
import type { Instant } from '@gya/domain/common/dates.ts'
import {
  makeRecoveryCode,
  readRecoveryCode,
  recoveryCodes,
  showRecoveryCode,
} from '@gya/domain/features/second-factors/second-factors.rules.ts'
import type { Db } from '../../db/pool.ts'
import type { SecretBox } from '../../infra/encrypted-secrets.ts'
import { readPepper } from './secret-key-check.ts'

const hashCode = (pepper: Buffer, userId: string, code: string): Buffer =>
  createHmac('sha256', pepper).update(`${userId}:${code}`).digest()

/** "10 of 10 signs …; each once; new ones end the old". Answers them as shown to the user; only hashes are stored. */
export async function createRecoveryCodes(db: Db, secrets: SecretBox, userId: string): Promise<string[]> {
  const pepper = await readPepper(db, secrets)
  const codes = Array.from({ length: recoveryCodes }, () => makeRecoveryCode(randomInt))
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map((code, index) => ({ user_id: userId, ordinal: index + 1, code_hash: hashCode(pepper, userId, code) })))
    .execute()
  return codes.map(showRecoveryCode)
}

/** Uses a recovery code: true if it is one of the user's and unused. */
export async function redeemRecoveryCode(
  db: Db,
  secrets: SecretBox,
  { userId, typed, now }: { userId: string; typed: string; now: Instant },
): Promise<boolean> {
  const code = readRecoveryCode(typed)
  if (code === null) return false
  const used = await db
    .updateTable('recovery_code')
    .set({ used_on: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(await readPepper(db, secrets), userId, code))
    .where('used_on', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}
