import { hostCookieName } from '@gya/domain/common/cookies.ts'
import { openProvider, returnFromProvider } from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import { attemptMinutes } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '../../infra/secrets.ts'

const cookieName = (secure: boolean): string => hostCookieName('gya_sso', secure)

export const readBrowserToken = (request: FastifyRequest, secure: boolean): string => request.cookies[cookieName(secure)] ?? ''

/** Returns the token of this browser from its cookie, or sets one. All tabs share it, so that sign-ins can run concurrently. */
export function ensureBrowserToken(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const present = readBrowserToken(request, secure)
  const token = /^[\w-]{43}$/.test(present) ? present : newToken()
  // Lax, because the redirect from the provider is a cross-site navigation.
  reply.setCookie(cookieName(secure), token, { path: '/', sameSite: 'lax', secure, httpOnly: true, maxAge: attemptMinutes * 60 })
  return token
}

/**
 * "`next_path` is ours or dropped": a path of this site, but neither a sign-in page nor an API call. Returns `null` for values that a
 * browser could resolve to another origin.
 */
export function sameOriginPath(next: string | undefined, publicUrl: string): string | null {
  if (next === undefined || !/^\/(?![/\\])/.test(next) || !URL.canParse(next, publicUrl)) return null
  const { origin } = new URL(publicUrl)
  const place = new URL(next, origin)
  if (place.origin !== origin || place.pathname.startsWith('//') || /^\/(login|api)(\/|$)/.test(place.pathname)) return null
  return `${place.pathname}${place.search}${place.hash}`
}

/**
 * Whether a page of another site opened this address. With an active session at the provider, such a link would sign a user in
 * without their intent (login CSRF). The sign-in pages may have another origin themselves (LOGIN_URL).
 */
export const isForeignLink = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  { publicUrl, loginUrl }: { publicUrl: string; loginUrl: string },
): boolean => headers['sec-fetch-site'] === 'cross-site' && new URL(loginUrl, publicUrl).origin === new URL(publicUrl).origin

/** The redirect URI for the provider. */
export const redirectUriOf = (publicUrl: string): string => `${publicUrl}/api${returnFromProvider.path}`

/** The address that the browser opens as a page. */
export const ssoUrl = (ticket: string, next?: string): string =>
  `/api${openProvider.path}?${new URLSearchParams({ ticket, ...(next === undefined ? {} : { next }) }).toString()}`
