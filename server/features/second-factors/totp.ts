import type { Instant } from '@gya/domain/common/dates.ts'
import { readTotpCode } from '@gya/domain/features/second-factors/second-factors.rules.ts'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../db/pool.ts'
import type { SecretBox, SecretPlace } from '../../infra/encrypted-secrets.ts'
import { readPepper } from './secret-key-check.ts'

/** "SHA-1, 6 digits, 30 s, one step either way, each step once". [trust §4.2](docs/design/trust.md#4.2). */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const stepsEitherWay = 1
/** 160 bits, the length of the hash (RFC 4226). */
const secretBytes = 20

export const totpPlace = (userId: string): SecretPlace => ({
  table: 'totp',
  column: 'secret_encrypted',
  companyId: null,
  row: userId,
})

/** Stores a new secret that no code has confirmed yet. Returns null instead of replacing a confirmed one. */
export async function createTotp(
  db: Db,
  secrets: SecretBox,
  { userId, email }: { userId: string; email: string },
): Promise<{ secret: string; uri: string } | null> {
  await readPepper(db, secrets)
  const secret = new Secret({ size: secretBytes })
  const encrypted = secrets.encrypt(Buffer.from(secret.bytes), totpPlace(userId))
  const stored = await db
    .insertInto('totp')
    .values({ user_id: userId, secret_encrypted: encrypted })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_encrypted: encrypted, last_counter: null })
        .where('totp.confirmed_on', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!stored) return null
  const uri = new TOTP({ ...settings, issuer: 'GYA', label: email, secret }).toString()
  return { secret: secret.base32, uri }
}

/**
 * Uses a code: true if it is correct and its step has not been used. The step is written conditionally, so that of two concurrent requests
 * with one code only the first succeeds.
 */
export async function redeemTotpCode(
  db: Db,
  secrets: SecretBox,
  { userId, typed, now, confirmed }: { userId: string; typed: string; now: Instant; confirmed: boolean },
): Promise<boolean> {
  const code = readTotpCode(typed)
  const row = await db
    .selectFrom('totp')
    .select('secret_encrypted')
    .where('user_id', '=', userId)
    .where('confirmed_on', confirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (!row || code === null) return false
  const secret = new Secret({ buffer: toArrayBuffer(secrets.decrypt(row.secret_encrypted, totpPlace(userId))) })
  const timestamp = Date.parse(now)
  const delta = TOTP.validate({ ...settings, secret, token: code, timestamp, window: stepsEitherWay })
  if (delta === null) return false
  const counter = Math.floor(timestamp / 1000 / settings.period) + delta
  const used = await db
    .updateTable('totp')
    .set({ last_counter: counter, ...(confirmed ? {} : { confirmed_on: now }) })
    .where('user_id', '=', userId)
    .where((where) => where.or([where('last_counter', 'is', null), where('last_counter', '<', counter)]))
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** The confirmed secret of an account in base32. Only the demo shows a secret again. */
export async function readTotpSecret(db: Db, secrets: SecretBox, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('totp')
    .select('secret_encrypted')
    .where('user_id', '=', userId)
    .where('confirmed_on', 'is not', null)
    .executeTakeFirst()
  return row ? new Secret({ buffer: toArrayBuffer(secrets.decrypt(row.secret_encrypted, totpPlace(userId))) }).base32 : null
}

const toArrayBuffer = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer
