import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { lookUpProperty, readIdentifierOrigins } from '@gya/domain/features/properties/property-lookup.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { startPropertyLookup } from '../../../test/support/property-lookup.ts'
import { readConfig } from '../../config.ts'

let fixtures: Fixtures
let adapter: Awaited<ReturnType<typeof startPropertyLookup>>
beforeAll(async () => {
  adapter = await startPropertyLookup()
  fixtures = await openFixtures({ config: { propertyLookupUrl: adapter.url } })
})
afterAll(async () => {
  await fixtures.close()
  adapter.close()
})

const ask = (query: { what?: 'energy' | 'title'; postcode?: string; uprn?: string }) =>
  fixtures.as('staff').ok(lookUpProperty, { params: fixtures.a, query })

test('without `what` the call says whether there is a look-up, and asks nobody', async () => {
  expect(await ask({})).toEqual({ offered: true, candidates: [], failed: false })
  expect(adapter.asked).toEqual([])
  expect(readConfig({}).propertyLookupUrl).toBeUndefined()
})

test('candidates by postcode, and one by UPRN; numbers have the form in which they are saved', async () => {
  const { candidates } = await ask({ what: 'energy', postcode: 'rg309zz' })
  expect(candidates).toHaveLength(20)
  expect(candidates[0]).toEqual({
    address: '1 Sample Road, Reading',
    uprn: '999999999501',
    titleNumber: null,
    epcNumber: '0000-0000-0000-0000-9501',
    rating: 'C',
    validUntil: '2033-05-01',
    tenure: null,
  })
  const title = await ask({ what: 'title', postcode: 'RG30 9ZZ', uprn: '999999999502' })
  expect(title.candidates).toMatchObject([{ titleNumber: 'ZZ990502', tenure: 'Freehold', epcNumber: null }])
})

test('an adapter that fails, answers too much or another format: `failed`, no candidates', async () => {
  const wrong = [
    { status: 500, body: '' },
    { status: 200, body: '<html>' },
    { status: 200, body: '{"homes":[]}' },
    { status: 302, body: '{"candidates":[]}' },
    { status: 200, body: JSON.stringify({ candidates: [{ address: 'x'.repeat(70_000) }] }) },
  ]
  for (const one of wrong) {
    adapter.state.respond = () => one
    expect(await ask({ what: 'title', postcode: 'RG30 9ZZ' })).toEqual({ offered: true, candidates: [], failed: true })
  }
  adapter.state.respond = () => ({ status: 200, body: JSON.stringify({ candidates: [{ uprn: 'none', epcNumber: 7 }] }) })
  expect((await ask({ what: 'title' })).candidates).toMatchObject([{ address: '', uprn: null, epcNumber: null }])
  adapter.state.respond = null
})

test('an identifier says who entered it and when, and whether it is from the look-up; so does the record', async () => {
  const { first, idOf } = fixtures
  const params = await takeOn(fixtures.as('company'), first, idOf.vendor, '1 Origin Road')
  const origins = async () => (await fixtures.as('branch').ok(readIdentifierOrigins, { params })).origins
  const taken = { on: fixtures.clock.now(), by: 'company people', lookedUp: false }
  expect(await origins()).toEqual({ uprn: taken, titleNumbers: taken, epcNumber: taken, councilTaxBand: taken })
  fixtures.clock.advance({ days: 1 })
  const on = fixtures.clock.now()
  const body = {
    _id: params.propertyId,
    identifiers: { uprn: '77', councilTaxBand: 'C' },
    lookedUp: ['uprn' as const, 'epcNumber' as const],
  }
  await fixtures.as('staff').ok(updateProperty, { params: first, body })
  const by = 'staff people'
  expect(await origins()).toEqual({
    uprn: { on, by, lookedUp: true },
    titleNumbers: taken,
    epcNumber: taken,
    councilTaxBand: { on, by, lookedUp: false },
  })
  const { data } = await fixtures.as('branch').ok(readHistory, { params, query: {} })
  expect(data[0]?.facts).toContainEqual({ what: 'From the look-up', to: 'UPRN' })
  fixtures.clock.advance({ days: 1 })
  await fixtures
    .as('company')
    .ok(updateProperty, { params: first, body: { _id: params.propertyId, identifiers: { uprn: '78' } } })
  expect((await origins()).uprn).toEqual({ on: fixtures.clock.now(), by: 'company people', lookedUp: false })
})
