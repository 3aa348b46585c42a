import type { Wire } from '@gya/domain/endpoint.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import {
  createProperty,
  listCompanyProperties,
  readProperty,
  updateProperty,
} from '@gya/domain/features/properties/properties.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { search } from '@gya/domain/features/search/search.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, testAddress } from '../../../test/support/fixtures.ts'
import { eventsDuring, expectNothingWritten } from './testing/recorded-events.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

type Body = Wire<typeof createProperty, 'body'>

const body = (line1: string, more: Partial<Body>): Body => ({
  address: testAddress(line1),
  owner: { _id: fixtures.idOf.vendor },
  ...more,
})
const take = async (
  line1: string,
  more: Partial<Body> = {},
  branch: 'first' | 'second' = 'first',
  as: FixtureUser = 'company',
) => {
  const { companyId, branchId } = fixtures[branch]
  return fixtures.as(as).ok(createProperty, { params: { companyId, branchId }, body: body(line1, more) })
}
const refused = (line1: string, more: Partial<Body>, as: FixtureUser = 'company') =>
  expectNothingWritten(fixtures, () =>
    fixtures.as(as).refusal(createProperty, { params: fixtures.first, body: body(line1, more) }),
  )
const save = (property: { _id: string }, change: Omit<Wire<typeof updateProperty, 'body'>, '_id'>) =>
  fixtures.as('company').ok(updateProperty, { params: fixtures.first, body: { _id: property._id, ...change } })
const identifiers = {
  uprn: '0100 023336956',
  titleNumbers: ['bk 123456', 'BK654321', 'BK123456'],
  epcNumber: '12345678901234567890',
  councilTaxBand: 'band d',
}
const stored = {
  uprn: '100023336956',
  titleNumbers: ['BK123456', 'BK654321'],
  epcNumber: '1234-5678-9012-3456-7890',
  councilTaxBand: 'D',
}

test('UPRN, two titles, EPC without hyphens and band are saved at take-on in their one form', async () => {
  const property = await take('1 Register Road', { identifiers })
  expect(property.identifiers).toEqual(stored)
  const params = { ...fixtures.first, propertyId: property._id }
  expect((await fixtures.as('company').ok(readProperty, { params })).identifiers).toEqual(stored)
  expect((await take('2 Register Road')).identifiers).toEqual({
    uprn: null,
    titleNumbers: [],
    epcNumber: null,
    councilTaxBand: null,
  })
  await save(property, { active: false })
})

test('each of them is alone in the record, with before and after; what is not sent stays', async () => {
  const property = await take('3 Register Road', { identifiers: { uprn: '7001', councilTaxBand: 'A' } })
  const events = await eventsDuring(fixtures, property._id, async () => {
    expect(
      (await save(property, { identifiers: { titleNumbers: ['BK9'], councilTaxBand: 'A', epcNumber: null } })).identifiers,
    ).toEqual({
      uprn: '7001',
      titleNumbers: ['BK9'],
      epcNumber: null,
      councilTaxBand: 'A',
    })
    await save(property, { identifiers: { uprn: null }, bedrooms: 2 })
  })
  expect(events).toMatchObject([
    {
      kind: 'property-edited',
      data: { fields: ['titleNumbers'], before: { titleNumbers: [] }, after: { titleNumbers: ['BK9'] } },
    },
    { kind: 'property-edited', data: { fields: ['bedrooms', 'uprn'], before: { uprn: '7001' }, after: { uprn: null } } },
  ])
  const { data } = await fixtures
    .as('company')
    .ok(readHistory, { params: { ...fixtures.first, propertyId: property._id }, query: {} })
  expect(data.flatMap(({ facts }) => facts)).toEqual(
    expect.arrayContaining([
      { what: 'Title numbers', from: 'none', to: 'BK9' },
      { what: 'UPRN', from: '7001', to: 'none' },
    ]),
  )
})

test('PROPERTY_UPRN_KNOWN for a UPRN of an open property, with where it is; sameUprn goes on', async () => {
  const first = await take('4 Register Road', { identifiers: { uprn: '8001' } })
  const again = { identifiers: { uprn: '00 8001' } }
  const details = { propertyId: first._id, line1: '4 Register Road', branchId: fixtures.first.branchId }
  expect(await refused('5 Register Road', again)).toMatchObject({ status: 409, code: 'PROPERTY_UPRN_KNOWN', details })
  const second = await take('5 Register Road', { ...again, sameUprn: true })
  expect(second.identifiers.uprn).toBe('8001')
  // Its own UPRN again is no change.
  expect((await save(second, again)).version).toBe(second.version)
  const third = await take('6 Register Road')
  const change = { params: fixtures.first, body: { _id: third._id, ...again } }
  expect(await fixtures.as('company').refusal(updateProperty, change)).toMatchObject({
    status: 409,
    code: 'PROPERTY_UPRN_KNOWN',
  })
  expect((await save(third, { ...again, sameUprn: true })).identifiers.uprn).toBe('8001')
})

test('of a property out of reach the refusal says only "another branch"', async () => {
  await take('7 Register Road', { identifiers: { uprn: '8002' } }, 'second')
  const answer = await refused('8 Register Road', { identifiers: { uprn: '8002' } }, 'staff')
  expect(answer).toMatchObject({ status: 409, code: 'PROPERTY_UPRN_KNOWN' })
  expect(answer.details).toEqual({ branch: 'another branch' })
})

test('a withdrawn property refuses nothing and is listed by its UPRN', async () => {
  const before = await take('9 Register Road', { identifiers: { uprn: '8003' } })
  await save(before, { active: false })
  const again = await take('9 Register Road', { identifiers: { uprn: '8003' } })
  const listed = async (uprn: string) =>
    (await fixtures.as('company').ok(listCompanyProperties, { params: fixtures.a, query: { uprn } })).data.map(({ _id }) => _id)
  expect((await listed('0 8003')).toSorted()).toEqual([before._id, again._id].toSorted())
  expect(await listed('800')).toEqual([])
  expect(await listed('no number')).toEqual([])
})

test('numbers that are none are refused in words', async () => {
  const cases: [Body['identifiers'], string, string][] = [
    [{ uprn: '1234567890123' }, 'identifiers.uprn', 'A UPRN has 1 to 12 digits.'],
    [{ uprn: '0' }, 'identifiers.uprn', 'A UPRN has 1 to 12 digits.'],
    [{ epcNumber: '1'.repeat(19) }, 'identifiers.epcNumber', 'An EPC number has 20 digits, such as 0000-1111-2222-3333-4444.'],
    [{ councilTaxBand: 'J' }, 'identifiers.councilTaxBand', 'A council-tax band is a letter from A to I, or Not banded.'],
  ]
  for (const [wrong, path, message] of cases)
    expect(await refused('10 Register Road', { identifiers: wrong })).toMatchObject({
      status: 400,
      issues: [{ path, message }],
    })
})

test('palette, list and report find a property by each of its numbers exactly, and by nothing within them', async () => {
  const known = await take('71 Number Row', {
    identifiers: {
      uprn: '310022001',
      titleNumbers: ['BK720001', '720002'],
      epcNumber: '72000000000000000001',
      councilTaxBand: 'C',
    },
  })
  const other = await take('72 Number Row', { identifiers: { uprn: '310022002' } })
  const far = await take('73 Number Row', { identifiers: { uprn: '310022003' } }, 'second')
  const { companyId } = fixtures.a
  const found = async (q: string, as: FixtureUser = 'company') => {
    const client = fixtures.as(as)
    const { properties } = await client.ok(search, { params: { companyId }, query: { q, groups: 'properties' } })
    const list = await client.ok(listCompanyProperties, { params: { companyId }, query: { textSearch: q, sort: 'address:asc' } })
    const phases = await client.ok(listCompanyProperties, {
      params: { companyId },
      query: { textSearch: q, sort: 'takeOn:desc' },
    })
    const report = await client.ok(readReport, { params: { companyId }, query: { searchText: q } })
    const lines = [list, phases, report].map(({ data }) => data.map((row) => row.address.line1))
    expect(lines).toEqual(lines.map(() => lines[0]))
    const hits = (properties?.data ?? []).map(({ line1 }) => line1)
    expect(hits.toSorted((a, b) => a.localeCompare(b))).toEqual(lines[0])
    return hits
  }
  for (const typed of [
    '310022001',
    ' 000310022001',
    '310 022 001',
    'BK720001',
    'bk 720001',
    '720002',
    '72000000000000000001',
    '7200-0000-0000-0000-0001',
  ])
    expect([typed, await found(typed)]).toEqual([typed, ['71 Number Row']])
  for (const typed of ['31002200', '0022001', 'BK72000', 'BK7200011', '7200-0000', 'Band C'])
    expect([typed, await found(typed)]).toEqual([typed, []])
  expect(await found('72 number row')).toEqual(['72 Number Row'])
  expect(await found('310022003', 'staff')).toEqual([])
  expect(await found('310022003')).toEqual(['73 Number Row'])
  await save(known, { identifiers: { uprn: '720002' } })
  await save(other, { identifiers: { uprn: '7171' } })
  expect(await found('720002')).toEqual(['71 Number Row'])
  for (const { _id } of [known, other]) await save({ _id }, { active: false })
  expect(far.identifiers.uprn).toBe('310022003')
})
