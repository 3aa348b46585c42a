import { z } from 'zod'
import { keyScopes } from '../../access/api-scopes.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Id, requiredLine, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { defaultKeyDays, keyStates, maxKeyDays, maxKeyName, minKeyDays, oldKeyEndsAfterDays } from './api-keys.rules.ts'

/** API keys of a company. [connect §3](docs/design/connect.md#3). */

const Scopes = z
  .array(z.enum(keyScopes, 'Unknown scope.'))
  .min(1, 'Choose what the key may do.')
  .max(keyScopes.length, 'Choose each scope once.')
  .refine((scopes) => new Set(scopes).size === scopes.length, 'Choose each scope once.')

/** `null` means all branches, including future ones. */
const BranchIds = z.array(Id).min(1, 'Choose a branch, or all of them.').max(500, 'Choose fewer.').nullable()

export const ApiKey = z.object({
  _id: Id,
  name: z.string(),
  /** First part of the key. It identifies the key and is not secret. */
  prefix: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  branches: z.array(z.object({ _id: Id, name: z.string() })).nullable(),
  state: z.enum(keyStates),
  expiresOn: Timestamp,
  createdBy: z.string(),
  createdon: Timestamp,
  lastUsedOn: Timestamp.nullable(),
  /** Masked address: "203.0.113.x". */
  lastUsedFrom: z.string().nullable(),
  revokedOn: Timestamp.nullable(),
  /** The key that this one replaces. */
  replaces: Id.nullable(),
  version: Version,
})
export type ApiKey = z.output<typeof ApiKey>

/** The only response that contains the secret. */
const NewApiKey = ApiKey.extend({ secret: z.string() })
export type NewApiKey = z.output<typeof NewApiKey>

const keyParams = companyParams.extend({ keyId: Id })

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/company/:companyId/api-key',
  permission: 'api-key.manage',
  summary: 'List the keys of a company: valid ones first, then those that ended within the last 90 days.',
  params: companyParams,
  response: z.object({ data: z.array(ApiKey) }),
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/company/:companyId/api-key',
  permission: 'api-key.manage',
  summary: 'Create a key. Only this response contains its secret.',
  params: companyParams,
  body: z.strictObject({
    name: requiredLine(maxKeyName, 'a name'),
    scopes: Scopes,
    branchIds: BranchIds.default(null),
    expiresInDays: z
      .int('Enter a number of days.')
      .min(minKeyDays, `Use ${minKeyDays} to ${maxKeyDays} days.`)
      .max(maxKeyDays, `Use ${minKeyDays} to ${maxKeyDays} days.`)
      .default(defaultKeyDays),
  }),
  response: NewApiKey,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'made an API key',
  refusedInSupportAccess: 'always',
  returnsSecret: true,
})

export const updateApiKey = endpoint({
  method: 'PATCH',
  path: '/company/:companyId/api-key/:keyId',
  permission: 'api-key.manage',
  summary: 'Update the name, scopes or branches of a key. Applies from the next call of the key.',
  params: keyParams,
  body: z.strictObject({
    name: requiredLine(maxKeyName, 'a name').optional(),
    scopes: Scopes.optional(),
    branchIds: BranchIds.optional(),
    version: Version.optional(),
  }),
  response: ApiKey,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed an API key',
  refusedInSupportAccess: 'always',
})

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/company/:companyId/api-key/:keyId/rotate',
  permission: 'api-key.manage',
  summary: 'Rotate a key. The new key has the same scopes and branches; the old one ends after 0, 1 or 7 days.',
  params: keyParams,
  body: z.strictObject({ oldEndsAfterDays: z.literal(oldKeyEndsAfterDays, 'Choose 0, 1 or 7 days.') }),
  response: NewApiKey,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'rotated an API key',
  refusedInSupportAccess: 'always',
  returnsSecret: true,
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/api-key/:keyId',
  permission: 'api-key.manage',
  summary: 'Revoke a key. Its next call and running uploads are refused.',
  params: keyParams,
  response: Success,
})
