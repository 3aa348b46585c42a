import type { FastifyReply } from 'fastify'
import { presenceCookieName, sessionCookieDays, sessionCookieName } from './caller.ts'

/** Puts a session into the browser, or prolongs it there: the cookie that holds it and the one that the page can read. */
export function setSessionCookies(reply: FastifyReply, secure: boolean, token: string): void {
  const common = { path: '/', sameSite: 'lax', secure, maxAge: sessionCookieDays * 86_400 } as const
  reply.setCookie(sessionCookieName(secure), token, { ...common, httpOnly: true }).setCookie(presenceCookieName, '1', common)
}

/** Takes it out again. */
export function clearSessionCookies(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(sessionCookieName(secure), { path: '/', secure }).clearCookie(presenceCookieName, { path: '/', secure })
}
