import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/**
 * While somebody guesses at an account from everywhere, the account is closed to everywhere; its owner's own browser must
 * get in all the same. So a browser that signed in keeps a note, by which that one account knows it again when the session
 * has ended. The note does not sign anybody in: it exempts the browser from the limits of guessing at this account, and at
 * no other of the same e-mail address. Nothing is stored for it: it is signed with the account's own password hash, so it
 * ends with the password.
 */
export type Account = { id: string; password_hash: string | null }

const days = 180

export const trustedBrowserCookie = (secure: boolean): string => (secure ? '__Host-gya_browser' : 'gya_browser')

const signBrowserId = ({ id, password_hash }: Account, name: string): Buffer =>
  createHmac('sha256', password_hash ?? randomBytes(32))
    .update(`browser:${id}:${name}`)
    .digest()

/** A note for a browser that has just signed in to an account. */
function createBrowserToken(account: Account): string {
  const name = randomBytes(16).toString('base64url')
  return `${name}.${signBrowserId(account, name).toString('base64url')}`
}

/** The name of a browser, under which its tries are counted, where the note was given for this very account; else null. */
export function trustedBrowserId(account: Account, note: string): string | null {
  const [, name, seal] = /^([\w-]{22})\.([\w-]{43})$/.exec(note) ?? []
  if (name === undefined || seal === undefined) return null
  return timingSafeEqual(signBrowserId(account, name), Buffer.from(seal, 'base64url')) ? name : null
}

/** Puts a note into the browser. It outlives the session and the logout: that is what it is for. */
export function setTrustedBrowserCookie(reply: FastifyReply, secure: boolean, account: Account): void {
  reply.setCookie(trustedBrowserCookie(secure), createBrowserToken(account), {
    path: '/',
    sameSite: 'lax',
    secure,
    httpOnly: true,
    maxAge: days * 86_400,
  })
}
