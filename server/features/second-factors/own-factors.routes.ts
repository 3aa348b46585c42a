import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  addPasskey,
  confirmTotp,
  deletePasskey,
  deleteTotp,
  makeRecoveryCodes,
  readFactors,
  startPasskey,
  startTotp,
} from '@gya/domain/features/second-factors/second-factors.contract.ts'
import {
  accountTries,
  accountTryMinutes,
  maxPasskeys,
  secondFactorFrom,
  whyNotRemoveFactor,
} from '@gya/domain/features/second-factors/second-factors.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { type OutboxContext, queueMail } from '../../emails/outbox.ts'
import { type FactorChange, factorChangedEmail } from '../../emails/second-factors.ts'
import { type Caller, roleOf } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { enforceRateLimit } from '../../http/limits/rate-limit.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { isBreakGlassInUse } from './break-glass.ts'
import { creationOptions, listPasskeys, newChallenge, passkeySite, verifyNewPasskey } from './passkeys.ts'
import { prepareRecoveryCodes, saveRecoveryCodes } from './recovery-codes.ts'
import { countFactors, lockAccount, readTotp, updateHasFactor } from './second-factors.repository.ts'
import { createTicket, tryTicket, useTicket } from './sign-in-tickets.ts'
import { createTotp, redeemTotpCode } from './totp.ts'
import { requireReadableCode } from './use-second-factor.ts'

const success = { success: true as const }

/** The second factors of one's own account. */
export function ownFactorsRoutes(app: FastifyInstance): void {
  const { database, secrets, config } = app.gya
  const site = passkeySite(config.publicUrl)
  const requiredFrom = (caller: Caller) => secondFactorFrom(roleOf(caller), caller.signInPolicy, config.platformSecondFactor)

  registerRoute(app, readFactors, async ({ caller, db }) => {
    const [totp, passkeys, { recoveryCodes }] = [
      await readTotp(db, caller.userId),
      await listPasskeys(db, caller.userId),
      await countFactors(db, caller.userId),
    ]
    return {
      totp: totp?.confirmed_on ? { addedOn: totp.confirmed_on } : null,
      passkeys: passkeys.map(({ id, name, createdon, last_used_on, backed_up }) => ({
        _id: id,
        name,
        addedOn: createdon,
        lastUsedOn: last_used_on,
        synced: backed_up,
      })),
      recoveryCodesLeft: recoveryCodes,
      required: requiredFrom(caller) !== null,
      passkeyHost: site.host,
    }
  })

  registerRoute(app, startTotp, async ({ caller, db }) => {
    const { email } = await lockOwnAccount(db, caller)
    const made = await createTotp(db, secrets, { userId: caller.userId, email })
    if (!made) throw new DomainError('TOTP_EXISTS')
    return made
  })

  registerPreparedRoute(
    app,
    confirmTotp,
    async ({ body, caller, now }) => {
      requireReadableCode({ totp: body.code })
      const limit = { key: `totp-of:${caller.userId}`, max: accountTries, minutes: accountTryMinutes }
      await enforceRateLimit(database.pool, [limit], now)
    },
    async (context) => {
      const { body, caller, db, now } = context
      await lockOwnAccount(db, caller)
      const { userId } = caller
      if (!(await redeemTotpCode(db, secrets, { userId, typed: body.code, now, confirmed: false })))
        throw new DomainError('VALIDATION_FAILED', {
          issues: [{ path: 'code', message: 'This code is not correct. Check the clock of your phone.' }],
        })
      await saveChange(context, 'totp-added', 'totp')
      return success
    },
  )

  registerRoute(app, deleteTotp, async (context) => {
    const { caller, db } = context
    await lockOwnAccount(db, caller)
    if (!(await readTotp(db, caller.userId))?.confirmed_on) throw new DomainError('NOT_FOUND')
    await requireOtherFactor(db, caller)
    await db.deleteFrom('totp').where('user_id', '=', caller.userId).execute()
    await saveChange(context, 'totp-removed', 'totp')
    return success
  })

  registerRoute(app, startPasskey, async ({ caller, db, now }) => {
    const { email, first_name, last_name } = await lockOwnAccount(db, caller)
    const known = await listPasskeys(db, caller.userId)
    refuseIf(known.length < maxPasskeys ? null : 'TOO_MANY_PASSKEYS')
    const challenge = newChallenge()
    const ticket = await createTicket(db, { userId: caller.userId, purpose: 'register', challenge, now })
    const owner = { id: caller.userId, email, fullName: `${first_name} ${last_name}` }
    return { ticket, options: creationOptions(site, challenge, owner, known) }
  })

  registerPreparedRoute(
    app,
    addPasskey,
    async ({ body, caller, now }) => {
      const ticket = await tryTicket(database.db, { ticket: body.ticket, purpose: 'register', now })
      if (ticket?.user_id !== caller.userId || !(await useTicket(database.db, ticket.ticket_hash)))
        throw new DomainError('PASSKEY_REFUSED')
      const verified = await verifyNewPasskey(body.passkey, { site, challenge: ticket.challenge ?? '' })
      if (!verified) throw new DomainError('PASSKEY_REFUSED')
      return verified
    },
    async (context) => {
      const { body, caller, db, now, prepared } = context
      await lockOwnAccount(db, caller)
      refuseIf((await countFactors(db, caller.userId)).passkeys < maxPasskeys ? null : 'TOO_MANY_PASSKEYS')
      const added = await db
        .insertInto('passkey')
        .values({ ...prepared, user_id: caller.userId, name: body.name, createdon: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (added.numInsertedOrUpdatedRows === 0n) throw new DomainError('PASSKEY_REFUSED')
      await saveChange(context, 'passkey-added', 'passkey')
      return success
    },
  )

  registerRoute(app, deletePasskey, async (context) => {
    const { caller, db, params } = context
    await lockOwnAccount(db, caller)
    const own = (await listPasskeys(db, caller.userId)).some(({ id }) => id === params.passkeyId)
    if (!own) throw new DomainError('NOT_FOUND')
    await requireOtherFactor(db, caller)
    await db.deleteFrom('passkey').where('user_id', '=', caller.userId).where('id', '=', params.passkeyId).execute()
    await saveChange(context, 'passkey-removed', 'passkey')
    return success
  })

  registerPreparedRoute(
    app,
    makeRecoveryCodes,
    async ({ caller }) => {
      refuseIf(caller.hasSecondFactor ? null : 'FACTOR_MISSING')
      return prepareRecoveryCodes(database.db, secrets, caller.userId)
    },
    async (context) => {
      const { caller, db, prepared } = context
      const { has_second_factor: hasFactor } = await lockOwnAccount(db, caller)
      refuseIf(hasFactor ? null : 'FACTOR_MISSING')
      await saveRecoveryCodes(db, caller.userId, prepared)
      await saveChange(context, 'recovery-codes', 'recovery-codes')
      return { codes: prepared.codes }
    },
  )

  async function lockOwnAccount(db: Db, { userId }: Caller) {
    const account = await lockAccount(db, userId)
    if (!account) throw new DomainError('INVALID_SESSION')
    return account
  }

  /** Throws FACTOR_REQUIRED for the last factor if the policy requires one. */
  async function requireOtherFactor(db: Db, caller: Caller): Promise<void> {
    const { totp, passkeys } = await countFactors(db, caller.userId)
    refuseIf(whyNotRemoveFactor(totp + passkeys, requiredFrom(caller)))
    // A break-glass administrator needs a factor to sign in.
    refuseIf(totp + passkeys <= 1 && (await isBreakGlassInUse(db, caller.userId)) ? 'FACTOR_REQUIRED' : null)
  }

  /** Stores whether the account has a factor, records the change and notifies its owner. */
  async function saveChange(
    context: RecordingContext & OutboxContext & { caller: Caller },
    change: FactorChange,
    factor: 'totp' | 'passkey' | 'recovery-codes',
  ): Promise<void> {
    const { db, caller } = context
    await updateHasFactor(db, caller.userId)
    const kind =
      change === 'recovery-codes' ? 'recovery-codes-made' : change.endsWith('added') ? 'factor-added' : 'factor-removed'
    await recordSecurityEvent(context, { kind, data: kind === 'recovery-codes-made' ? {} : { factor } })
    await queueMail(context, factorChangedEmail(await lockOwnAccount(db, caller), change, config.publicUrl))
  }
}
