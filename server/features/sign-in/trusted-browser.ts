import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hostCookieName } from '@gya/domain/common/cookies.ts'
import type { FastifyReply } from 'fastify'

/**
 * A cookie that identifies a browser which has signed in to an account. It exempts that browser from the account's sign-in
 * limits, so that an attacker cannot lock the owner out; it does not sign in, and holds for no other account of the same
 * e-mail address. Nothing is stored: it is signed with the account's password hash, so it expires with the password.
 */
export type Account = { id: string; password_hash: string | null }

const days = 180

export const trustedBrowserCookie = (secure: boolean): string => hostCookieName('gya_browser', secure)

const signBrowserId = ({ id, password_hash }: Account, name: string): Buffer =>
  createHmac('sha256', password_hash ?? randomBytes(32))
    .update(`browser:${id}:${name}`)
    .digest()

/** A token for a browser that has just signed in. */
function createBrowserToken(account: Account): string {
  const name = randomBytes(16).toString('base64url')
  return `${name}.${signBrowserId(account, name).toString('base64url')}`
}

/** The browser's id, if the token was issued for this account; else null. */
export function trustedBrowserId(account: Account, note: string): string | null {
  const [, name, seal] = /^([\w-]{22})\.([\w-]{43})$/.exec(note) ?? []
  if (name === undefined || seal === undefined) return null
  return timingSafeEqual(signBrowserId(account, name), Buffer.from(seal, 'base64url')) ? name : null
}

/** Deliberately outlives session and logout. */
export function setTrustedBrowserCookie(reply: FastifyReply, secure: boolean, account: Account): void {
  reply.setCookie(trustedBrowserCookie(secure), createBrowserToken(account), {
    path: '/',
    sameSite: 'lax',
    secure,
    httpOnly: true,
    maxAge: days * 86_400,
  })
}
