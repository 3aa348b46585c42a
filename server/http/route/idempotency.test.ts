import type { Endpoint } from '@gya/domain/endpoint.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { addDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { createPng, multipartForm } from '../../../test/support/multipart-form.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { expectNothingWritten } from '../../features/properties/testing/recorded-events.ts'
import { jobAdder } from '../../jobs/queue.ts'

let fixtures: Fixtures
let place: PropertyPath
let key: string
let streets = 0
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  streets += 1
  place = await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, `${streets} Again Street`)
  key = `key-${streets}`
})
afterAll(() => fixtures.close())

const viewing = { name: 'Ann Onymous', when: '2026-03-09' }
const send = async (
  call: Endpoint,
  payload: object,
  { as = 'staff', with: sent = key }: { as?: FixtureUser; with?: string } = {},
) => {
  const headers = { 'idempotency-key': sent }
  const answer = await fixtures.as(as).inject({ method: call.method, url: addressOf(call.path, place), payload, headers })
  return { status: answer.statusCode, replayed: answer.headers['idempotent-replayed'] === 'true', body: answer.json() }
}
const property = () => fixtures.as('staff').ok(readProperty, { params: place })

describe('Idempotency-Key', () => {
  test('four concurrent requests with one key create one viewing and get the same response', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(addViewing, viewing)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect((await property()).viewings).toHaveLength(1)
  })

  test('a repeated request within 24 hours is replayed and writes nothing; later it is executed', async () => {
    const first = await send(addViewing, viewing)
    await fixtures.as('staff').ok(addViewing, { params: place, body: { name: 'Meanwhile', when: '2026-03-09' } })
    fixtures.clock.advance({ minutes: 24 * 60 })
    // The session has expired by then.
    await property()
    const again = await expectNothingWritten(fixtures, () => send(addViewing, viewing))
    expect(again).toEqual({ ...first, replayed: true })
    fixtures.clock.advance({ minutes: 1 })
    expect(await send(addViewing, viewing)).toMatchObject({ status: 200, replayed: false })
    expect((await property()).viewings).toHaveLength(3)
  })

  test.each([
    ['another body', addViewing, { ...viewing, name: 'Someone Else' }],
    ['another call', addOffer, { name: 'Bo', amount: 250_000, when: '2026-03-09', cashBuy: false, chain: false }],
  ])('the same key with %s responds IDEMPOTENCY_KEY_REUSED and writes nothing', async (_what, call, body) => {
    await send(addViewing, viewing)
    const refused = await expectNothingWritten(fixtures, () => send(call, body))
    expect(refused).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  test('a refused request releases its key', async () => {
    const stale = { ...viewing, version: 99 }
    expect(await expectNothingWritten(fixtures, () => send(addViewing, stale))).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION' },
    })
    expect(await send(addViewing, viewing)).toMatchObject({ status: 200, replayed: false })
  })

  test('a request that waits for a concurrent one is executed if that fails', async () => {
    const other = await fixtures.database.pool.connect()
    await other.query('begin')
    await other.query('select from property where id = $1 for update', [place.propertyId])
    const both = [send(addViewing, { ...viewing, version: 1 }), send(addViewing, { ...viewing, version: 1 })]
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (((await fixtures.database.pool.query(waiting)).rowCount ?? 0) < 2) continue
    await other.query('update property set version = 2 where id = $1', [place.propertyId])
    await other.query('commit')
    other.release()
    expect((await Promise.all(both)).map(({ body }) => body.code)).toEqual(['STALE_VERSION', 'STALE_VERSION'])
  })

  test('keys are per user', async () => {
    await send(addViewing, viewing)
    expect(await send(addViewing, viewing, { as: 'branch' })).toMatchObject({ status: 200, replayed: false })
    expect((await property()).viewings).toHaveLength(2)
  })

  test('a replay checks access again', async () => {
    await send(addViewing, viewing)
    const { branchId } = fixtures.first
    await fixtures.database.db
      .deleteFrom('branch_member')
      .where('branch_id', '=', branchId)
      .where('user_id', '=', fixtures.idOf.staff)
      .execute()
    expect(await send(addViewing, viewing)).toMatchObject({ status: 404 })
    await fixtures.database.db
      .insertInto('branch_member')
      .values({ company_id: fixtures.a.companyId, branch_id: branchId, user_id: fixtures.idOf.staff })
      .execute()
  })

  test('PUT …/askingprice takes a key', async () => {
    const { version } = await property()
    const price = { price: 300_000, effectiveDate: '2026-03-09', priceOption: 3, version }
    await send(addAskingPrice, price)
    expect(await send(addAskingPrice, price)).toMatchObject({ status: 200, replayed: true })
    // The browser has read the property again before retrying.
    expect(await send(addAskingPrice, { ...price, version: version + 1 })).toMatchObject({ status: 200, replayed: true })
    expect((await property()).mi.askingPrice).toHaveLength(1)
  })

  test('four concurrent uploads add one file; the same key with another file is refused', async () => {
    const sendFile = async (content: Buffer) => {
      const form = await multipartForm([
        ['note', 'Front'],
        ['file', content, 'Front.png'],
      ])
      const headers = { ...form.headers, 'idempotency-key': key }
      return fixtures
        .as('staff')
        .inject({ method: 'POST', url: addressOf(addDocument.path, place), headers, payload: form.payload })
    }
    const content = await createPng(8, 8)
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendFile(content)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const { documents } = await property()
    expect(documents).toHaveLength(1)
    expect((await sendFile(await createPng(9, 9))).json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    const { rows } = await fixtures.database.pool.query('select from loose_file')
    expect(rows).toEqual([])
  })

  test.each(['', 'two words', 'x'.repeat(201)])('%j is not a valid key', async (bad) => {
    const refused = await expectNothingWritten(fixtures, () => send(addViewing, viewing, { with: bad }))
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'idempotency-key' }] } })
  })

  test('keys are stored as hashes and deleted after expiry', async () => {
    const count = async () => (await fixtures.database.pool.query('select from idempotency_key')).rowCount
    const sweep = async () => {
      await jobAdder(fixtures.database.db)('sweep-idempotency-keys', {})
      await fixtures.runJobs()
    }
    await fixtures.database.db.deleteFrom('idempotency_key').execute()
    await send(addViewing, viewing)
    const { rows } = await fixtures.database.pool.query(`select from idempotency_key t where t::text like '%' || $1 || '%'`, [
      key,
    ])
    expect([await count(), rows]).toEqual([1, []])
    fixtures.clock.advance({ minutes: 24 * 60 + 1 })
    await sweep()
    expect(await count()).toBe(0)
  })
})
