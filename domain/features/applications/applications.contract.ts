import { z } from 'zod'
import { apiScopes } from '../../access/api-scopes.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Id, requiredLine, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { appStates, isClientId, isDocumentAddress, isRedirect, maxAppName, maxRedirects } from './applications.rules.ts'

/** Applications that people connect, the list of those that a company knows, and what people allowed them. [open §2](docs/design/open.md#2). */

const Scopes = z
  .array(z.enum(apiScopes, 'Unknown scope.'))
  .max(apiScopes.length, 'Choose each scope once.')
  .refine((scopes) => new Set(scopes).size === scopes.length, 'Choose each scope once.')

const RedirectUris = z
  .array(z.string().refine(isRedirect, 'Use an https address, a loopback address or a private scheme with a dot.'))
  .min(1, 'Enter where the application goes back to.')
  .max(maxRedirects, `Use at most ${maxRedirects} addresses.`)

/** As `GET /oauth/authorize` put it into the address of the page. */
const Ticket = z.string().max(4_000, 'This ticket is too long.')

/** The address to which the browser goes, with a code or an error. */
const RedirectTo = z.object({ redirectTo: z.string() })

export const Connection = z.object({
  name: z.string(),
  host: z.string(),
  /** Whether it runs on the person's own computer. */
  local: z.boolean(),
  scopes: z.array(z.enum(apiScopes)),
  /** Null: the company does not know it. */
  state: z.enum(appStates).nullable(),
})
export type Connection = z.output<typeof Connection>

export const readConnection = endpoint({
  method: 'GET',
  path: '/user/me/connect',
  permission: 'app.own',
  summary: 'Read what an application asks for, or where its request goes back to with an error.',
  query: z.strictObject({ ticket: Ticket }),
  response: z.union([RedirectTo, Connection]),
})

export const decideConnection = endpoint({
  method: 'POST',
  path: '/user/me/connect',
  permission: 'app.own',
  summary: 'Connect an application with some of the scopes that it asks for, or refuse. The address holds a code, or the error.',
  body: z.strictObject({ ticket: Ticket, allow: z.boolean('Say yes or no.'), scopes: Scopes.default([]) }),
  response: RedirectTo,
  returnsSecret: true,
})

export const askForApp = endpoint({
  method: 'POST',
  path: '/user/me/connect/ask',
  permission: 'app.own',
  summary: 'Ask the administrators to allow an application. The second time nothing happens.',
  body: z.strictObject({ ticket: Ticket }),
  response: Success,
})

const OwnGrant = z.object({
  _id: Id,
  name: z.string(),
  host: z.string(),
  local: z.boolean(),
  scopes: z.array(z.enum(apiScopes)),
  createdon: Timestamp,
  lastUsedOn: Timestamp.nullable(),
  /** Masked address: "203.0.113.x". */
  lastUsedFrom: z.string().nullable(),
})
export type OwnGrant = z.output<typeof OwnGrant>

export const listOwnGrants = endpoint({
  method: 'GET',
  path: '/user/me/apps',
  permission: 'app.own',
  summary: 'List the applications that the caller has connected, newest first.',
  response: z.object({ data: z.array(OwnGrant) }),
})

export const endOwnGrant = endpoint({
  method: 'DELETE',
  path: '/user/me/apps/:grantId',
  permission: 'app.own',
  summary: 'End what the caller allowed an application. Its next call is refused.',
  params: z.strictObject({ grantId: Id }),
  response: Success,
})

export const ConnectedApp = z.object({
  _id: Id,
  clientId: z.string(),
  name: z.string(),
  host: z.string(),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.enum(apiScopes)),
  state: z.enum(appStates),
  /** Who asked for it first; null for one that an administrator added. */
  askedBy: z.string().nullable(),
  createdon: Timestamp,
  /** People who have connected it. */
  people: z.int(),
  lastUsedOn: Timestamp.nullable(),
  version: Version,
})
export type ConnectedApp = z.output<typeof ConnectedApp>

const appParams = companyParams.extend({ appId: Id })

export const listApps = endpoint({
  method: 'GET',
  path: '/company/:companyId/app',
  permission: 'app.manage',
  summary: 'List the applications that a company knows: those asked for first.',
  params: companyParams,
  response: z.object({ data: z.array(ConnectedApp) }),
})

export const addApp = endpoint({
  method: 'POST',
  path: '/company/:companyId/app',
  permission: 'app.manage',
  summary: 'Allow an application: one that describes itself at an https address, or one registered here by name and redirects.',
  params: companyParams,
  body: z
    .strictObject({
      clientId: z.string().trim().refine(isDocumentAddress, 'Enter the https address of its description.').optional(),
      name: requiredLine(maxAppName, 'a name').optional(),
      redirectUris: RedirectUris.optional(),
      scopes: Scopes.min(1, 'Choose what it may do.'),
    })
    .refine(
      ({ clientId, name, redirectUris }) => (clientId === undefined) === (name !== undefined && redirectUris !== undefined),
      {
        path: ['clientId'],
        message: 'Enter an address, or a name and redirects.',
      },
    ),
  response: ConnectedApp,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'allowed an application',
  refusedInSupportAccess: 'always',
})

export const updateApp = endpoint({
  method: 'PATCH',
  path: '/company/:companyId/app/:appId',
  permission: 'app.manage',
  summary: 'Allow or refuse an application, or change what it may have. Applies from the next call of every grant.',
  params: appParams,
  body: z.strictObject({
    state: z.enum(['allowed', 'refused'], 'Choose allowed or refused.').optional(),
    scopes: Scopes.min(1, 'Choose what it may do.').optional(),
    version: Version.optional(),
  }),
  response: ConnectedApp,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'decided on an application',
  refusedInSupportAccess: 'always',
})

export const deleteApp = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/app/:appId',
  permission: 'app.manage',
  summary: 'Remove an application from the list and end every grant of it.',
  params: appParams,
  response: Success,
})

const AppGrant = OwnGrant.pick({ _id: true, scopes: true, createdon: true, lastUsedOn: true, lastUsedFrom: true }).extend({
  person: z.string(),
})

export const listAppGrants = endpoint({
  method: 'GET',
  path: '/company/:companyId/app/:appId/grants',
  permission: 'app.manage',
  summary: 'List the people who have connected an application, newest first.',
  params: appParams,
  response: z.object({ data: z.array(AppGrant) }),
})

export const endAppGrant = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/app/:appId/grants/:grantId',
  permission: 'app.manage',
  summary: 'End what a person of the company allowed an application. Its next call is refused.',
  params: appParams.extend({ grantId: Id }),
  response: Success,
})

/** The document at the https address of an application (Client ID Metadata Document). Fields that are not read are ignored. */
export const ClientDocument = z.object({
  client_id: z.string().refine(isClientId),
  client_name: requiredLine(maxAppName, 'a name'),
  redirect_uris: RedirectUris,
  token_endpoint_auth_method: z.literal('none').optional(),
})
