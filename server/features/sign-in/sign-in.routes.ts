import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  activateAccount,
  forgotPassword,
  login,
  logout,
  readMe,
  resetOwnPassword,
  resetPasswordByLink,
  signInSecondStep,
  signInWithPasskey,
  startPasskeySignIn,
  verifyEmail,
} from '@gya/domain/features/sign-in/sign-in.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { clearSessionCookies, readSessionToken, setSessionCookies } from '../../http/access/caller.ts'
import { clientNetwork, logSecurityEvent, recordSecurityEvent, userAgentOf } from '../../http/access/security-events.ts'
import { rateLimitAddress } from '../../http/limits/rate-limit.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { dummyHash, hashPassword, hashToken, verifyPassword } from '../../infra/secrets.ts'
import { confirmEmail } from '../account/confirm-email.ts'
import {
  listPasskeys,
  markPasskeyUsed,
  newChallenge,
  passkeySite,
  questionOptions,
  verifyPasskey,
} from '../second-factors/passkeys.ts'
import { challengeTicket, createTicket, tryTicket, useTicket } from '../second-factors/sign-in-tickets.ts'
import { requireReadableCode, requireSecondStep, useSecondFactor } from '../second-factors/use-second-factor.ts'
import { endSessionsOfAccount } from '../sessions/end-sessions.ts'
import { renewSessionToken } from '../sessions/renew-token.ts'
import { deleteSession, isCurrentToken } from '../sessions/sessions.repository.ts'
import { sendPasswordChanged } from '../users/account-emails.ts'
import { deleteLinksOfAccount, findLinkOwner, useLink } from '../users/account-links.repository.ts'
import { readCurrentUser } from '../users/current-user.read-model.ts'
import { guessableWordsOfAccount } from '../users/guessable-words.ts'
import { refuseWeakPassword } from '../users/refuse-weak-password.ts'
import { openSession } from './open-session.ts'
import {
  findAccountsByEmail,
  findActiveAccount,
  findPasswordHash,
  updateEmailVerified,
  updatePassword,
} from './sign-in.repository.ts'
import { countAttempt, recordRefusedSignIn, releaseAttempt, unlockAccounts } from './sign-in-limits.ts'
import { setTrustedBrowserCookie, trustedBrowserCookie } from './trusted-browser.ts'

const success = { success: true as const }

type FoundAccount = Awaited<ReturnType<typeof findAccountsByEmail>>[number]

export function signInRoutes(app: FastifyInstance): void {
  const { database, secure, config } = app.gya
  const { publicUrl } = config
  const site = passkeySite(publicUrl)

  registerPreparedRoute(
    app,
    login,
    async (called) => {
      const { body, now, request } = called
      const { email, password } = body
      const accounts = await findAccountsByEmail(database.db, email)
      const attempt = {
        email,
        password,
        network: rateLimitAddress(request.ip),
        browserToken: request.cookies[trustedBrowserCookie(secure)],
        now,
      }
      const counted = await countAttempt(database.pool, accounts, attempt)
      const { account, needsProvider } = await accountWithPassword(
        counted.open.map((open) => open.account),
        password,
      )
      if (!account) {
        const reason = counted.refusal ? 'too-many-tries' : needsProvider ? 'needs-provider' : 'wrong-password'
        recordRefusedSignIn({ ...called, db: database.db }, accounts, reason)
        throw counted.refusal ?? new DomainError('SIGN_IN_FAILED')
      }
      await releaseAttempt(database.pool, counted, account)
      if (account.deactivated_on !== null) {
        recordRefusedSignIn({ ...called, db: database.db }, [account], 'deactivated')
        throw new DomainError('ACCOUNT_DEACTIVATED')
      }
      if (account.has_second_factor) throw await requireSecondStep(database.db, account.id, now)
      return account
    },
    (context) => openSession(context, app.gya, context.prepared, { way: 'password', second: 'none' }),
  )

  registerPreparedRoute(
    app,
    signInSecondStep,
    async (called) => {
      const { body, now } = called
      requireReadableCode(body)
      const ticket = await tryTicket(database.db, { ticket: body.ticket, purpose: 'sign-in', now })
      const account = ticket?.user_id ? await findActiveAccount(database.db, ticket.user_id, 'password') : undefined
      if (!ticket || !account || account.needs_provider) throw new DomainError('SIGN_IN_FAILED')
      const second = await useSecondFactor(called, app.gya, {
        account,
        challenge: ticket.challenge,
        answer: body,
        passkeyRefusal: 'SIGN_IN_FAILED',
      })
      if (!(await useTicket(database.db, ticket.ticket_hash))) throw new DomainError('SIGN_IN_FAILED')
      return { account, second }
    },
    (context) => openSession(context, app.gya, context.prepared.account, { way: 'password', second: context.prepared.second }),
  )

  registerRoute(app, startPasskeySignIn, async ({ body, db, now }) => {
    const challenge = newChallenge()
    if (body.ticket === undefined) {
      const ticket = await createTicket(db, { userId: null, purpose: 'passkey', challenge, now })
      return { ticket, options: questionOptions(site, challenge, []) }
    }
    const owner = await challengeTicket(db, { ticket: body.ticket, challenge, now })
    if (!owner) throw new DomainError('SIGN_IN_FAILED')
    return { ticket: body.ticket, options: questionOptions(site, challenge, await listPasskeys(db, owner.userId)) }
  })

  registerPreparedRoute(
    app,
    signInWithPasskey,
    async (called) => {
      const { body, now } = called
      const ticket = await tryTicket(database.db, { ticket: body.ticket, purpose: 'passkey', now })
      // A challenge is answered once, whether correctly or not.
      if (!ticket || !(await useTicket(database.db, ticket.ticket_hash))) throw new DomainError('SIGN_IN_FAILED')
      const checked = await verifyPasskey(database.db, body.passkey, { site, challenge: ticket.challenge ?? '' })
      const owner = checked.userId === null ? undefined : await findActiveAccount(database.db, checked.userId, 'passkey')
      const refusal = 'refused' in checked ? checked.refused : null
      if (refusal || !owner) {
        recordRefusedSignIn({ ...called, db: database.db }, owner ? [owner] : [], refusal ?? 'unknown-passkey')
        throw new DomainError('SIGN_IN_FAILED')
      }
      if (owner.deactivated_on !== null) throw new DomainError('ACCOUNT_DEACTIVATED')
      if (owner.needs_provider) {
        recordRefusedSignIn({ ...called, db: database.db }, [owner], 'needs-provider')
        throw new DomainError('SIGN_IN_FAILED')
      }
      if (!('refused' in checked) && !(await markPasskeyUsed(database.db, checked, now))) throw new DomainError('SIGN_IN_FAILED')
      return owner
    },
    (context) => openSession(context, app.gya, context.prepared, { way: 'passkey', second: 'none' }),
  )

  registerRoute(app, forgotPassword, async ({ body, request, addJob }) => {
    // The job looks the account up, so that response and timing reveal nothing.
    logSecurityEvent(request, 'password-reset-asked', {})
    const from = { network: clientNetwork(request), userAgent: userAgentOf(request), requestId: request.id }
    await addJob('forgot-password', { email: body.email, from })
    return success
  })

  registerPreparedRoute(
    app,
    resetPasswordByLink,
    async ({ body, now }) => {
      const userId = await findLinkOwner(database.db, body.token, 'reset', now)
      const about = userId === null ? [] : await guessableWordsOfAccount(database.db, userId)
      await refuseWeakPassword(config, { password: body.password, path: 'password', guessableWords: about })
      return hashPassword(body.password)
    },
    async (context) => {
      const { prepared: passwordHash, body, db, now } = context
      const link = await useLink(db, body.token, 'reset', now)
      if (!link) throw new DomainError('LINK_EXPIRED')
      const person = await updatePassword(db, link.user_id, passwordHash)
      const whose = { companyId: person.company_id ?? platformCompanyId, aboutUserId: link.user_id }
      // Access to the mailbox unlocks an account that guessing had locked.
      await unlockAccounts(db, [link.user_id])
      await updateEmailVerified(db, link.user_id)
      await recordSecurityEvent(context, { kind: 'password-changed', ...whose, data: { how: 'link' } })
      await endSessionsOfAccount(context, whose, { because: 'password' })
      // Also drops a pending e-mail address that an attacker may have entered.
      await deleteLinksOfAccount(db, link.user_id)
      await sendPasswordChanged({ ...context, publicUrl }, person)
      return success
    },
  )

  registerRoute(app, verifyEmail, async (context) => {
    const { body, db, now, request } = context
    const link = await useLink(db, body.token, 'verify', now)
    if (!link) throw new DomainError('LINK_EXPIRED')
    const sessionToken = readSessionToken(request, secure)
    const except = sessionToken ? hashToken(sessionToken.token) : undefined
    await confirmEmail({ ...context, publicUrl }, { userId: link.user_id, except })
    return success
  })

  registerRoute(app, readMe, async ({ caller, db, request, reply }) => {
    const sessionToken = readSessionToken(request, secure)
    const me = await readCurrentUser(db, caller, config)
    // Not a token that a concurrent request has renewed: its response set the new one.
    if (sessionToken?.byCookie && (await isCurrentToken(db, hashToken(sessionToken.token))))
      setSessionCookies(reply, secure, sessionToken.token)
    return me
  })

  registerRoute(app, logout, async (context) => {
    const { caller, db, now, reply } = context
    await deleteSession(db, caller.sessionHash, 'signed-out', now)
    await recordSecurityEvent(context, { kind: 'signed-out' })
    clearSessionCookies(reply, secure)
    return success
  })

  for (const call of [activateAccount, resetOwnPassword])
    registerPreparedRoute(
      app,
      call,
      async ({ body, caller }) => {
        const about = await guessableWordsOfAccount(database.db, caller.userId)
        await refuseWeakPassword(config, { password: body.password, path: 'password', guessableWords: about })
        return hashOfOwnPassword(database.db, caller.userId, body.password)
      },
      async (context) => {
        const { prepared: passwordHash, caller, db, request, reply } = context
        const person = await updatePassword(db, caller.userId, passwordHash)
        // The temporary password that opened this session went to the address of the account and to nobody else.
        if (caller.passwordReset) await updateEmailVerified(db, caller.userId)
        if (caller.activated && !caller.passwordReset) await sendPasswordChanged({ ...context, publicUrl }, person)
        await recordSecurityEvent(
          context,
          call === activateAccount
            ? { kind: 'account-activated' }
            : { kind: 'password-changed', data: { how: caller.passwordReset ? 'forced' : 'own' } },
        )
        await endSessionsOfAccount(
          context,
          { companyId: caller.companyId ?? platformCompanyId, aboutUserId: caller.userId },
          { because: 'password', except: caller.sessionHash },
        )
        await renewSessionToken(context, app.gya)
        if (readSessionToken(request, secure)?.byCookie)
          setTrustedBrowserCookie(reply, secure, { id: caller.userId, password_hash: passwordHash })
        return success
      },
    )
}

/**
 * The account with this password. A missing password or account takes as long to check. So does the correct password of an account that has
 * to use its provider: it is answered and counted like a wrong one.
 */
async function accountWithPassword(accounts: readonly (FoundAccount | null)[], password: string) {
  let needsProvider = false
  for (const account of accounts) {
    const isRight = await verifyPassword(account?.password_hash ?? (await dummyHash()), password)
    if (isRight && !account?.needs_provider) return { account, needsProvider }
    needsProvider ||= isRight
  }
  return { account: null, needsProvider }
}

/** Refuses the current or temporary password. */
async function hashOfOwnPassword(db: Db, userId: string, password: string): Promise<string> {
  const { password_hash } = await findPasswordHash(db, userId)
  if (password_hash && (await verifyPassword(password_hash, password))) throw new DomainError('PASSWORD_UNCHANGED')
  return hashPassword(password)
}
