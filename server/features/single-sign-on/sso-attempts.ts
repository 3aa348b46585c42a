import { randomBytes } from 'node:crypto'
import type { Instant } from '@gya/domain/common/dates.ts'
import { attemptMinutes } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { SecretBox, SecretPlace } from '../../infra/encrypted-secrets.ts'
import { hashToken } from '../../infra/secrets.ts'

/** `test`: test sign-in of the settings by an administrator. `confirm`: a step-up. */
export type AttemptPurpose = 'sign-in' | 'test' | 'confirm'

const expiry = (now: Instant): Instant => new Date(Date.parse(now) + attemptMinutes * 60_000).toISOString()

/** Content of an encrypted ticket for the redirect to a provider. Not stored, because the sign-in page requests one for every typed address. */
export type SsoTicket = { companyId: string; purpose: AttemptPurpose; userId: string | null; email: string | null }

const ticketPlace: SecretPlace = { table: 'sso_attempt', column: 'ticket', companyId: null, row: '' }

export const sealTicket = (secrets: SecretBox, ticket: SsoTicket, now: Instant): string =>
  secrets.encrypt(Buffer.from(JSON.stringify({ ...ticket, expires: expiry(now) })), ticketPlace).toString('base64url')

/** Returns `null` if the ticket is invalid or has expired. */
export function openTicket(secrets: SecretBox, ticket: string, now: Instant): SsoTicket | null {
  try {
    const opened = JSON.parse(secrets.decrypt(Buffer.from(ticket, 'base64url'), ticketPlace).toString()) as SsoTicket & {
      expires: Instant
    }
    return opened.expires > now ? opened : null
  } catch {
    return null
  }
}

const verifierPlace = (stateHash: Buffer): SecretPlace => ({
  table: 'sso_attempt',
  column: 'verifier_encrypted',
  companyId: null,
  row: stateHash.toString('hex'),
})

export type Attempt = {
  companyId: string
  purpose: AttemptPurpose
  userId: string | null
  providerVersion: number
  nextPath: string | null
}
type AttemptSecrets = { state: string; nonce: string; verifier: string }

export const newAttemptSecrets = (): AttemptSecrets => ({
  state: randomBytes(32).toString('base64url'),
  nonce: randomBytes(32).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
})

/** Stores an attempt. `browser`: the token in the browser's cookie. */
export async function createAttempt(
  db: Db,
  secrets: SecretBox,
  { state, nonce, verifier, browser, now, ...attempt }: Attempt & AttemptSecrets & { browser: string; now: Instant },
): Promise<void> {
  const stateHash = hashToken(state)
  await db
    .insertInto('sso_attempt')
    .values({
      state_hash: stateHash,
      company_id: attempt.companyId,
      purpose: attempt.purpose,
      user_id: attempt.userId,
      provider_version: attempt.providerVersion,
      nonce,
      verifier_encrypted: secrets.encrypt(Buffer.from(verifier), verifierPlace(stateHash)),
      browser_hash: hashToken(browser),
      next_path: attempt.nextPath,
      expires_on: expiry(now),
    })
    .execute()
}

/** Deletes and returns the attempt of a state. `null` if it has expired, was used, or belongs to another browser. */
export async function consumeAttempt(
  db: Db,
  secrets: SecretBox,
  { state, browser, now }: { state: string; browser: string; now: Instant },
): Promise<(Attempt & AttemptSecrets) | null> {
  const stateHash = hashToken(state)
  const row = await db
    .deleteFrom('sso_attempt')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', hashToken(browser))
    .where('expires_on', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  return {
    companyId: row.company_id,
    purpose: row.purpose as AttemptPurpose,
    userId: row.user_id,
    providerVersion: row.provider_version,
    nextPath: row.next_path,
    state,
    nonce: row.nonce,
    verifier: secrets.decrypt(row.verifier_encrypted, verifierPlace(stateHash)).toString(),
  }
}

export const deleteExpiredAttempts = (db: Db, now: Instant) => sql`delete from sso_attempt where expires_on < ${now}`.execute(db)
