import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lookUpAddress } from '@gya/domain/features/addresses/addresses.contract.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, takeOn, testAddress } from '../../../test/support/fixtures.ts'
import { readConfig } from '../../config.ts'

let fixtures: Fixtures
let service: Server
/** Replies of the address service, and the requests it received. */
let answer: (reply: ServerResponse) => void
let requestedUrls: string[]

beforeAll(async () => {
  service = createServer((request, reply) => {
    requestedUrls.push(request.url ?? '')
    answer(reply)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  fixtures = await openFixtures({ config: { addressLookupUrl: `http://127.0.0.1:${port}/find?key=secret&q={text}` } })
  await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, '9 Lookup Lane')
  await fixtures.as('staff').ok(createContact, {
    params: fixtures.a,
    body: { name: 'Lookup Law', address: { ...testAddress('8 Lookup Chambers'), postcode: 'RG1 9KO' } },
  })
})
beforeEach(() => {
  requestedUrls = []
  answer = (reply) => reply.end('[]')
})
afterAll(async () => {
  await fixtures.close()
  service.closeAllConnections()
  service.close()
})

const look = (text: string, who: FixtureUser = 'staff', query: object = {}) =>
  fixtures.as(who).ok(lookUpAddress, { query: { text, ...query } })
const lines = async (text: string, who: FixtureUser = 'staff', query: object = {}) =>
  (await look(text, who, query)).data.map(({ source, address }) => `${source}: ${address.line1}, ${address.town}`)

test('GET /address/lookup lists the company’s own addresses first, then streets and towns of the price-paid data', async () => {
  expect(await lines('lookup')).toEqual(['company: 8 Lookup Chambers, Reading', 'company: 9 Lookup Lane, Reading'])
  expect(await lines('ookup')).toEqual([])
  expect(await lines('rg19ko')).toEqual(expect.arrayContaining(['company: 8 Lookup Chambers, Reading']))
  expect(await lines('27 rodway')).toEqual(['places: 27 Rodway Road, Reading'])
})

test('GET /address/lookup orders by house number and then by its letter; houses with a name come last', async () => {
  for (const line1 of ['145 Order Road', 'The Order', '14b Order Road', '14 Order Road', '9 Order Road', '14A Order Road'])
    await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, line1)
  const found = (await look('order')).data.map(({ address }) => address.line1)
  expect(found).toEqual(['9 Order Road', '14 Order Road', '14A Order Road', '14b Order Road', '145 Order Road', 'The Order'])
})

test('GET /address/lookup is limited to the company, and for properties to the caller’s branches', async () => {
  expect(await lines('lookup', 'otherStaff')).toEqual([])
  expect(await lines('lookup', 'secondBranch')).toEqual(['company: 8 Lookup Chambers, Reading'])
  expect(await lines('lookup', 'platform')).toEqual([])
  expect(await lines('lookup', 'platform', { companyId: fixtures.a.companyId })).toHaveLength(2)
  const query = { text: 'lookup', companyId: fixtures.a.companyId }
  expect(await fixtures.as('otherStaff').refusal(lookUpAddress, { query })).toMatchObject({ status: 404 })
  expect(await fixtures.as('vendor').refusal(lookUpAddress, { query: { text: 'lookup' } })).toMatchObject({ status: 403 })
})

test('GET /address/lookup refuses fewer than three characters', async () => {
  expect(await fixtures.as('staff').refusal(lookUpAddress, { query: { text: '27' } })).toMatchObject({
    status: 400,
    issues: [{ path: 'text', message: 'Type at least 3 characters.' }],
  })
})

test('GET /address/lookup passes the text to the address service and accepts common field names', async () => {
  answer = (reply) =>
    reply.end(JSON.stringify({ addresses: [{ line_1: '1 Quay', town_or_city: 'Lookport', postcode: 'LK1 1KO' }] }))
  expect((await look('1 quay & co')).data[0]).toEqual({
    address: { line1: '1 Quay', line2: '', town: 'Lookport', county: '', country: '', postcode: 'LK1 1KO' },
    source: 'service',
    sectors: [],
  })
  expect(requestedUrls).toEqual(['/find?key=secret&q=1%20quay%20%26%20co'])
})

test.each<[string, (reply: ServerResponse) => void]>([
  ['answers with HTML', (reply) => reply.end('<html>')],
  ['answers with other JSON', (reply) => reply.end('{"hits": 3}')],
  ['fails', (reply) => reply.writeHead(500).end()],
  ['redirects', (reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['answers with too much', (reply) => reply.end(`["${'x'.repeat(300_000)}"]`)],
  ['closes the connection', (reply) => void reply.destroy()],
  ['times out', () => {}],
])('GET /address/lookup answers from its own data when the address service %s', async (_what, failing) => {
  answer = failing
  expect(await look('27 rodway')).toMatchObject({ data: [{ source: 'places' }], serviceFailed: true })
  expect(fixtures.log.join('')).not.toContain('secret')
})

test('ADDRESS_LOOKUP_URL must contain the placeholder for the text', () => {
  const url = 'https://addresses.example/find?q={text}'
  expect(readConfig({ ADDRESS_LOOKUP_URL: url }).addressLookupUrl).toBe(url)
  expect(() => readConfig({ ADDRESS_LOOKUP_URL: 'https://addresses.example/find' })).toThrow('must hold {text}')
  expect(() => readConfig({ ADDRESS_LOOKUP_URL: 'ftp://addresses.example/{text}' })).toThrow('ADDRESS_LOOKUP_URL')
})
