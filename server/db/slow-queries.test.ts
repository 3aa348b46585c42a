import { isWrite, scopeKeys } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../test/support/fixtures.ts'
import { sampleBodies } from '../../test/support/schema-samples.ts'
import { addressOf } from '../../test/support/test-client.ts'
import { readConfig } from '../config.ts'

type Line = { msg: string; statement: string; ms: number; rows: number; route?: string; job?: string; requestId?: string }

let fixtures: Fixtures
const slow = (): Line[] => fixtures.log.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'slow statement')

// Every statement is slow.
beforeAll(async () => {
  fixtures = await openFixtures({ config: { slowQueryMs: 0 } })
})
afterAll(() => fixtures.close())

test('A slow statement is logged once with time, rows and route', async () => {
  fixtures.log.length = 0
  const { headers } = await fixtures.as('company').call(readMe)
  const lines = slow()
  expect(lines.length).toBeGreaterThan(0)
  for (const { statement, ms, rows, route, requestId } of lines) {
    expect(statement).toMatch(/select/i)
    expect([Number.isInteger(ms), Number.isInteger(rows), route, requestId]).toEqual([
      true,
      true,
      '/api/user/me',
      headers['x-request-id'],
    ])
  }
  const asked = lines.filter(({ statement }) => statement.includes('from session'))
  expect(asked).toHaveLength(1)
})

test('concurrent requests: each slow statement is logged with its own request', async () => {
  fixtures.log.length = 0
  const { companyId } = fixtures.a
  const calls = Array.from({ length: 20 }, (_, n) =>
    n % 2 === 0
      ? fixtures.as('company').call(readMe)
      : fixtures.as('company').call(listContacts, { params: { companyId }, query: {} }),
  )
  const answers = await Promise.all(calls)
  const perCall = Map.groupBy(slow(), ({ requestId }) => requestId)
  for (const [at, { headers }] of answers.entries()) {
    const lines = perCall.get(headers['x-request-id'] as string) ?? []
    expect(lines.filter(({ statement }) => statement.includes('from session'))).toHaveLength(1)
    expect(lines.some(({ statement }) => statement.includes('company_contact'))).toBe(at % 2 === 1)
  }
  expect(perCall.has(undefined)).toBe(false)
})

test('a fast statement is not logged', async () => {
  expect(readConfig({}).slowQueryMs).toBe(500)
  const usual = await openFixtures()
  await sql`select pg_sleep(0)`.execute(usual.database.db)
  expect(usual.log.filter((line) => line.includes('slow statement'))).toEqual([])
  await usual.close()
})

test('No statement text of any call contains input: values are parameters', async () => {
  fixtures.log.length = 0
  const { propertyId } = fixtures.first
  const answered: Record<string, number> = {}
  for (const { call } of endpoints) {
    if (call.method === 'DELETE' || call.responseTypes || /logout/.test(call.path)) continue
    const params = Object.fromEntries(
      [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
        name,
        scopeKeys.includes(name as never) ? fixtures.first[name as 'companyId'] : propertyId,
      ]),
    )
    const bodies = call.body ? sampleBodies(call.body, propertyId) : [undefined]
    const query = call.query && 'search' in call.query.shape ? { search: 'Sample text' } : {}
    for (const body of bodies) {
      const { statusCode } = await fixtures.as('platform').inject({
        method: call.method,
        url: addressOf(call.path, params, isWrite(call) ? {} : query),
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
      })
      answered[statusCode] = (answered[statusCode] ?? 0) + 1
    }
  }
  expect(answered[200], `answers: ${JSON.stringify(answered)}`).toBeGreaterThan(40)
  const texts = [...new Set(slow().map(({ statement }) => statement))]
  expect(texts.length).toBeGreaterThan(100)
  // Ids, days, amounts and quoted text.
  const holding = texts.filter((text) =>
    /Sample|@people|0118 496|Test-Password|[0-9a-f]{8}-[0-9a-f]{4}-|'\d{4}-\d\d-\d\d/.test(text),
  )
  expect(holding).toEqual([])
})
