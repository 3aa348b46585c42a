/** Rules of single sign-on: [trust §4.3](docs/design/trust.md#4.3). */
import type { CompanyRole } from '../../access/permissions.ts'
import type { CallLimit } from '../../endpoint.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

export const providerKinds = ['entra', 'google'] as const
export type ProviderKind = (typeof providerKinds)[number]

export const providerLabels: Record<ProviderKind, string> = { entra: 'Microsoft Entra ID', google: 'Google Workspace' }

/** "Made with the provider's role (`BRANCH_STAFF`, `PROGRESSOR` or `READER`; never an administrator)". */
export const providerRoles = ['BRANCH_STAFF', 'PROGRESSOR', 'READER'] as const satisfies readonly CompanyRole[]
export type ProviderRole = (typeof providerRoles)[number]

/** "Sessions by SSO end after 12 hours at the latest." */
export const ssoSessionHours = 12
/** Minutes after which a sign-in attempt at the provider expires. */
export const attemptMinutes = 10
/** "1–2 break-glass company admins". */
export const maxBreakGlass = 2

const googleIssuer = 'https://accounts.google.com'

/**
 * "Issuer fixed: Entra `https://login.microsoftonline.com/<tenant id>/v2.0` (a tenant's id, never common or organizations), Google
 * `https://accounts.google.com`". `testProvider` stands for both in tests.
 */
export function issuerOf(kind: ProviderKind, tenant: string | null, testProvider: string | null): string {
  if (kind === 'google') return testProvider === null ? googleIssuer : `${testProvider}/google`
  return `${testProvider ?? 'https://login.microsoftonline.com'}/${tenant}/v2.0`
}

/** The tenant id in an Entra issuer; `null` for Google. */
export const tenantOf = (kind: ProviderKind, issuer: string): string | null =>
  kind === 'entra' ? (/\/([0-9a-f-]{36})\/v2\.0$/.exec(issuer)?.[1] ?? null) : null

/** The part after the last @, in lower case; `null` if there is none. */
export function domainOf(email: string): string | null {
  const at = email.lastIndexOf('@')
  return at > 0 && at < email.length - 1 ? email.slice(at + 1).toLowerCase() : null
}

/** Domains of public mail providers, which no company can own. */
const publicDomains = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk live.com live.co.uk msn.com yahoo.com yahoo.co.uk ymail.com
  icloud.com me.com mac.com aol.com btinternet.com sky.com virginmedia.com talktalk.net protonmail.com proton.me gmx.com mail.com`.split(
    /\s+/,
  ),
)
export const isPublicDomain = (domain: string): boolean => publicDomains.has(domain)

/** Why the claims do not identify a user. Recorded in the audit log; users always see the same message. */
export type ClaimsProblem = 'no-email' | 'email-not-verified' | 'domain-not-confirmed' | 'other-hosted-domain'

export type ProviderClaims = { email: string | null; emailVerified: boolean | null; hostedDomain: string | null }

/**
 * "`email_verified` must not be false; domain confirmed"; Google "with `hd` = a confirmed domain". `knownSubject`: the account was
 * found by its subject, so its e-mail address is not checked.
 */
export function whyNotClaims(
  kind: ProviderKind,
  { email, emailVerified, hostedDomain }: ProviderClaims,
  { domains, knownSubject }: { domains: readonly string[]; knownSubject: boolean },
): ClaimsProblem | null {
  if (kind === 'google' && !domains.includes(hostedDomain?.toLowerCase() ?? '')) return 'other-hosted-domain'
  if (knownSubject) return null
  const domain = email === null ? null : domainOf(email)
  if (domain === null) return 'no-email'
  if (emailVerified === false) return 'email-not-verified'
  return domains.includes(domain) ? null : 'domain-not-confirmed'
}

type Requirement = {
  /** Whether single sign-on was required before the change, and is after it. */
  wasRequired: boolean
  required: boolean
  /** Whether the issuer or the client changes. */
  otherProvider: boolean
  /** Whether the caller has made a test sign-in with these settings. */
  testedByCaller: boolean
  domains: number
  breakGlass: readonly { hasSecondFactor: boolean }[]
}

/**
 * "It cannot be switched on before a test sign-in by the admin who does it, and without a break-glass account"; those "need a
 * password and a second factor". While it is required, the provider can only be replaced by a tested one.
 */
export function whyNotRequire({
  wasRequired,
  required,
  otherProvider,
  testedByCaller,
  domains,
  breakGlass,
}: Requirement): ErrorCode | null {
  if (!required) return null
  if (breakGlass.length === 0) return 'BREAK_GLASS_MISSING'
  if (breakGlass.some(({ hasSecondFactor }) => !hasSecondFactor)) return 'BREAK_GLASS_WITHOUT_FACTOR'
  if (wasRequired) return otherProvider ? 'PROVIDER_REQUIRED' : null
  if (domains === 0) return 'DOMAIN_MISSING'
  return testedByCaller ? null : 'PROVIDER_NOT_TESTED'
}

/** Messages of the sign-in page for a redirect from the provider without a session, by the parameter `sso`. */
export const ssoRefusals = {
  cancelled: 'Your company’s sign-in was cancelled. Nothing was changed.',
  expired: 'This sign-in took too long, or was begun in another browser. Start again here.',
  refused: 'Your company’s sign-in did not confirm who you are. Try again, or tell your administrator.',
  unreachable: 'Your company’s sign-in service does not respond at the moment. Try again in a few minutes.',
  'not-for-you': 'This account cannot sign in here. Ask your administrator.',
} as const satisfies Record<string, string>
export type SsoRefusal = keyof typeof ssoRefusals

/** Error codes of these refusals for clients other than browsers. */
export const ssoRefusalCodes: Record<SsoRefusal, ErrorCode> = {
  cancelled: 'SSO_REFUSED',
  expired: 'SSO_EXPIRED',
  refused: 'SSO_REFUSED',
  unreachable: 'PROVIDER_NOT_REACHED',
  'not-for-you': 'SSO_NOT_FOR_YOU',
}

export const ssoLimits: readonly CallLimit[] = [{ name: 'sso-from', per: 'address', most: 200, minutes: 15 }]
