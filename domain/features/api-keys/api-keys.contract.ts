import { z } from 'zod'
import { apiScopes } from '../../access/api-scopes.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Id, requiredLine, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { defaultKeyDays, keyStates, maxKeyDays, maxKeyName, minKeyDays, oldKeyEndsAfterDays } from './api-keys.rules.ts'

/** Keys of a company for the API. connect.md §3. */

const Scopes = z
  .array(z.enum(apiScopes, 'There is no such scope.'))
  .min(1, 'Choose what the key may do.')
  .max(apiScopes.length, 'Choose each scope once.')
  .refine((scopes) => new Set(scopes).size === scopes.length, 'Choose each scope once.')

/** Null: all branches, including future ones. */
const BranchIds = z.array(Id).min(1, 'Choose a branch, or all of them.').max(500, 'Choose fewer.').nullable()

export const ApiKey = z.object({
  _id: Id,
  name: z.string(),
  /** What the key begins with: it identifies the key without being secret. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  branches: z.array(z.object({ _id: Id, name: z.string() })).nullable(),
  state: z.enum(keyStates),
  expiresOn: Timestamp,
  createdBy: z.string(),
  createdon: Timestamp,
  lastUsedOn: Timestamp.nullable(),
  /** Without its last part: "203.0.113.x". */
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
  summary: 'The keys of a company: those in use first, then ended ones of the last 90 days.',
  params: companyParams,
  response: z.object({ data: z.array(ApiKey) }),
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/company/:companyId/api-key',
  permission: 'api-key.manage',
  summary: 'Make a key. The answer is the only one that holds its secret.',
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
  returnsSecret: true,
})

export const updateApiKey = endpoint({
  method: 'PATCH',
  path: '/company/:companyId/api-key/:keyId',
  permission: 'api-key.manage',
  summary: 'Change the name, scopes or branches of a key. It takes effect at the key’s next call.',
  params: keyParams,
  body: z.strictObject({
    name: requiredLine(maxKeyName, 'a name').optional(),
    scopes: Scopes.optional(),
    branchIds: BranchIds.optional(),
    version: Version.optional(),
  }),
  response: ApiKey,
  requiresConfirmedIdentity: true,
})

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/company/:companyId/api-key/:keyId/rotate',
  permission: 'api-key.manage',
  summary: 'Make a new key with the same scopes and branches; the old one ends after 0, 1 or 7 days.',
  params: keyParams,
  body: z.strictObject({ oldEndsAfterDays: z.literal(oldKeyEndsAfterDays, 'Choose 0, 1 or 7 days.') }),
  response: NewApiKey,
  requiresConfirmedIdentity: true,
  returnsSecret: true,
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/api-key/:keyId',
  permission: 'api-key.manage',
  summary: 'Revoke a key. Its next call is refused, and so is an upload that is under way.',
  params: keyParams,
  response: Success,
})
