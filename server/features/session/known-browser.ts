import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/**
 * While somebody guesses at an account from everywhere, the account is closed to everywhere; its owner's own browser must
 * get in all the same. So a browser that signed in keeps a note, by which it is known again when its session has ended: it
 * lets nobody in, its tries are only counted by themselves. Nothing is stored for it: it is signed with the account's own
 * password hash, which nobody outside knows, and so it ends with the password.
 */
export type Account = { id: string; password_hash: string | null }

const days = 180

export const browserCookie = (secure: boolean): string => (secure ? '__Host-gya_browser' : 'gya_browser')

const signed = ({ id, password_hash }: Account, name: string): Buffer =>
  createHmac('sha256', password_hash ?? randomBytes(32))
    .update(`browser:${id}:${name}`)
    .digest()

/** A note for a browser that has just signed in to an account. */
function newNote(account: Account): string {
  const name = randomBytes(16).toString('base64url')
  return `${name}.${signed(account, name).toString('base64url')}`
}

/** The name under which a browser's tries are counted; null where it is not known to any of these accounts. */
export function browserKnownBy(accounts: readonly Account[], note: string): string | null {
  const [, name, seal] = /^([\w-]{22})\.([\w-]{43})$/.exec(note) ?? []
  if (name === undefined || seal === undefined) return null
  const sent = Buffer.from(seal, 'base64url')
  return accounts.some((account) => timingSafeEqual(signed(account, name), sent)) ? name : null
}

/** Puts a note into the browser. It outlives the session and the logout: that is what it is for. */
export function keepNote(reply: FastifyReply, secure: boolean, account: Account): void {
  reply.setCookie(browserCookie(secure), newNote(account), {
    path: '/',
    sameSite: 'lax',
    secure,
    httpOnly: true,
    maxAge: days * 86_400,
  })
}
