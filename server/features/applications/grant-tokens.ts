import { hasPermission, type UserType } from '@gya/domain/access/permissions.ts'
import {
  hasSignedInLately,
  isAppToken,
  isVerifier,
  lifetimes,
  readScopes,
  refreshEnd,
  refreshUse,
  resourceAt,
  secondsAfter,
} from '@gya/domain/features/applications/applications.rules.ts'
import { appEndedEmail } from '../../emails/app-emails.ts'
import { type OutboxContext, queueMail } from '../../emails/outbox.ts'
import type { RecordingContext } from '../../http/access/security-events.ts'
import { hashToken, newToken } from '../../infra/secrets.ts'
import { endGrants } from '../sessions/end-grants.ts'
import { findGrantByToken, type GrantOfToken, updateGrantTokens } from './applications.repository.ts'
import { recordGrantsEnded } from './record-grants-ended.ts'

/** What the token endpoint answers (RFC 6749 §5). Refusals are returned, because what they end must be committed. */
export type TokenAnswer =
  | { access_token: string; token_type: 'Bearer'; expires_in: number; refresh_token: string; scope: string }
  | { error: TokenError }
export type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'

/** The parameters of a call, each at most once. */
export type FormParams = ReadonlyMap<string, string>

type TokenContext = OutboxContext & RecordingContext & { publicUrl: string }

export const newAppToken = (kind: 'c' | 't' | 'r'): string => `gya${kind}_${newToken()}`

/** "Authorisation code with PKCE S256". */
export async function exchangeCode(context: TokenContext, params: FormParams): Promise<TokenAnswer> {
  const code = params.get('code')
  const verifier = params.get('code_verifier')
  if (code === undefined || verifier === undefined || !isVerifier(verifier)) return { error: 'invalid_request' }
  const found = await findGrant(context, code, 'gyac_', params)
  if ('error' in found) return found
  if (found.refresh_hash !== null) return endReused(context, found)
  const isRight =
    hashToken(verifier).toString('base64url') === found.challenge &&
    (params.get('redirect_uri') ?? found.redirect_uri) === found.redirect_uri
  if (!isRight || Date.parse(found.code_until) <= Date.parse(context.now)) return { error: 'invalid_grant' }
  return issueTokens(context, found)
}

/** "Refresh gives a new pair; the old token is good for 60 s more (a lost answer), later its use ends the grant." */
export async function refreshTokens(context: TokenContext, params: FormParams): Promise<TokenAnswer> {
  const token = params.get('refresh_token')
  if (token === undefined) return { error: 'invalid_request' }
  const found = await findGrant(context, token, 'gyar_', params)
  if ('error' in found) return found
  const use = refreshUse(
    {
      createdon: found.createdon,
      codeUntil: found.code_until,
      refreshUntil: found.refresh_until,
      endedOn: found.ended_on,
      isCurrent: found.refresh_hash?.equals(hashToken(token)) === true,
      oldUntil: found.old_refresh_until,
    },
    context.now,
  )
  if (use === 'reused') return endReused(context, found)
  if (use === 'over' || !hasSignedInLately(found.last_login, context.now)) return { error: 'invalid_grant' }
  const narrowed = readScopes(params.get('scope'))
  if (narrowed === false || narrowed?.some((scope) => !found.scopes.includes(scope))) return { error: 'invalid_scope' }
  return issueTokens(context, found)
}

/** The locked grant of a code or refresh token, if this client may use it now. */
async function findGrant(
  { db, publicUrl }: TokenContext,
  token: string,
  prefix: string,
  params: FormParams,
): Promise<GrantOfToken | { error: TokenError }> {
  const isToken = isAppToken(token) && token.startsWith(prefix)
  const grant = isToken ? await findGrantByToken(db, hashToken(token)) : undefined
  if (!grant || grant.client_id !== params.get('client_id')) return { error: 'invalid_grant' }
  if (grant.ended_on !== null || !grant.is_allowed || !hasPermission(grant.type as UserType, 'app.own'))
    return { error: 'invalid_grant' }
  const target = params.get('resource')
  if (target !== undefined && resourceAt(target, publicUrl) !== grant.resource) return { error: 'invalid_target' }
  return grant.scopes.length > 0 ? grant : { error: 'invalid_scope' }
}

async function issueTokens({ db, now }: TokenContext, grant: GrantOfToken): Promise<TokenAnswer> {
  const [access, refresh] = [newAppToken('t'), newAppToken('r')]
  const refreshUntil = refreshEnd(grant, now)
  const seconds = Math.min(lifetimes.access, Math.floor((Date.parse(refreshUntil) - Date.parse(now)) / 1_000))
  await updateGrantTokens(db, grant, {
    access_hash: hashToken(access),
    access_until: secondsAfter(now, seconds),
    refresh_hash: hashToken(refresh),
    refresh_until: refreshUntil,
    ...(grant.refresh_hash
      ? { old_refresh_hash: grant.refresh_hash, old_refresh_until: secondsAfter(now, lifetimes.replacedRefresh) }
      : {}),
  })
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: seconds,
    refresh_token: refresh,
    scope: grant.scopes.join(' '),
  }
}

/** "Its use ends the grant (`reuse`) and mails the person." */
async function endReused(context: TokenContext, grant: GrantOfToken): Promise<TokenAnswer> {
  const { db, now } = context
  const ended = await endGrants(db, { companyId: grant.company_id, grantId: grant.id }, { because: 'reuse', now })
  await recordGrantsEnded(context, ended, 'reuse')
  await queueMail(context, appEndedEmail(grant, { name: grant.app_name }))
  return { error: 'invalid_grant' }
}
