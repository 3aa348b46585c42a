import { type KeyScope, keyScopes } from '@gya/domain/access/api-scopes.ts'
import { type Endpoint, type ScopeKey, scopeKeys } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSecret } from '../../server/features/api-keys/api-keys.routes.ts'
import { hashToken } from '../../server/infra/secrets.ts'
import { type Fixtures, openFixtures, type PropertyPath } from '../support/fixtures.ts'
import { keyClient } from '../support/key-client.ts'
import { sampleValue } from '../support/schema-samples.ts'
import { addressOf, type TestClient } from '../support/test-client.ts'

/** Calls that a key may make. "A test lists every call with its scope or 'none'." [connect §3.2](docs/design/connect.md#3.2). */

const callsOf = (scope: KeyScope) =>
  endpoints.flatMap(({ feature, name, call }) => (call.scope === scope ? [`${feature}.${name}`] : [])).toSorted()

test('the calls of each scope; all others are "none"', () => {
  expect(Object.fromEntries(keyScopes.map((scope) => [scope, callsOf(scope)]))).toEqual({
    'report:read': ['publicApi.readOpenReport'],
    'property:read': [
      'publicApi.readOpenProperties',
      'publicApi.readOpenProperty',
      'publicApi.readOpenPropertyByRef',
      'saleSummary.readSaleSummary',
    ],
    'property:write': [
      'askingPrice.addAskingPrice',
      'askingPrice.deleteAskingPrice',
      'askingPrice.updateAskingPrice',
      'properties.createProperty',
      'properties.updateProperty',
    ],
    'offer:read': [],
    'offer:write': ['offers.addOffer', 'offers.deleteOffer', 'offers.updateOffer'],
    'viewing:write': ['viewings.addViewing', 'viewings.deleteViewing', 'viewings.updateViewing'],
    'note:write': ['notes.addNote', 'notes.updateNote'],
    'document:read': ['documents.downloadDocument'],
    'document:write': ['documents.addDocument', 'documents.deleteDocument', 'documents.updateDocument'],
    'contact:read': ['contacts.listContacts', 'contacts.listPocs', 'contacts.readContact', 'publicApi.readOpenContacts'],
    'contact:write': [
      'contacts.createContact',
      'contacts.createPoc',
      'contacts.updateContact',
      'contacts.updatePoc',
      'propertyContacts.saveContacts',
    ],
    'event:read': ['publicApi.readOpenEvents'],
    'webhook:manage': ['webhooks.listWebhookMessages', 'webhooks.listWebhooks'],
  })
})

test('no call that requires a confirmed identity, or is for accounts, has a scope', () => {
  const wrong = endpoints.filter(
    ({ call }) =>
      call.scope &&
      (call.requiresConfirmedIdentity || call.allowedBeforeActivation || ['public', 'account.use'].includes(call.permission)),
  )
  expect(wrong).toEqual([])
})

describe('Every call by a key', () => {
  let fixtures: Fixtures
  beforeAll(async () => {
    fixtures = await openFixtures()
  })
  afterAll(() => fixtures.close())

  /** A new key for each call, so that none reaches its rates. */
  async function newKey(scopes: readonly KeyScope[], branchIds: string[] | null): Promise<TestClient> {
    const { secret, prefix } = newSecret()
    const { clock, database, idOf } = fixtures
    await database.pool.query(
      `insert into api_key (company_id, id, name, prefix, secret_hash, scopes, branch_ids, lasts_days, expires_on, created_by, createdon)
       values ($1, $2, 'k', $3, $4, $5, $6, 90, $7::timestamptz + interval '90 days', $8, $7)`,
      [fixtures.a.companyId, clock.newId(), prefix, hashToken(secret), scopes, branchIds, clock.now(), idOf.company],
    )
    return keyClient(fixtures, secret)
  }

  async function answerTo(client: TestClient, call: Endpoint, place: PropertyPath): Promise<string> {
    const params = call.params
      ? Object.fromEntries(
          Object.entries(call.params.shape).map(([name, field]) => [
            name,
            scopeKeys.includes(name as ScopeKey) ? place[name as ScopeKey] : sampleValue(field as never, place.propertyId),
          ]),
        )
      : {}
    const body = call.body ? (sampleValue(call.body, place.propertyId) as Record<string, unknown>) : undefined
    for (const [key, field] of Object.entries(call.scopeInBody ?? {})) if (body) body[field] = place[key as ScopeKey]
    const answer = await client.inject({
      method: call.method,
      // No call has this parameter, so permitted calls are refused because of it and write nothing.
      url: addressOf(call.path, params, { nothingTakesThis: '1' }),
      ...(body === undefined || call.method === 'GET' ? {} : { payload: body }),
    })
    return `${answer.statusCode} ${answer.json<{ code?: string }>().code ?? ''}`
  }

  const needsPlace = (call: Endpoint, key: ScopeKey) => call.path.includes(`:${key}`) || call.scopeInBody?.[key] !== undefined
  const guarded = endpoints.filter(({ call }) => call.permission !== 'public')

  test.each(guarded)('$call.method $call.path', async ({ call }) => {
    const { first, second, other } = fixtures
    const everything = await newKey(keyScopes, [first.branchId])
    if (!call.scope) {
      expect(await answerTo(everything, call, first)).toBe('403 NOT_FOR_KEYS')
      return
    }
    const without = await newKey(
      keyScopes.filter((scope) => scope !== call.scope),
      null,
    )
    expect(await answerTo(without, call, first)).toBe('403 FORBIDDEN')
    const own = await newKey([call.scope], [first.branchId])
    expect(await answerTo(own, call, first)).toBe('400 VALIDATION_FAILED')
    expect(await answerTo(own, call, other)).toBe('404 NOT_FOUND')
    if (needsPlace(call, 'branchId') || needsPlace(call, 'propertyId'))
      expect(await answerTo(own, call, second)).toBe('404 NOT_FOUND')
  })
})
