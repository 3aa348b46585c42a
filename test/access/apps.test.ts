import { type ApiScope, keyScopes } from '@gya/domain/access/api-scopes.ts'
import { hasPermission, type Permission } from '@gya/domain/access/permissions.ts'
import { type Endpoint, type ScopeKey, scopeKeys } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken, newToken } from '../../server/infra/secrets.ts'
import { appClient } from '../support/app-client.ts'
import { type Fixtures, openFixtures, type PropertyPath } from '../support/fixtures.ts'
import { sampleValue } from '../support/schema-samples.ts'
import { addressOf, type TestClient } from '../support/test-client.ts'

/**
 * Calls that an application may make for a person: "A call needs its scope in the grant and its permission in the person's role and the
 * person's reach at that moment." [open §2.3](docs/design/open.md#2.3).
 */
let fixtures: Fixtures
let appId: string
const people: Partial<Record<'READER' | 'BRANCH_STAFF' | 'COMPANY_ADMIN', string>> = {}
beforeAll(async () => {
  fixtures = await openFixtures()
  const { clock, database, idOf, a, first } = fixtures
  people.BRANCH_STAFF = idOf.staff
  people.COMPANY_ADMIN = idOf.company
  people.READER = await fixtures.addUser({
    type: 'READER',
    email: 'reader@people.example',
    companyId: a.companyId,
    branchId: first.branchId,
  })
  appId = clock.newId()
  await database.pool.query(
    `insert into connected_app (company_id, id, client_id, name, host, redirect_uris, scopes, state, decided_by, decided_on, createdon)
     values ($1, $2::uuid, 'app_' || $2::uuid, 'Assistant', 'a.example', '{https://a.example/}', $3, 'allowed', $4, $5, $5)`,
    [a.companyId, appId, keyScopes, idOf.company, clock.now()],
  )
})
afterAll(() => fixtures.close())

/** A new grant for each call, so that none reaches its rates. */
async function actFor(role: keyof typeof people, scopes: readonly ApiScope[]): Promise<TestClient> {
  const { clock, database, a } = fixtures
  const token = `gyat_${newToken()}`
  await database.pool.query(
    `insert into app_grant (company_id, id, app_id, user_id, scopes, resource, way, redirect_uri, challenge, code_hash, code_until,
       access_hash, access_until, refresh_hash, refresh_until, createdon)
     values ($1, $2, $3, $4, $5, 'api', 'password', 'https://a.example/', $6, $7, $8, $9, $8::timestamptz + interval '1 hour', $10,
       $8::timestamptz + interval '1 day', $8)`,
    [
      a.companyId,
      clock.newId(),
      appId,
      people[role],
      scopes,
      newToken(),
      hashToken(newToken()),
      clock.now(),
      hashToken(token),
      hashToken(newToken()),
    ],
  )
  return appClient(fixtures, token)
}

async function answerTo(client: TestClient, call: Endpoint, place: PropertyPath) {
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
  return {
    got: `${answer.statusCode} ${answer.json<{ code?: string }>().code ?? ''}`,
    challenge: answer.headers['www-authenticate'],
  }
}

const needsPlace = (call: Endpoint, key: ScopeKey) => call.path.includes(`:${key}`) || call.scopeInBody?.[key] !== undefined
const guarded = endpoints.filter(({ call }) => call.permission !== 'public')

test.each(guarded)('$call.method $call.path', async ({ call }) => {
  const { first, second, other } = fixtures
  const { scope } = call
  if (!scope) {
    expect((await answerTo(await actFor('COMPANY_ADMIN', keyScopes), call, first)).got).toBe('403 NOT_FOR_APPS')
    return
  }
  const without = keyScopes.filter((one) => one !== scope)
  expect(await answerTo(await actFor('COMPANY_ADMIN', without), call, first)).toEqual({
    got: '403 FORBIDDEN',
    challenge: `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="http://gya.example/.well-known/oauth-protected-resource/api"`,
  })
  for (const role of ['READER', 'BRANCH_STAFF', 'COMPANY_ADMIN'] as const) {
    const isAllowed = hasPermission(role, call.permission as Permission)
    expect((await answerTo(await actFor(role, [scope]), call, first)).got).toBe(
      isAllowed ? '400 VALIDATION_FAILED' : '403 FORBIDDEN',
    )
    if (!isAllowed) continue
    expect((await answerTo(await actFor(role, [scope]), call, other)).got).toBe('404 NOT_FOUND')
    if (role !== 'COMPANY_ADMIN' && (needsPlace(call, 'branchId') || needsPlace(call, 'propertyId')))
      expect((await answerTo(await actFor(role, [scope]), call, second)).got).toBe('404 NOT_FOUND')
  }
})
