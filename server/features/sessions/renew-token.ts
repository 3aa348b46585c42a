import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDependencies } from '../../app-dependencies.ts'
import type { Db } from '../../db/pool.ts'
import { readSessionToken, setSessionCookies } from '../../http/access/caller.ts'
import { hashToken } from '../../infra/secrets.ts'
import { replaceToken } from './sessions.repository.ts'

type RenewingContext = { db: Db; now: string; request: FastifyRequest; reply: FastifyReply }

/**
 * "The application generates a new session token on user authentication, including re-authentication, and terminates the current session
 * token" (ASVS 7.2.4). The new token is sent in a cookie as at sign-in, also to clients that use the Authorization header. Called whenever
 * a user has confirmed their identity or chosen another password.
 */
export async function renewSessionToken(
  { db, now, request, reply }: RenewingContext,
  { secure }: Pick<AppDependencies, 'secure'>,
): Promise<void> {
  const sent = readSessionToken(request, secure)
  const token = sent && (await replaceToken(db, { hash: hashToken(sent.token), now }))
  if (token !== null) setSessionCookies(reply, secure, token)
}
