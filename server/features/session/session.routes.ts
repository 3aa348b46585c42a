import { passwordProblems } from '@gya/domain/common/password.ts'
import { DomainError } from '@gya/domain/errors.ts'
import {
  activateAccount,
  forgotPassword,
  login,
  logout,
  readMe,
  resetOwnPassword,
  resetPasswordByLink,
  verifyEmail,
} from '@gya/domain/features/session/session.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { tokenOf } from '../../http/caller.ts'
import { mount, mountPrepared } from '../../http/mount.ts'
import { countedAddress, countTry, forgetTries, type Limit } from '../../http/rate-limit.ts'
import { dropSession, keepSession } from '../../http/session-cookies.ts'
import { decoyHash, hashPassword, hashToken, verifyPassword } from '../../platform/secrets.ts'
import { type Account, browserCookie, browserKnownBy, keepNote } from './known-browser.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findAccounts,
  findPasswordHash,
  forgetTriesAt,
  insertSession,
  readMeOf,
  triesAt,
  updateEmailVerified,
  updateLastLogin,
  updatePassword,
  useLink,
} from './session.repository.ts'

const done = { success: true as const }

export function sessionRoutes(app: FastifyInstance): void {
  const { database, secure } = app.gya

  mountPrepared(
    app,
    login,
    async ({ body, now, request }) => {
      const note = request.cookies[browserCookie(secure)]
      const browser = note === undefined ? null : browserKnownBy(await findAccounts(database.db, body.email), note)
      const limits = signInLimits(body.email, countedAddress(request.ip), browser)
      await countTry(database.pool, limits, now)
      const account = await accountWithPassword(database.db, body.email, body.password)
      if (!account) throw new DomainError('SIGN_IN_FAILED')
      await forgetTries(
        database.pool,
        limits.slice(0, 1).map(({ key }) => key),
      )
      return account
    },
    async ({ prepared: account, db, now, request, reply }) => {
      const before = tokenOf(request, secure)
      if (before) await deleteSession(db, hashToken(before.token))
      const me = await readMeOf(db, account.id)
      await updateLastLogin(db, account.id, now)
      keepSession(reply, secure, await insertSession(db, account.id, now))
      keepNote(reply, secure, account)
      return me
    },
  )

  mountPrepared(
    app,
    forgotPassword,
    ({ body, now, request }) => {
      const limits = [
        { key: `forgot:${body.email}`, most: 5, minutes: 60 },
        { key: `forgot-from:${countedAddress(request.ip)}`, most: 50, minutes: 60 },
      ]
      return countTry(database.pool, limits, now)
    },
    async ({ body, addJob }) => {
      // Whether there is such an account is found out by the job, so the answer and its timing say nothing.
      await addJob('forgot-password', { email: body.email })
      return done
    },
  )

  mountPrepared(
    app,
    resetPasswordByLink,
    async ({ body, now, request }) => {
      await countTry(database.pool, [{ key: `reset-from:${countedAddress(request.ip)}`, most: 50, minutes: 15 }], now)
      refuseWeak(body.password)
      return hashPassword(body.password)
    },
    async ({ prepared: passwordHash, body, db, now }) => {
      const used = await useLink(db, body.token, 'reset', now)
      if (!used) throw new DomainError('LINK_EXPIRED')
      const { email } = await updatePassword(db, used.user_id, passwordHash)
      // Who holds the mailbox gets in, though others have guessed until the account was closed.
      await forgetTriesAt(db, email)
      await updateEmailVerified(db, used.user_id)
      await deleteSessionsOf(db, used.user_id)
      return done
    },
  )

  mountPrepared(
    app,
    verifyEmail,
    ({ now, request }) =>
      countTry(database.pool, [{ key: `verify-from:${countedAddress(request.ip)}`, most: 50, minutes: 15 }], now),
    async ({ body, db, now }) => {
      const used = await useLink(db, body.token, 'verify', now)
      if (!used) throw new DomainError('LINK_EXPIRED')
      await updateEmailVerified(db, used.user_id)
      return done
    },
  )

  mount(app, readMe, async ({ caller, db, request, reply }) => {
    const sent = tokenOf(request, secure)
    if (sent?.byCookie) keepSession(reply, secure, sent.token)
    return readMeOf(db, caller.userId)
  })

  mount(app, logout, async ({ caller, db, reply }) => {
    await deleteSession(db, caller.sessionHash)
    dropSession(reply, secure)
    return done
  })

  for (const call of [activateAccount, resetOwnPassword])
    mountPrepared(
      app,
      call,
      async ({ body, caller, now }) => {
        await countTry(database.pool, [{ key: `password-of:${caller.userId}`, most: 20, minutes: 60 }], now)
        return hashOfOwnPassword(database.db, caller.userId, body.password)
      },
      async ({ prepared: passwordHash, caller, db, request, reply }) => {
        await updatePassword(db, caller.userId, passwordHash)
        await deleteSessionsOf(db, caller.userId, caller.sessionHash)
        if (tokenOf(request, secure)?.byCookie) keepNote(reply, secure, { id: caller.userId, password_hash: passwordHash })
        return done
      },
    )
}

const refuseWeak = (password: string): void => {
  if (passwordProblems(password).length > 0) throw new DomainError('PASSWORD_WEAK')
}

/**
 * What a try at signing in counts against; the first is forgotten when it succeeds. From a browser that the account has
 * signed in with before, against that browser alone: so the honest get in while somebody else guesses, from the same office
 * or from everywhere. Else against the account from this address, the account from anywhere, and this address, behind which
 * an office of forty may sit.
 */
const signInLimits = (email: string, address: string, browser: string | null): Limit[] =>
  browser === null
    ? [
        { key: `sign-in:${email}:${address}`, most: 10, minutes: 15 },
        { key: triesAt(email), most: 50, minutes: 15 },
        { key: `sign-in-from:${address}`, most: 200, minutes: 15 },
      ]
    : [{ key: `sign-in-browser:${browser}`, most: 10, minutes: 15 }]

/** The account of this address that has this password. Takes as long when there is none. */
async function accountWithPassword(db: Db, email: string, password: string): Promise<Account | null> {
  const accounts = await findAccounts(db, email)
  if (accounts.length === 0) await verifyPassword(await decoyHash(), password)
  for (const account of accounts) if (await verifyPassword(account.password_hash ?? (await decoyHash()), password)) return account
  return null
}

/** The hash of a password of one's own: not the temporary one, nor the present one, again. */
async function hashOfOwnPassword(db: Db, userId: string, password: string): Promise<string> {
  refuseWeak(password)
  const { password_hash } = await findPasswordHash(db, userId)
  if (password_hash && (await verifyPassword(password_hash, password))) throw new DomainError('PASSWORD_UNCHANGED')
  return hashPassword(password)
}
