import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import { confirmIdentity, startPasskeyConfirmation } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import type { FastifyInstance } from 'fastify'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { rateLimitAddress } from '../../http/limits/rate-limit.ts'
import { type CallContext, registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { verifyPassword } from '../../infra/secrets.ts'
import { listPasskeys, newChallenge, passkeySite, questionOptions } from '../second-factors/passkeys.ts'
import { createTicket, tryTicket, useTicket } from '../second-factors/sign-in-tickets.ts'
import { requireReadableCode, type SecondAnswer, useSecondFactor } from '../second-factors/use-second-factor.ts'
import { renewSessionToken } from '../sessions/renew-token.ts'
import { markIdentityConfirmed } from '../sessions/sessions.repository.ts'
import { findPasswordHash } from './sign-in.repository.ts'
import { countAttempt, releaseAttempt } from './sign-in-limits.ts'
import { trustedBrowserCookie } from './trusted-browser.ts'

type Called = CallContext<typeof confirmIdentity>

const missing = (path: string, message: string) => new DomainError('VALIDATION_FAILED', { issues: [{ path, message }] })

/** Step-up: "the dialog asks for passkey, or password (and code where there is one)". [trust §4.4](docs/design/trust.md#4.4). */
export function confirmIdentityRoutes(app: FastifyInstance): void {
  const { database, secure, config } = app.gya

  registerRoute(app, startPasskeyConfirmation, async ({ caller, db, now }) => {
    const challenge = newChallenge()
    const ticket = await createTicket(db, { userId: caller.userId, purpose: 'confirm', challenge, now })
    const known = await listPasskeys(db, caller.userId)
    return { ticket, options: questionOptions(passkeySite(config.publicUrl), challenge, known) }
  })

  registerPreparedRoute(
    app,
    confirmIdentity,
    async (called) => {
      const { body, caller } = called
      requireReadableCode(body)
      if (body.passkey) return confirmByPasskey(called, body.passkey)
      if (body.password === undefined) throw missing('password', 'Enter a password.')
      const hasCode = body.totp !== undefined || body.recovery !== undefined
      if (caller.hasSecondFactor && !hasCode) throw new DomainError('SECOND_FACTOR_REQUIRED')
      await confirmByPassword(called, body.password)
      if (caller.hasSecondFactor) await confirmBySecondFactor(called, { totp: body.totp, recovery: body.recovery }, null)
    },
    async (context) => {
      const { caller, db, now } = context
      await markIdentityConfirmed(db, caller.sessionLogId, now)
      await renewSessionToken(context, app.gya)
      await recordSecurityEvent(context, { kind: 'identity-confirmed' })
      return { success: true as const }
    },
  )

  const confirmBySecondFactor = (called: Called, answer: SecondAnswer, challenge: string | null) =>
    useSecondFactor(called, app.gya, {
      account: { id: called.caller.userId, company_id: called.caller.companyId },
      challenge,
      answer,
      passkeyRefusal: 'PASSKEY_REFUSED',
    })

  async function confirmByPasskey(called: Called, passkey: NonNullable<SecondAnswer['passkey']>): Promise<void> {
    const { body, caller, now } = called
    const ticket = await tryTicket(database.db, { ticket: body.ticket ?? '', purpose: 'confirm', now })
    if (ticket?.user_id !== caller.userId || !(await useTicket(database.db, ticket.ticket_hash)))
      throw new DomainError('PASSKEY_REFUSED')
    await confirmBySecondFactor(called, { passkey }, ticket.challenge)
  }

  async function confirmByPassword(called: Called, password: string): Promise<void> {
    const { caller, now, request } = called
    const refused = { ...called, db: database.db }
    const { password_hash, needs_provider } = await findPasswordHash(database.db, caller.userId)
    const account = { id: caller.userId, password_hash }
    // Counted with sign-in attempts, so that a stolen session does not provide additional attempts.
    const attempt = {
      email: '',
      password,
      network: rateLimitAddress(request.ip),
      browserToken: request.cookies[trustedBrowserCookie(secure)],
      now,
    }
    const counted = await countAttempt(database.pool, [account], attempt)
    if (counted.refusal) {
      await recordSecurityEvent(refused, { kind: 'identity-refused', data: { reason: 'too-many-tries' } })
      throw counted.refusal
    }
    const isRight = password_hash !== null && (await verifyPassword(password_hash, password))
    if (!isRight || needs_provider) {
      await recordSecurityEvent(refused, { kind: 'identity-refused', data: { reason: 'wrong-password' } })
      throw new DomainError('PASSWORD_WRONG', { issues: [{ path: 'password', message: errors.PASSWORD_WRONG[1] }] })
    }
    await releaseAttempt(database.pool, counted, account)
  }
}
