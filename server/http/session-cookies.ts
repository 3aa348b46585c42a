import type { FastifyReply } from 'fastify'
import { cookieDays, presenceCookie, sessionCookie } from './caller.ts'

/** Puts a session into the browser, or prolongs it there: the cookie that holds it and the one that the page can read. */
export function keepSession(reply: FastifyReply, secure: boolean, token: string): void {
  const common = { path: '/', sameSite: 'lax', secure, maxAge: cookieDays * 86_400 } as const
  reply.setCookie(sessionCookie(secure), token, { ...common, httpOnly: true }).setCookie(presenceCookie, '1', common)
}

/** Takes it out again. */
export function dropSession(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(sessionCookie(secure), { path: '/', secure }).clearCookie(presenceCookie, { path: '/', secure })
}
