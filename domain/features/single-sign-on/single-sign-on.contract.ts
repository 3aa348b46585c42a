import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Email, Id, line, requiredLine, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { isPublicDomain, maxBreakGlass, providerKinds, providerRoles, ssoLimits } from './single-sign-on.rules.ts'

/** Single sign-on with the company's OpenID provider, and its settings. [trust §4.3](docs/design/trust.md#4.3). */

// Created by the server; opaque to clients.
const Ticket = z.string('The ticket is incomplete.').regex(/^[A-Za-z0-9_-]{40,2000}$/, 'The ticket is incomplete.')

export const startSignIn = endpoint({
  method: 'POST',
  path: '/auth/start',
  permission: 'public',
  summary:
    'Get the sign-in method for an e-mail address. Depends only on its domain, so the response does not reveal whether an account exists. For `sso`, pass the ticket to `GET /auth/sso`.',
  limits: ssoLimits,
  body: z.strictObject({ email: Email }),
  response: z.object({ way: z.enum(['password', 'sso']), ticket: z.string().nullable() }),
})

/** Path of this site to open after sign-in. Other values are ignored. */
const Next = z.string().max(2000).optional().catch(undefined)

export const openProvider = endpoint({
  method: 'GET',
  path: '/auth/sso',
  permission: 'public',
  summary:
    'Redirect the browser to the provider (302). On failure, browsers are redirected to the sign-in page and other clients get the error.',
  limits: ssoLimits,
  query: z.strictObject({ ticket: Ticket, next: Next }),
  response: z.null(),
  redirects: true,
})

/** A parameter of the provider's redirect. Only used for verification, never shown or stored. */
const Returned = z.string().max(4000).optional().catch(undefined)

export const returnFromProvider = endpoint({
  method: 'GET',
  path: '/auth/sso/back',
  permission: 'public',
  summary:
    'Where the provider sends the browser with a code. Sets the session cookie and leads on (302); a refusal leads to the sign-in page with a number that the audit knows.',
  // Providers add other parameters.
  query: z.looseObject({ state: Returned, code: Returned, error: Returned, iss: Returned }),
  response: z.null(),
  redirects: true,
})

const SentTo = z.object({
  /** To be opened in a window of the same browser. */
  url: z.string(),
})

export const startSsoConfirmation = endpoint({
  method: 'POST',
  path: '/user/confirm/sso',
  permission: 'account.use',
  summary:
    'Confirm the identity with the provider, for sessions opened with single sign-on. The provider asks the user to sign in again.',
  body: z.strictObject({}),
  response: SentTo,
  returnsSecret: true,
  allowedBeforeSecondFactor: true,
})

const Domain = z
  .string('Enter a domain.')
  .trim()
  .toLowerCase()
  .max(253, 'Use at most 253 characters.')
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'Enter a domain, such as example.com.')
  .refine((domain) => !isPublicDomain(domain), 'Anyone can get an e-mail address of this domain.')

const domainParams = companyParams.extend({ domain: Domain })

const Provider = z.object({
  kind: z.enum(providerKinds),
  /** `null` for Google. */
  tenant: z.string().nullable(),
  clientId: z.string(),
  role: z.enum(providerRoles),
  allBranches: z.boolean(),
  branchIds: z.array(Id),
  required: z.boolean(),
  /** Last test sign-in with these settings. `null`: none yet. */
  tested: z.object({ on: Timestamp, by: z.string(), byYou: z.boolean() }).nullable(),
})

const ProviderSettings = z.object({
  provider: Provider.nullable(),
  /** Confirmed domains of the company. */
  domains: z.array(z.object({ domain: z.string(), confirmedOn: Timestamp })),
  /** The administrators of the company, and whether each is a break-glass account. */
  administrators: z.array(z.object({ _id: Id, name: z.string(), hasSecondFactor: z.boolean(), breakGlass: z.boolean() })),
  /** The redirect URI to register at the provider. */
  redirectUri: z.string(),
  version: Version,
})

export const readProvider = endpoint({
  method: 'GET',
  path: '/company/:companyId/provider',
  permission: 'sign-in.policy',
  summary: 'Get provider, domains and break-glass administrators of the company. The client secret is never returned.',
  params: companyParams,
  response: ProviderSettings,
})

const Tenant = z
  .string('Enter the tenant id.')
  .trim()
  .toLowerCase()
  .regex(
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    'Enter the id of the tenant, 36 characters with hyphens.',
  )

export const saveProvider = endpoint({
  method: 'PUT',
  path: '/company/:companyId/provider',
  permission: 'sign-in.policy',
  summary:
    'Change provider, first role, break-glass administrators and whether single sign-on is required. The provider must answer at its address.',
  params: companyParams,
  body: z
    .strictObject({
      kind: z.enum(providerKinds, 'Choose a provider.'),
      tenant: Tenant.nullish(),
      clientId: requiredLine(200, 'the client id'),
      /** Omitted or empty: keep the stored secret. */
      clientSecret: line(500).optional(),
      role: z.enum(providerRoles, 'Choose a role.'),
      allBranches: z.boolean(),
      branchIds: z.array(Id).max(200, 'Use at most 200 branches.'),
      required: z.boolean(),
      breakGlass: z.array(Id).max(maxBreakGlass, `Choose at most ${maxBreakGlass}.`),
      version: Version.optional(),
    })
    .superRefine(({ kind, tenant, allBranches, branchIds }, context) => {
      if (kind === 'entra' && !tenant) context.addIssue({ code: 'custom', path: ['tenant'], message: 'Enter the tenant id.' })
      if (!allBranches && branchIds.length === 0)
        context.addIssue({ code: 'custom', path: ['branchIds'], message: 'Choose a branch, or all branches.' })
    }),
  response: ProviderSettings,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed the identity provider',
  refusedInSupportAccess: true,
})

export const deleteProvider = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/provider',
  permission: 'sign-in.policy',
  summary: 'Remove the provider with its secret and the links to its accounts. Members sign in with passwords again.',
  params: companyParams,
  response: ProviderSettings,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'removed the identity provider',
  refusedInSupportAccess: true,
})

export const testProvider = endpoint({
  method: 'POST',
  path: '/company/:companyId/provider/test',
  permission: 'sign-in.policy',
  summary:
    'Start a test sign-in of the caller with the saved settings. Links their account to the provider, but opens no session.',
  params: companyParams,
  body: z.strictObject({}),
  response: SentTo,
  returnsSecret: true,
  refusedInSupportAccess: true,
})

export const confirmDomain = endpoint({
  method: 'PUT',
  path: '/company/:companyId/domain/:domain',
  permission: 'sign-in.domain',
  summary: 'Confirm that an e-mail domain is the company’s own.',
  params: domainParams,
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'confirmed an e-mail domain',
  withoutSupportAccess: true,
})

export const deleteDomain = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/domain/:domain',
  permission: 'sign-in.domain',
  summary: 'Revoke the confirmation of an e-mail domain.',
  params: domainParams,
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'revoked the confirmation of an e-mail domain',
  withoutSupportAccess: true,
})
