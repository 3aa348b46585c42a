import type { Instant } from '@gya/domain/common/dates.ts'
import {
  type AuthorizationRequest,
  type AuthorizeError,
  secondsAfter,
  ticketMinutes,
} from '@gya/domain/features/applications/applications.rules.ts'
import type { SecretBox, SecretPlace } from '../../infra/encrypted-secrets.ts'

/**
 * The request of an application while its person decides: "The request is stored nowhere". With `error`, what goes back once client and
 * redirect have been judged.
 */
export type ConnectTicket =
  | ({ error: null } & AuthorizationRequest)
  | ({ error: AuthorizeError } & Pick<AuthorizationRequest, 'clientId' | 'redirectUri' | 'state'>)

const place: SecretPlace = { table: 'app_grant', column: 'ticket', companyId: null, row: '' }

export const sealConnectTicket = (secrets: SecretBox, ticket: ConnectTicket, now: Instant): string =>
  secrets
    .encrypt(Buffer.from(JSON.stringify({ ...ticket, expires: secondsAfter(now, ticketMinutes * 60) })), place)
    .toString('base64url')

/** Returns `null` if the ticket is invalid or has expired. */
export function openConnectTicket(secrets: SecretBox, ticket: string, now: Instant): ConnectTicket | null {
  try {
    const { expires, ...opened } = JSON.parse(
      secrets.decrypt(Buffer.from(ticket, 'base64url'), place).toString(),
    ) as ConnectTicket & { expires: Instant }
    return expires > now ? opened : null
  } catch {
    return null
  }
}

/** The redirect of an application with these parameters. RFC 9207: `iss` says who answers. */
export function redirectTo(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  issuer: string,
  answer: { code: string } | { error: AuthorizeError },
): string {
  const params = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss: issuer })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${params.toString()}`
}
