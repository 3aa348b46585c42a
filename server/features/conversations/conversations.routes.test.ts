import type { Wire } from '@gya/domain/endpoint.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import {
  listConversations,
  listPartiesOfSales,
  listSaleParties,
  logConversation,
  readParty,
} from '@gya/domain/features/conversations/conversations.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { expectNothingWritten } from '../properties/testing/recorded-events.ts'

/** Tuesday 10/03/2026 in London. */
let fixtures: Fixtures
let [first, second]: [PropertyPath, PropertyPath] = [] as never
let solicitor = { firm: '', poc: '' }

beforeAll(async () => {
  fixtures = await openFixtures()
  const pocs = [{ name: 'Calliope Primrose', email: 'calliope@nettlefold.example', tel: '0118 496 0201', note: 'Not on Fridays' }]
  const contact = await fixtures.as('staff').ok(createContact, {
    params: fixtures.a,
    body: { name: 'Nettlefold Conveyancing', email: 'office@nettlefold.example', tel: '0118 496 0200', type: 'solicitor', pocs },
  })
  solicitor = { firm: contact._id, poc: contact.pocs[0]?._id ?? '' }
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  first = await sale('11 Primrose Hill', { solicitor: acting() })
  second = await sale('12 Primrose Hill', { buyerDetails: { solicitor: acting() } })
})

const acting = () => ({ contact: solicitor.firm, poc: solicitor.poc })

/** Creates a sale agreed with Bea Buyer, with these contacts. */
async function sale(line1: string, contacts: Wire<typeof saveContacts, 'body'> = {}): Promise<PropertyPath> {
  const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const offer = { name: 'Bea Buyer', tel: '07700 900123', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await fixtures.as('staff').ok(addOffer, { params: place, body: offer })
  await fixtures.as('staff').ok(saveContacts, { params: place, body: contacts })
  return place
}

type Body = Wire<typeof logConversation, 'body'>
type NewSale = Partial<Body['sales'][number]>
const poc = () => `poc:${solicitor.poc}`
const about = (place: PropertyPath, more: NewSale = {}) => ({ propertyId: place.propertyId, outcome: 'spoke' as const, ...more })
const bodyOf = (partyRef: string, sales: Body['sales'], more: Partial<Body> = {}): Body => ({ partyRef, sales, ...more })
const log = (partyRef: string, sales: Body['sales'], more: Partial<Body> = {}, as: FixtureUser = 'staff') =>
  fixtures.as(as).ok(logConversation, { params: fixtures.a, body: bodyOf(partyRef, sales, more) })
const refused = (body: Body, as: FixtureUser = 'staff') =>
  expectNothingWritten(fixtures, () => fixtures.as(as).refusal(logConversation, { params: fixtures.a, body }))
const undo = (undoId: string) => fixtures.as('staff').ok(undoChange, { params: { ...fixtures.a, undoId }, body: {} })
const list = async (query: Wire<typeof listConversations, 'query'>, as: FixtureUser = 'staff') =>
  (await fixtures.as(as).ok(listConversations, { params: fixtures.a, query })).data
const card = (ref: string, as: FixtureUser = 'staff') => fixtures.as(as).ok(readParty, { params: fixtures.a, query: { ref } })
const parties = async (place: PropertyPath) => (await fixtures.as('staff').ok(listSaleParties, { params: place })).data
const history = async ({ branchId, ...place }: PropertyPath) =>
  (await fixtures.as('staff').ok(readHistory, { params: { ...place, branchId }, query: { group: 'chasing' } })).data
const version = async (place: PropertyPath) => (await fixtures.as('staff').ok(readProperty, { params: place })).version

describe('POST conversation', () => {
  test('records one contact about several sales, each with outcome, note, promise, next chase and text for the vendor', async () => {
    const sales = [
      about(first, { note: 'Deposit tomorrow', nextAt: '2026-03-17T07:00:00Z' }),
      about(second, { outcome: 'promised', promisedOn: '2026-03-13', vendorText: 'We spoke to your buyer’s solicitor.' }),
    ]
    const { _id, description } = await log(poc(), sales, { note: 'Back from leave', inbound: true })
    expect(description).toBe('Conversation: Calliope Primrose, 2 sales')
    expect(await list({ partyRef: poc() })).toMatchObject([
      {
        _id,
        at: fixtures.clock.now(),
        author: { _id: fixtures.idOf.staff, name: 'staff people' },
        channel: 'call',
        inbound: true,
        party: { ref: poc(), role: 'vendorSolicitor', name: 'Calliope Primrose', firm: 'Nettlefold Conveyancing' },
        note: 'Back from leave',
        undoneOn: null,
        sales: [
          {
            propertyId: first.propertyId,
            outcome: 'spoke',
            note: 'Deposit tomorrow',
            nextAt: '2026-03-17T07:00:00Z',
            callBackOpen: true,
            vendorText: null,
          },
          {
            propertyId: second.propertyId,
            outcome: 'promised',
            promisedOn: '2026-03-13',
            nextAt: null,
            callBackOpen: false,
            vendorText: 'We spoke to your buyer’s solicitor.',
          },
        ],
      },
    ])
    expect(await list({ propertyId: second.propertyId })).toMatchObject([{ _id, sales: [{}, {}] }])
    expect((await history(first))[0]?.facts).toContainEqual({ what: 'Begun by', to: 'The other side' })
  })

  test('writes an entry to the record of each sale without changing its version, so open forms do not become stale', async () => {
    const before = await version(first)
    await log(poc(), [about(first, { note: 'Deposit tomorrow' }), about(second)], {
      note: 'Back from leave',
      at: '2026-03-09T10:00:00Z',
    })
    const [entry] = await history(first)
    expect(entry).toMatchObject({
      kind: 'conversation-logged',
      words: 'Spoke to Calliope Primrose',
      author: { name: 'staff people' },
    })
    expect(entry?.facts).toEqual([
      { what: 'Firm', to: 'Nettlefold Conveyancing' },
      { what: 'By', to: 'Telephone' },
      { what: 'Held on', to: '09/03/2026 10:00am, entered the day after' },
      { what: 'Note', to: 'Back from leave\nDeposit tomorrow' },
    ])
    expect(await history(second)).toHaveLength(1)
    expect(await version(first)).toBe(before)
    const [conversation] = await list({ propertyId: first.propertyId })
    expect(conversation).toMatchObject({ at: '2026-03-09T10:00:00Z', recordedOn: fixtures.clock.now() })
  })

  test('accepts every kind of party: person of a firm, firm, vendor, buyer, additional contact, offer, viewing, the branch itself', async () => {
    const person = {
      firstName: 'Ann',
      lastName: 'Other',
      email: 'ann@example.com',
      tel: '07700 900456',
      options: { memo: false },
    }
    await fixtures.as('staff').ok(saveContacts, { params: first, body: { additionalContacts: [person] } })
    const viewed = await fixtures.as('staff').ok(addViewing, { params: first, body: { name: 'Vic Viewer', when: '2026-03-09' } })
    const refs = [
      [`firm:${solicitor.firm}`, 'vendorSolicitor', 'Nettlefold Conveyancing'],
      [`vendor:${fixtures.idOf.vendor}`, 'vendor', 'vendor people'],
      [`buyer:${first.propertyId}`, 'buyer', 'Bea Buyer'],
      [`additional:${viewed.contacts.additionalContacts[0]?._id}`, 'vendorContact', 'Ann Other'],
      [`offer:${viewed.offers[0]?._id}`, 'offerBuyer', 'Bea Buyer'],
      [`viewing:${viewed.viewings[0]?._id}`, 'viewer', 'Vic Viewer'],
      ['self', 'self', 'Ourselves'],
    ] as const
    for (const [ref, role, name] of refs) {
      fixtures.clock.advance({ minutes: 1 })
      await log(ref, [about(first)])
      expect((await list({ propertyId: first.propertyId }))[0]?.party).toMatchObject({ ref, role, name })
    }
  })

  test.each<[string, (body: Body) => Body, string]>([
    ['a promise without a day', (body) => ({ ...body, sales: [about(first, { outcome: 'promised' })] }), 'sales.0.promisedOn'],
    [
      'a promised day in the past',
      (body) => ({ ...body, sales: [about(first, { outcome: 'promised', promisedOn: '2026-03-09' })] }),
      'sales.0.promisedOn',
    ],
    [
      'a next chase in the past',
      (body) => ({ ...body, sales: [about(first, { nextAt: '2026-03-10T09:00:00Z' })] }),
      'sales.0.nextAt',
    ],
    ['a sale twice', (body) => ({ ...body, sales: [about(first), about(first)] }), 'sales.1.propertyId'],
    ['a conversation in the future', (body) => ({ ...body, at: '2026-03-11T09:00:00Z' }), 'at'],
    ['one of 31 days ago', (body) => ({ ...body, at: '2026-02-07T09:00:00Z' }), 'at'],
    ['no sale', (body) => ({ ...body, sales: [] }), 'sales'],
    ['51 sales', (body) => ({ ...body, sales: Array.from({ length: 51 }, () => about(first)) }), 'sales'],
    ['an invalid party', (body) => ({ ...body, partyRef: 'user:1' }), 'partyRef'],
    ['an unknown outcome', (body) => ({ ...body, sales: [about(first, { outcome: 'sms' as never })] }), 'sales.0.outcome'],
    ['an unknown field', (body) => ({ ...body, mood: 'good' }) as Body, ''],
    ['hidden characters', (body) => ({ ...body, note: 'a\u202Eb' }), 'note'],
  ])('refuses %s', async (_what, change, path) => {
    const answer = await refused(change(bodyOf(poc(), [about(first)])))
    expect(answer).toMatchObject({ status: 400 })
    if (path) expect(JSON.stringify(answer)).toContain(path)
  })

  test('refuses a settled action item: ACTION_GONE', async () => {
    expect(await refused(bodyOf(poc(), [about(first, { itemKeys: ['step:1'] })]))).toMatchObject({
      status: 409,
      code: 'ACTION_GONE',
    })
  })

  test('a party of another company, or not of that sale, is not found', async () => {
    const strange = await sale('13 Primrose Hill')
    for (const [ref, place] of [
      [poc(), strange],
      [`buyer:${second.propertyId}`, first],
      [`vendor:${fixtures.idOf.secondVendor}`, first],
      [`vendor:${fixtures.idOf.otherVendor}`, first],
      [`poc:${first.propertyId}`, first],
    ] as const)
      expect(await refused(bodyOf(ref, [about(place)]))).toMatchObject({ status: 404 })
  })

  test('returns 404 if one of the sales is out of scope', async () => {
    await fixtures.as('company').ok(saveContacts, { params: fixtures.second, body: { solicitor: acting() } })
    expect(await refused(bodyOf(poc(), [about(first), about(fixtures.second)]))).toMatchObject({ status: 404 })
    expect(await refused(bodyOf('self', [about(first), about(fixtures.other)]), 'company')).toMatchObject({ status: 404 })
    await log(poc(), [about(first), about(fixtures.second)], {}, 'company')
  })

  test('undo keeps the entries, adds another one, and removes the call-back', async () => {
    const { _id, undoId } = await log(poc(), [about(first, { nextAt: '2026-03-17T07:00:00Z' }), about(second)])
    fixtures.clock.advance({ minutes: 1 })
    expect(await undo(undoId)).toEqual({ description: 'Undone: Spoke: Calliope Primrose, 2 sales' })
    for (const place of [first, second])
      expect((await history(place)).map(({ kind }) => kind)).toEqual(['conversation-taken-back', 'conversation-logged'])
    const [conversation] = await list({ partyRef: poc() })
    expect(conversation).toMatchObject({ _id, undoneOn: fixtures.clock.now(), sales: [{ callBackOpen: false }, {}] })
  })
})

describe('GET conversation', () => {
  test('newest first, with paging', async () => {
    for (const outcome of ['noAnswer', 'leftMessage', 'spoke'] as const) {
      fixtures.clock.advance({ minutes: 1 })
      await log(poc(), [about(first, { outcome })])
    }
    const page = await fixtures.as('staff').ok(listConversations, {
      params: fixtures.a,
      query: { propertyId: first.propertyId, itemsPerPage: '2', currentPage: '0' },
    })
    expect(page.data.map(({ sales }) => sales[0]?.outcome)).toEqual(['spoke', 'leftMessage'])
    expect(page.paging).toMatchObject({ count: 3, totalPages: 2 })
  })

  test('returns only sales in scope, and no conversation without one', async () => {
    await fixtures.as('company').ok(saveContacts, { params: fixtures.second, body: { solicitor: acting() } })
    const both = await log(poc(), [about(first), about(fixtures.second)], {}, 'company')
    const theirs = await log(poc(), [about(fixtures.second)], {}, 'secondBranch')
    const of = async (as: FixtureUser) =>
      (await list({ partyRef: poc(), itemsPerPage: '100' }, as))
        .filter(({ _id }) => _id === both._id || _id === theirs._id)
        .map(({ _id, sales }) => [_id, sales.length])
    expect(await of('company')).toEqual(
      expect.arrayContaining([
        [both._id, 2],
        [theirs._id, 1],
      ]),
    )
    expect(await of('staff')).toEqual([[both._id, 1]])
    expect(await list({ partyRef: poc() }, 'company')).not.toEqual([])
    const other = { params: fixtures.b, query: { partyRef: poc() } }
    expect((await fixtures.as('otherStaff').ok(listConversations, other)).data).toEqual([])
  })

  test('the sales of a conversation are in the order of house numbers', async () => {
    const ninth = await sale('9 Primrose Hill', { solicitor: acting() })
    await log(poc(), [about(first), about(second), about(ninth)])
    const [newest] = await list({ propertyId: ninth.propertyId })
    expect(newest?.sales.map(({ address }) => address.line1)).toEqual(['9 Primrose Hill', '11 Primrose Hill', '12 Primrose Hill'])
  })

  test('requires either a property or a party', async () => {
    for (const query of [{}, { propertyId: first.propertyId, partyRef: poc() }])
      expect(await fixtures.as('staff').refusal(listConversations, { params: fixtures.a, query })).toMatchObject({ status: 400 })
    const query = { propertyId: fixtures.second.propertyId }
    expect(await fixtures.as('staff').refusal(listConversations, { params: fixtures.a, query })).toMatchObject({ status: 404 })
  })
})

describe('GET party', () => {
  test('a person of a firm: telephone, e-mail, firm, note, roles, sales in scope, conversations', async () => {
    await log(poc(), [about(first), about(second)])
    const found = await card(poc())
    expect(found).toMatchObject({
      party: {
        ref: poc(),
        role: 'vendorSolicitor',
        name: 'Calliope Primrose',
        tel: '0118 496 0201',
        email: 'calliope@nettlefold.example',
        firm: { _id: solicitor.firm, name: 'Nettlefold Conveyancing', tel: '0118 496 0200' },
      },
      note: 'Not on Fridays',
      lastSpokeOn: '2026-03-10',
    })
    const of = (place: PropertyPath) => found.sales.find(({ propertyId }) => propertyId === place.propertyId)
    expect(of(first)).toMatchObject({ address: { line1: '11 Primrose Hill' }, phase: 'sold', roles: ['vendorSolicitor'] })
    expect(of(second)).toMatchObject({ roles: ['buyerSolicitor'] })
    expect(found.conversations[0]).toMatchObject({ party: { name: 'Calliope Primrose' } })
    expect(found.nextChases).toMatchObject({ leftMessage: '2026-03-11T07:00:00.000Z', promised: null })
  })

  test('counts promises of 90 days: one that names no step while it runs, neither kept nor broken', async () => {
    expect((await card(poc())).promises).toEqual({ made: 1, kept: 0, broken: 0 })
  })

  test('a firm has the sales of all its people, without those of other branches', async () => {
    await fixtures.as('company').ok(saveContacts, { params: fixtures.second, body: { solicitor: { contact: solicitor.firm } } })
    const ids = async (as: FixtureUser) => (await card(`firm:${solicitor.firm}`, as)).sales.map(({ propertyId }) => propertyId)
    expect(await ids('staff')).toContain(first.propertyId)
    expect(await ids('staff')).not.toContain(fixtures.second.propertyId)
    expect(await ids('company')).toEqual(expect.arrayContaining([first.propertyId, fixtures.second.propertyId]))
    expect(await ids('secondBranch')).toEqual([fixtures.second.propertyId])
  })

  test('vendors, buyers and additional contacts of other branches, and parties of other companies, are not found', async () => {
    for (const [ref, as] of [
      [`vendor:${fixtures.idOf.secondVendor}`, 'staff'],
      [`buyer:${first.propertyId}`, 'secondBranch'],
      [`vendor:${fixtures.idOf.staff}`, 'staff'],
    ] as const)
      expect(await fixtures.as(as).refusal(readParty, { params: fixtures.a, query: { ref } })).toMatchObject({ status: 404 })
    const foreign = { params: fixtures.b, query: { ref: poc() } }
    expect(await fixtures.as('otherStaff').refusal(readParty, foreign)).toMatchObject({ status: 404 })
  })
})

describe('GET parties of several sales', () => {
  const read = (places: readonly PropertyPath[]) => ({
    params: fixtures.a,
    query: { propertyIds: places.map(({ propertyId }) => propertyId).join(',') },
  })

  test('ordered by number of sales, with that number', async () => {
    const { data } = await fixtures.as('staff').ok(listPartiesOfSales, read([first, second, first]))
    expect(data.map(({ ref, sales }) => [ref, sales])).toEqual([
      [`vendor:${fixtures.idOf.vendor}`, 2],
      [poc(), 2],
      ...[first, second]
        .map(({ propertyId }) => propertyId)
        .toSorted((a, b) => a.localeCompare(b))
        .map((id) => [`buyer:${id}`, 1]),
    ])
  })

  test('a sale of another branch or an unknown sale returns 404', async () => {
    for (const other of [fixtures.second, { ...first, propertyId: crypto.randomUUID() }])
      expect(await fixtures.as('staff').refusal(listPartiesOfSales, read([first, other]))).toMatchObject({ status: 404 })
    expect((await fixtures.as('company').ok(listPartiesOfSales, read([first, fixtures.second]))).data).not.toEqual([])
  })

  test('at most 50 sales', async () => {
    const many = Array.from({ length: 51 }, () => ({ ...first, propertyId: crypto.randomUUID() }))
    expect(await fixtures.as('staff').refusal(listPartiesOfSales, read(many))).toMatchObject({ status: 400 })
  })
})

describe('GET parties of a sale', () => {
  test('vendor, buyer, solicitors and additional contacts, with the last conversation', async () => {
    await log(poc(), [about(first, { outcome: 'leftMessage' })])
    expect(await parties(first)).toMatchObject([
      { ref: `vendor:${fixtures.idOf.vendor}`, role: 'vendor', name: 'vendor people', lastConversation: null },
      { ref: `buyer:${first.propertyId}`, role: 'buyer', name: 'Bea Buyer', tel: '07700 900123' },
      {
        ref: poc(),
        role: 'vendorSolicitor',
        firm: { name: 'Nettlefold Conveyancing' },
        lastConversation: { outcome: 'leftMessage', author: 'staff people' },
      },
    ])
  })
})
