import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { readRecoveryCode } from '@gya/domain/features/second-factors/recovery-code.ts'
import { accountTries, accountTryMinutes, readTotpCode } from '@gya/domain/features/second-factors/second-factors.rules.ts'
import type { AppDependencies } from '../../app-dependencies.ts'
import type { Db } from '../../db/pool.ts'
import { type RecordingContext, recordAfterResponse, recordSecurityEvent } from '../../http/access/security-events.ts'
import { enforceRateLimit, resetRateLimits } from '../../http/limits/rate-limit.ts'
import { markPasskeyUsed, type PasskeySignature, passkeySite, verifyPasskey } from './passkeys.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { countFactors } from './second-factors.repository.ts'
import { createTicket } from './sign-in-tickets.ts'
import { redeemTotpCode } from './totp.ts'

export type SecondAnswer = { totp?: string | undefined; recovery?: string | undefined; passkey?: PasskeySignature | undefined }

const invalid = (path: string, message: string) => new DomainError('VALIDATION_FAILED', { issues: [{ path, message }] })

/** Throws VALIDATION_FAILED for a text that cannot be a code; this does not count as an attempt. */
export function requireReadableCode({ totp, recovery }: SecondAnswer): void {
  if (totp !== undefined && readTotpCode(totp) === null) throw invalid('totp', 'A code has 6 digits.')
  if (recovery !== undefined && readRecoveryCode(recovery) === null)
    throw invalid('recovery', 'A recovery code has 10 letters and digits.')
}

/** The refusal of a correct password that requires a second step, with the ticket and the factors of the account. */
export async function requireSecondStep(db: Db, userId: string, now: Instant): Promise<DomainError> {
  const { totp, passkeys, recoveryCodes } = await countFactors(db, userId)
  const ways = [...(passkeys > 0 ? ['passkey'] : []), ...(totp > 0 ? ['totp'] : []), ...(recoveryCodes > 0 ? ['recovery'] : [])]
  const ticket = await createTicket(db, { userId, purpose: 'sign-in', now })
  return new DomainError('SECOND_FACTOR_REQUIRED', { details: { ticket, ways: ways.join(' ') } })
}

type Called = Omit<RecordingContext, 'db'>
type Answered = {
  account: { id: string; company_id: string | null }
  challenge: string | null
  answer: SecondAnswer
  passkeyRefusal: 'SIGN_IN_FAILED' | 'PASSKEY_REFUSED'
}

/**
 * Uses a code or passkey, before the transaction, because the use stands even if the call fails afterwards. Throws SECOND_FACTOR_WRONG and
 * TOO_MANY_REQUESTS; wrong answers are audited. Returns how the user proved their identity.
 */
export async function useSecondFactor(
  called: Called,
  { database, secrets, config }: Pick<AppDependencies, 'database' | 'secrets' | 'config'>,
  { account, challenge, answer, passkeyRefusal }: Answered,
): Promise<'totp' | 'recovery' | 'passkey'> {
  const { db, pool } = database
  const { now } = called
  const { totp, recovery, passkey } = answer
  const key = `second-factor:${account.id}`
  await enforceRateLimit(pool, [{ key, max: accountTries, minutes: accountTryMinutes }], now)
  const accept = async <Way>(way: Way): Promise<Way> => {
    await resetRateLimits(pool, { forgotten: [key], takenBack: [] })
    return way
  }
  const userId = account.id
  if (totp !== undefined && (await redeemTotpCode(db, secrets, { userId, typed: totp, now, confirmed: true })))
    return accept('totp')
  if (recovery !== undefined && (await redeemRecoveryCode(db, secrets, { userId, typed: recovery, now })))
    return accept('recovery')
  let reason: string = totp === undefined ? 'wrong-recovery-code' : 'wrong-code'
  if (passkey !== undefined) {
    const site = passkeySite(config.publicUrl)
    const checked = await verifyPasskey(db, passkey, { site, challenge: challenge ?? '' })
    if (checked.userId === userId && !('refused' in checked) && (await markPasskeyUsed(db, checked, now)))
      return accept('passkey')
    reason = 'refused' in checked ? checked.refused : 'wrong-passkey'
  }
  recordAfterResponse(called.request, () =>
    recordSecurityEvent(
      { ...called, db },
      {
        kind: 'second-factor-refused',
        companyId: account.company_id ?? platformCompanyId,
        userId: null,
        aboutUserId: userId,
        data: { reason },
      },
    ),
  )
  throw new DomainError(passkey === undefined ? 'SECOND_FACTOR_WRONG' : passkeyRefusal)
}
