import { may, type UserType } from '@gya/domain/access/permissions.ts'
import { type Endpoint, isChange, scopeKeys } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { arbitraryOf } from './testing/arbitrary.ts'
import { everything } from './testing/everything.ts'
import { addressOf, type TestClient } from './testing/test-client.ts'
import { type Name, openWorld, type World } from './testing/world.ts'

/**
 * "Fuzzing from the contracts (schema-shaped random bodies on every call): never a 500, never a hang, never a changed row
 * on a refusal." A new call is fuzzed from its first day. FUZZ_RUNS asks for more than a run of all tests can wait for.
 */
const runs = Number(process.env.FUZZ_RUNS ?? 1500)
/** Every so many changes that are refused, all rows are compared with those of before. */
const comparedEvery = 20

const callers = {
  platform: 'GYA_ADMIN',
  company: 'COMPANY_ADMIN',
  branch: 'BRANCH_ADMIN',
  staff: 'BRANCH_STAFF',
  vendor: 'VENDOR',
  otherCompany: 'COMPANY_ADMIN',
} as const satisfies Partial<Record<Name, UserType>>
const names = Object.keys(callers) as (keyof typeof callers)[]

let world: World
let ids: string[]
beforeAll(async () => {
  world = await openWorld()
  const { first, second, other, idOf } = world
  ids = [...new Set([first, second, other].flatMap((place) => Object.values(place)).concat(Object.values(idOf)))]
})
afterAll(() => world.close())

/** What would take the ground from under all that comes after: companies, branches and people stay. */
const endsTooMuch = ({ call, name }: { call: Endpoint; name: string }): boolean =>
  (call.method === 'DELETE' && !call.path.includes(':propertyId')) || /logout|deleteOwn|signOut/i.test(name)

const calls = endpoints.filter((entry) => !endsTooMuch(entry) && !entry.call.answers)

/** The ids that made rows have got meanwhile; the newest of each table, so that parts are met as well as places. */
async function newestIds(): Promise<string[]> {
  const tables = [
    'offer',
    'asking_price',
    'viewing',
    'relaunch',
    'note',
    'document',
    'fall_off',
    'company_contact',
    'company_contact_poc',
  ]
  const found = await Promise.all(
    tables.map((table) => world.database.pool.query<{ id: string }>(`select id from ${table} order by id desc limit 2`)),
  )
  return found.flatMap(({ rows }) => rows.map(({ id }) => id))
}

const partOf = (call: Endpoint, name: string): z.ZodType => call.params?.shape[name] as z.ZodType

const isLetIn = (call: Endpoint, who: keyof typeof callers): boolean =>
  call.permission === 'public' || may(callers[who], call.permission)

/** Mostly one of the first, where there are any; now and then one of the second. */
const oftenOf = <T>(usual: readonly T[], odd: readonly T[]): fc.Arbitrary<T> =>
  usual.length === 0
    ? fc.constantFrom(...odd)
    : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) })

/** A request to a call, made of its contract: who makes it, the ids and texts of its path, its query and its body. */
function requestTo(call: Endpoint, known: readonly string[]) {
  const parts = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const place = oftenOf([world.first], [world.second, world.other])
  return fc.record({
    who: oftenOf(
      names.filter((who) => who !== 'otherCompany' && isLetIn(call, who)),
      names,
    ),
    params: fc
      .tuple(place, fc.record(Object.fromEntries(parts.map((name) => [name, arbitraryOf(partOf(call, name), known)]))))
      .map(([at, made]) => ({
        ...made,
        ...Object.fromEntries(scopeKeys.flatMap((key) => (parts.includes(key) ? [[key, at[key]]] : []))),
      })),
    query: call.query ? arbitraryOf(call.query, known) : fc.constant({}),
    body: call.body
      ? fc.tuple(place, arbitraryOf(call.body, known)).map(([at, body]) => placed(call, at, body))
      : fc.constant(undefined),
  })
}

/** A body that names what the call acts on names something that is there. */
function placed(call: Endpoint, at: Record<string, string>, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const named = Object.entries(call.scopeInBody ?? {}).map(([key, field]) => [field, at[key]])
  return { ...body, ...Object.fromEntries(named) }
}

/** As an address can hold it: what is no text is written as JSON, and half a character as none. */
const inAddress = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof values === 'object' && values !== null ? values : { values }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)]],
    ),
  )

const send = (client: TestClient, call: Endpoint, { params, query, body }: { params: object; query: unknown; body: unknown }) =>
  client.inject({
    method: call.method,
    url: addressOf(call.path, inAddress(params), inAddress(query)),
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
  })

test(`no request of a contract's shape, however odd, is answered with a fault of the server, and a refusal changes nothing`, async () => {
  const answers: Record<number, number> = {}
  let refused = 0
  const perCall = Math.ceil(runs / calls.length)
  for (const { call } of calls) {
    const known = [...ids, ...(await newestIds())]
    const ask = fc.asyncProperty(requestTo(call, known), async ({ who, ...request }) => {
      const compared = isChange(call) && (refused += 1) % comparedEvery === 0
      const before = compared ? await everything(world.database) : null
      const { statusCode, body } = await send(world.as(who), call, request)
      answers[statusCode] = (answers[statusCode] ?? 0) + 1
      expect(statusCode, `${call.method} ${call.path} as ${who}: ${body}`).toBeLessThan(500)
      if (statusCode >= 400) expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      if (before && statusCode >= 400 && call.permission !== 'public') expect(await everything(world.database)).toEqual(before)
    })
    await fc.assert(ask, { numRuns: perCall, endOnFailure: true, ...(process.env.FUZZ_RUNS ? {} : { seed: 20261121 }) })
  }
  // A fuzz that nobody lets in proves nothing.
  const all = Object.values(answers).reduce((sum, count) => sum + count, 0)
  expect((answers[200] ?? 0) / all, `answers by status: ${JSON.stringify(answers)}`).toBeGreaterThan(0.1)
}, 3_600_000)
