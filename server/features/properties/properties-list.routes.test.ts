import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import {
  downloadBranchProperties,
  listBranchProperties,
  listCompanyProperties,
  readProperty,
} from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { login } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, takeOn, testPassword } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { checksum } from './testing/recorded-events.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(() => fixtures.clock.moveTo(testStart))

type Query = NonNullable<Wire<typeof listCompanyProperties, 'query'>>

const list = (query: Query = {}, as: FixtureUser = 'company') =>
  fixtures.as(as).ok(listCompanyProperties, { params: fixtures.a, query })
const made = (line1: string) => takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)

test('GET company/properties sorts addresses naturally, ten a page', async () => {
  for (const line1 of [
    '10 Alder Way',
    '9 Alder Way',
    '9a Alder Way',
    '100 Alder Way',
    'The Old Barn',
    'the old barn annexe',
    '2b Alder Way',
  ])
    await made(line1)
  const { data, paging } = await list()
  expect(data.map(({ address }) => address.line1)).toEqual([
    '1 First Street',
    '2 Second Street',
    '2b Alder Way',
    '9 Alder Way',
    '9a Alder Way',
    '10 Alder Way',
    '100 Alder Way',
    'The Old Barn',
    'the old barn annexe',
  ])
  expect(paging).toMatchObject({ itemsPerPage: 10, currentPage: 0, count: 9 })
})

test('GET company/properties row fields', async () => {
  const { propertyId, branchId } = await made('1 Row Street')
  expect((await list({ line1: '1 row street' })).data).toEqual([
    {
      _id: propertyId,
      company: fixtures.a.companyId,
      branch: { _id: branchId, name: 'First Street' },
      address: { line1: '1 Row Street', postcode: 'RG30 6ZZ' },
      phase: 'preForSale',
      ownership: 'unknown',
      leaseholdPackSent: 'unknown',
      mi: { chain: 3, askingPrice: [], currentAskingPrice: null, listed: null, noticeEnd: null },
      viewings: [],
      offers: [],
      owner: { lastLogin: null },
      contacts: { solicitor: null, mBroker: null },
      takeOn: '2026-03-10',
      bStaff: null,
      expectedExchange: null,
      exchangeMoves: 0,
      expectedCompletion: null,
      completionDate: null,
      mortgageOfferExpires: null,
      negotiator: null,
      vendorLastUpdatedOn: null,
      vendorSolicitor: null,
      buyerSolicitor: null,
      warnings: 0,
      timeline: {
        info: {
          nextStep: { key: stepKeys.PropertyLaunched, state: 'IP', date: '2026-03-17', awaitingReports: false, warning: null },
          surveyDate: null,
          surveysR: null,
          upcomingSurveyDate: null,
        },
      },
      setupWarnings: [],
      logo: null,
      createdon: fixtures.clock.now(),
    },
  ])
})

test('GET company/properties rows include prices, viewings, offers and the vendor’s contacts', async () => {
  const place = await made('2 Row Street')
  const as = fixtures.as('staff')
  for (const [price, effectiveDate] of [
    [300_000, '2026-01-05'],
    [290_000, '2026-03-09'],
    [280_000, '2026-12-01'],
  ] as const)
    await as.ok(addAskingPrice, { params: place, body: { price, effectiveDate, priceOption: 3 } })
  for (const when of ['2026-03-01', '2026-03-08']) await as.ok(addViewing, { params: place, body: { name: 'V. Iewer', when } })
  for (const state of ['P', 'A'] as const)
    await as.ok(addOffer, { params: place, body: { name: 'B. Uyer', amount: 285_000, cashBuy: true, chain: false, state } })
  const { companyId } = fixtures.a
  const firm = await as.ok(createContact, { params: { companyId }, body: { name: 'Conveyance & Co' } })
  await as.ok(saveContacts, { params: place, body: { solicitor: { contact: firm._id, poc: null } } })
  expect((await list({ line1: '2 row street' })).data).toMatchObject([
    {
      mi: { askingPrice: [{ price: 280_000 }, { price: 290_000 }, { price: 300_000 }], currentAskingPrice: 290_000 },
      viewings: [{ when: '2026-03-08' }, { when: '2026-03-01' }],
      offers: expect.arrayContaining([{ state: 'A' }, { state: 'P' }]),
      contacts: { solicitor: { contact: { _id: firm._id, name: 'Conveyance & Co' } }, mBroker: null },
    },
  ])
})

test('GET company/properties warnings depend on the current day and match the property’s own', async () => {
  const place = await made('1 Overdue Street')
  const before = await checksum(fixtures)
  const warnings = async () => (await list({ line1: 'overdue' })).data[0]?.warnings
  for (const [instant, overdue] of [
    ['2026-03-17T23:59:00.000Z', 0],
    ['2026-03-18T00:00:00.000Z', 1],
  ] as const) {
    fixtures.clock.moveTo(instant)
    expect(await warnings()).toBe(overdue)
    expect((await fixtures.as('company').ok(readProperty, { params: place })).timeline.info.warnings).toBe(overdue)
  }
  expect(await checksum(fixtures)).toEqual(before)
})

test('GET company/properties marks an owner who has signed in', async () => {
  const usingApp = async () => (await list({ line1: '2 second street' })).data[0]?.owner.lastLogin
  expect(await usingApp()).toBeNull()
  await fixtures.anonymous.ok(login, { body: { email: fixtures.emailOf('secondVendor'), password: testPassword } })
  expect(await usingApp()).toBe(fixtures.clock.now())
})

test('GET company/properties is limited to the caller’s scope', async () => {
  const seen = async (as: FixtureUser) => (await list({ itemsPerPage: '100' }, as)).data.map(({ branch }) => branch._id)
  expect(new Set(await seen('staff'))).toEqual(new Set([fixtures.first.branchId]))
  expect(await seen('secondBranch')).toEqual([fixtures.second.branchId])
  expect(new Set(await seen('company'))).toEqual(new Set([fixtures.first.branchId, fixtures.second.branchId]))
  expect(await seen('platform')).toEqual(await seen('company'))
  for (const name of ['otherCompany', 'otherStaff'] as const)
    expect(await fixtures.as(name).refusal(listCompanyProperties, { params: fixtures.a })).toMatchObject({ status: 404 })
  expect(await fixtures.as('vendor').refusal(listCompanyProperties, { params: fixtures.a })).toMatchObject({ status: 403 })
})

test('GET company/properties past the last page is empty with the right count', async () => {
  const { count } = (await list()).paging
  expect(await list({ itemsPerPage: '2', currentPage: '999' })).toMatchObject({
    data: [],
    paging: { count, currentPage: 999, nextPage: null, prevPage: Math.ceil(count / 2) - 1 },
  })
})

test('GET company/properties refuses unknown filters', async () => {
  for (const [field, value] of [
    ['sort', 'address'],
    ['sort', 'warnings:asc'],
    ['filters', 'solds'],
    ['filters', 'all,sold'],
    ['filter', 'sold'],
    ['itemsPerPage', '101'],
    ['currentPage', 'x'],
    ['textSearch', 'x'.repeat(201)],
    ['postcode', 'RG30 6ZZ 123'],
    ['branchIds', 'First Street'],
    ['excludeIds', fixtures.first.propertyId],
  ] as const) {
    const answer = await fixtures
      .as('company')
      .inject({ method: 'GET', url: addressOf(listCompanyProperties.path, fixtures.a, { [field]: value }) })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ issues: [{ path: field }] })
  }
})

test('GET property/list returns the branch’s properties without excludeIds', async () => {
  const { branchId, propertyId } = fixtures.second
  const params = { companyId: fixtures.a.companyId, branchId }
  const ids = async (query: Wire<typeof listBranchProperties, 'query'>) =>
    (await fixtures.as('company').ok(listBranchProperties, { params, query })).data.map(({ _id }) => _id)
  expect(await ids({})).toEqual([propertyId])
  expect(await ids({ excludeIds: `${fixtures.first.propertyId},${propertyId.toUpperCase()}` })).toEqual([])
  expect(await ids({ filter: 'archived' })).toEqual([])
  const unknown = addressOf(listBranchProperties.path, params, { filter: 'SOLD' })
  expect((await fixtures.as('company').inject({ method: 'GET', url: unknown })).json()).toMatchObject({
    code: 'VALIDATION_FAILED',
    issues: [{ path: 'filter', message: 'There is no such filter.' }],
  })
})

test('GET company/properties/csv is Properties.csv; formulas are escaped', async () => {
  await made('=HYPERLINK("https://bad.example")')
  const url = addressOf(downloadBranchProperties.path, fixtures.first, { textSearch: 'hyperlink' })
  const answer = await fixtures.as('company').inject({ method: 'GET', url })
  expect(answer.headers['content-disposition']).toContain('Properties.csv')
  expect(answer.body).toBe(
    [
      '\uFEFFProperty,Phase,Chain,Viewings,Offers,Asking price,Take on,Using app,On notice,Warnings,Setup warnings',
      `"'=HYPERLINK(""https://bad.example""), RG30 6ZZ",Pre for sale,Unknown,0,0,,10/03/2026,No,,0,`,
      '',
    ].join('\r\n'),
  )
})
