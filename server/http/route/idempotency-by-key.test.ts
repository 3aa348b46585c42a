import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { makeKey } from '../../../test/support/key-client.ts'
import { addressOf, type TestClient } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
let client: TestClient
beforeAll(async () => {
  fixtures = await openFixtures()
  client = (await makeKey(fixtures, { scopes: ['offer:write', 'offer:read', 'contact:read'] })).client
})
afterAll(() => fixtures.close())

const offer = { name: 'Rowan Teal', amount: 200_000, cashBuy: true, chain: false }
const send = async (key: string | undefined, body: object = offer) => {
  const answer = await client.inject({
    method: 'POST',
    url: addressOf(addOffer.path, fixtures.first),
    payload: body,
    headers: { 'idempotency-key': key },
  })
  const { statusCode: status, headers } = answer
  return { status, retryAfter: headers['retry-after'], body: answer.json<{ code?: string; offers?: unknown[] }>() }
}

describe('Idempotency-Key of API keys ([connect §9](docs/design/connect.md#9), story 12)', () => {
  test('20 concurrent identical POSTs create one offer and one entry, and return equal responses or 409 running', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('once')))
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    for (const { body } of done) expect(body).toEqual(done[0]?.body)
    const running = answers.filter(({ status }) => status !== 200)
    for (const answer of running)
      expect([answer.status, answer.body.code, answer.retryAfter]).toEqual([409, 'IDEMPOTENCY_RUNNING', '1'])
    fixtures.clock.advance({ minutes: 1 })
    expect((await send('once')).body).toEqual(done[0]?.body)
    expect((await fixtures.as('staff').ok(readProperty, { params: fixtures.first })).offers).toHaveLength(1)
    const { rows } = await fixtures.database.pool.query("select via from event where kind = 'offer-added'")
    expect(rows).toEqual([{ via: 'api' }])
  })

  test('another body returns 409 IDEMPOTENCY_KEY_REUSED', async () => {
    fixtures.clock.advance({ minutes: 1 })
    expect(await send('other')).toMatchObject({ status: 200 })
    expect(await send('other', { ...offer, amount: 1 })).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  test('a POST without one returns 400 IDEMPOTENCY_KEY_MISSING; a refusal is not stored', async () => {
    fixtures.clock.advance({ minutes: 1 })
    expect(await send('')).toMatchObject({ status: 400 })
    const { rows } = await fixtures.database.pool.query('select count(*)::int as n from idempotency_key')
    const bare = await fixtures.app.inject({
      method: 'POST',
      url: addressOf(addOffer.path, fixtures.first),
      payload: offer,
      headers: { authorization: `Bearer ${(await makeKey(fixtures, { scopes: ['offer:write'] })).secret}` },
    })
    expect([bare.statusCode, bare.json<{ code: string }>().code]).toEqual([400, 'IDEMPOTENCY_KEY_MISSING'])
    const refused = { ...offer, state: 'A', acceptedOn: '2030-01-01' }
    expect((await send('refused', refused)).status).toBeGreaterThanOrEqual(400)
    expect((await send('refused')).status).toBe(200)
    expect((await fixtures.database.pool.query('select count(*)::int as n from idempotency_key')).rows[0].n).toBe(rows[0].n + 1)
  })
})
