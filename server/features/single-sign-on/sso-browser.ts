import { hostCookieName } from '@gya/domain/common/cookies.ts'
import { openProvider, returnFromProvider } from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import { attemptMinutes } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '../../infra/secrets.ts'

const cookieName = (secure: boolean): string => hostCookieName('gya_sso', secure)

export const readBrowserToken = (request: FastifyRequest, secure: boolean): string => request.cookies[cookieName(secure)] ?? ''

/** The token of this browser; one for all tabs, so that two sign-ins can be under way. */
export function keepBrowserToken(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const present = readBrowserToken(request, secure)
  const token = /^[\w-]{43}$/.test(present) ? present : newToken()
  // Lax: the browser sends it when the provider leads back here.
  reply.setCookie(cookieName(secure), token, { path: '/', sameSite: 'lax', secure, httpOnly: true, maxAge: attemptMinutes * 60 })
  return token
}

/**
 * "`next_path` is ours or dropped": a path of this site that is neither the sign-in site nor a call. Null for anything that a
 * browser could read as another origin.
 */
export function ownPath(next: string | undefined, publicUrl: string): string | null {
  if (next === undefined || !/^\/(?![/\\])/.test(next) || !URL.canParse(next, publicUrl)) return null
  const { origin } = new URL(publicUrl)
  const place = new URL(next, origin)
  if (place.origin !== origin || place.pathname.startsWith('//') || /^\/(login|api)(\/|$)/.test(place.pathname)) return null
  return `${place.pathname}${place.search}${place.hash}`
}

/**
 * Whether a page of another site opened this address: with a running session at the provider, such a link would sign somebody in
 * who did not ask for it. The sign-in pages may be on another site themselves (LOGIN_URL).
 */
export const isForeignLink = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  { publicUrl, loginUrl }: { publicUrl: string; loginUrl: string },
): boolean => headers['sec-fetch-site'] === 'cross-site' && new URL(loginUrl, publicUrl).origin === new URL(publicUrl).origin

/** Where the provider sends browsers. */
export const redirectUriOf = (publicUrl: string): string => `${publicUrl}/api${returnFromProvider.path}`

/** Opened by the browser as a page. */
export const ssoUrl = (ticket: string, next?: string): string =>
  `/api${openProvider.path}?${new URLSearchParams({ ticket, ...(next === undefined ? {} : { next }) }).toString()}`
