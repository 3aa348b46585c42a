import { searchFold } from '@gya/domain/common/search-fold.ts'
import { createContact, createPoc, listContacts, listPocs } from '@gya/domain/features/contacts/contacts.contract.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { addNote, listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { listCompanyProperties, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { type SearchGroup, search } from '@gya/domain/features/search/search.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { findNotes } from './note-search.read-model.ts'
import { findPeople, findProperties } from './search.read-model.ts'

let fixtures: Fixtures
const sales: Record<'ash' | 'mash' | 'primrose' | 'gone' | 'second', PropertyPath> = {} as never
beforeAll(async () => {
  fixtures = await openFixtures()
  const { first, second, idOf } = fixtures
  const company = fixtures.as('company')
  const take = (line1: string, branch = first) => takeOn(company, branch, idOf.vendor, line1)
  sales.ash = await take('27 Ash Road')
  sales.mash = await take('28 Mash Road')
  sales.primrose = await take('7 Primrose Close')
  sales.gone = await take('9 Ash Road')
  sales.second = await take('11 Ash Road', second)
  await company.ok(updateProperty, { params: sales.gone, body: { _id: sales.gone.propertyId, active: false } })
  await buy(sales.ash, 'Ludovic Primrose', '07700 900191')
  await buy(sales.second, 'Ottoline Primrose', '07700 900192')
  await company.ok(saveContacts, {
    params: sales.mash,
    body: {
      buyerDetails: {
        additionalContacts: [
          {
            firstName: 'Araminta',
            lastName: 'Primrose',
            email: 'a@people.example',
            tel: '0118 496 0111',
            options: { memo: false },
          },
        ],
      },
    },
  })
  const firm = await company.ok(createContact, {
    params: fixtures.a,
    body: { name: 'Primrose Conveyancing', tel: '+44 (0)118 496 0201' },
  })
  await company.ok(createPoc, {
    params: { ...fixtures.a, contactId: firm._id },
    body: { name: 'Calliope Primrose', email: 'c@law.example', tel: '0118 496 0202' },
  })
  await company.ok(addNote, { params: sales.ash, body: { message: 'Ms Primrose waits for the management pack.' } })
  await company.ok(addNote, { params: sales.second, body: { message: 'Primrose says searches are ordered.' } })
})
afterAll(() => fixtures.close())

const buy = (params: PropertyPath, name: string, tel: string) =>
  fixtures.as('company').ok(addOffer, { params, body: { name, tel, amount: 285_000, cashBuy: true, chain: false, state: 'A' } })

const ask = (q: string, who: FixtureUser = 'staff', more: { groups?: string; each?: string } = {}) =>
  fixtures.as(who).ok(search, { params: fixtures.a, query: { q, ...more } })
const addresses = async (q: string, who?: FixtureUser) =>
  ((await ask(q, who, { groups: 'properties' })).properties?.data ?? []).map(({ line1 }) => line1)
const counts = (found: Awaited<ReturnType<typeof ask>>) =>
  Object.fromEntries(Object.entries(found).map(([group, hits]) => [group, hits?.count])) as Partial<Record<SearchGroup, number>>

test('GET search: orders by word starts, similarity and age; withdrawn last', async () => {
  expect(await addresses('ash')).toEqual(['27 Ash Road', '28 Mash Road', '9 Ash Road'])
  expect(await addresses('ash', 'company')).toEqual(['11 Ash Road', '27 Ash Road', '28 Mash Road', '9 Ash Road'])
})

test('GET search: "every word must be there", with the abbreviations of streets', async () => {
  expect(await addresses('road 27')).toEqual(['27 Ash Road'])
  expect(await addresses('ash rd')).toEqual(['27 Ash Road', '28 Mash Road', '9 Ash Road'])
  expect(await addresses('ash lane')).toEqual([])
  expect(await addresses('rg306zz 28')).toEqual(['28 Mash Road'])
  expect(await addresses('100%')).toEqual([])
})

test('GET search finds properties, people, firms and notes, limited by groups and each', async () => {
  const found = await ask('prim', 'company')
  expect(counts(found)).toEqual({ properties: 3, people: 4, firms: 1, notes: 2, conversations: 0 })
  expect(found.people?.data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'poc',
        name: 'Calliope Primrose',
        firm: 'Primrose Conveyancing',
        property: null,
        sales: 0,
      }),
      expect.objectContaining({
        kind: 'buyer',
        ref: `buyer:${sales.ash.propertyId}`,
        name: 'Ludovic Primrose',
        property: expect.objectContaining({ line1: '27 Ash Road', propertyId: sales.ash.propertyId }),
        sales: 1,
      }),
      expect.objectContaining({ kind: 'additional', name: 'Araminta Primrose', email: 'a@people.example' }),
    ]),
  )
  expect(found.notes?.data.map(({ excerpt, property }) => [excerpt, property.line1])).toEqual(
    expect.arrayContaining([['Ms Primrose waits for the management pack.', '27 Ash Road']]),
  )
  expect(found.properties?.data[0]).toEqual({
    propertyId: sales.primrose.propertyId,
    branchId: fixtures.first.branchId,
    line1: '7 Primrose Close',
    postcode: 'RG30 6ZZ',
    town: 'Reading',
    phase: 'preForSale',
    branch: 'First Street',
    owner: 'vendor people',
    buyer: '',
    isOwn: false,
  })
  const one = await ask('prim', 'company', { groups: 'people', each: '1' })
  expect([counts(one), one.people?.data.length]).toEqual([{ people: 4 }, 1])
})

test('GET search: finds a colleague and a vendor by name', async () => {
  expect((await ask('staff', 'staff', { groups: 'people' })).people?.data).toMatchObject([
    { kind: 'colleague', id: fixtures.idOf.staff, ref: null },
  ])
  expect((await ask('vendor people', 'staff', { groups: 'people' })).people?.data).toMatchObject([
    { kind: 'vendor', ref: `vendor:${fixtures.idOf.vendor}`, sales: 5 },
  ])
})

test.each([
  ['07700900191', 'Ludovic Primrose'],
  ['+44 7700 900191', 'Ludovic Primrose'],
  ['0118 496 0202', 'Calliope Primrose'],
])('GET search: "telephone numbers match by their digits": %s', async (q, name) => {
  expect((await ask(q)).people?.data.map((person) => person.name)).toEqual([name])
})

test('GET search: finds the telephone number of a firm', async () => {
  expect((await ask('01184960201')).firms?.data.map(({ name }) => name)).toEqual(['Primrose Conveyancing'])
})

test('GET search: "only within reach": a note or buyer of another branch is in no result and no count', async () => {
  const here = await ask('prim')
  expect(counts(here)).toEqual({ properties: 2, people: 3, firms: 1, notes: 1, conversations: 0 })
  expect(JSON.stringify(here)).not.toMatch(/Ottoline|11 Ash|searches are ordered/)
  expect(counts(await ask('prim', 'secondBranch'))).toEqual({ properties: 1, people: 2, firms: 1, notes: 1, conversations: 0 })
  expect(counts(await ask('prim', 'platform'))).toEqual({ properties: 3, people: 4, firms: 1, notes: 2, conversations: 0 })
  expect(await fixtures.as('otherStaff').refusal(search, { params: fixtures.a, query: { q: 'prim' } })).toMatchObject({
    status: 404,
  })
  const other = await fixtures.as('otherStaff').ok(search, { params: fixtures.b, query: { q: 'prim' } })
  expect(counts(other)).toEqual({ properties: 0, people: 0, firms: 0, notes: 0, conversations: 0 })
})

test('GET search: finds neither buyer nor notes of a deleted property', async () => {
  const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '3 Zephyr Mews')
  await buy(params, 'Zephyrine Gale', '')
  await fixtures.as('company').ok(addNote, { params, body: { message: 'Zephyr is shut.' } })
  expect(counts(await ask('zephyr'))).toEqual({ properties: 1, people: 1, firms: 0, notes: 1, conversations: 0 })
  await fixtures.as('company').ok(deleteProperty, { params })
  expect(counts(await ask('zephyr'))).toEqual({ properties: 0, people: 0, firms: 0, notes: 0, conversations: 0 })
})

test('GET search finds notes of conversations in scope, about one sale or all, until the conversation is undone', async () => {
  const company = fixtures.as('company')
  const about = (place: PropertyPath, note = '') => ({ propertyId: place.propertyId, outcome: 'spoke' as const, note })
  const ref = `buyer:${sales.ash.propertyId}`
  const log = (note: string, ...of: ReturnType<typeof about>[]) =>
    company.ok(logConversation, { params: fixtures.a, body: { partyRef: ref, note, sales: of } })
  await log('', about(sales.ash, 'The indemnity policy is with Wisteria Underwriting.'))
  const { undoId } = await log('Wisteria confirmed by telephone.', about(sales.ash))
  const found = async (who: FixtureUser) => (await ask('wisteria', who, { groups: 'conversations' })).conversations
  expect((await found('staff'))?.data).toEqual([
    expect.objectContaining({
      ref,
      party: 'Ludovic Primrose',
      excerpt: 'Wisteria confirmed by telephone.',
      property: expect.objectContaining({ line1: '27 Ash Road' }),
    }),
    expect.objectContaining({ excerpt: 'The indemnity policy is with Wisteria Underwriting.' }),
  ])
  expect(await found('secondBranch')).toEqual({ count: 0, more: false, data: [] })
  await company.ok(undoChange, { params: { ...fixtures.a, undoId: undoId ?? '' }, body: {} })
  expect((await found('staff'))?.count).toBe(1)
})

test.each(['(spare)', 'c.o', '[2]', 'a\\b', '*+?{3}', '^shed$'])(
  'GET search compares %s as text, not as a pattern',
  async (q) => {
    const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, `4 Wicket ${q} Row`)
    await fixtures.as('company').ok(addNote, { params, body: { message: `Wicket keys ${q} are here.` } })
    expect(counts(await ask(`wicket ${q}`))).toEqual({ properties: 1, people: 0, firms: 0, notes: 1, conversations: 0 })
    expect(counts(await ask(`wicket ${q}x`))).toEqual({ properties: 0, people: 0, firms: 0, notes: 0, conversations: 0 })
    await fixtures.as('company').ok(deleteProperty, { params })
  },
)

test('GET search: "withdrawn last"; completed sales after open ones with the same word starts', async () => {
  const { first, idOf } = fixtures
  const company = fixtures.as('company')
  const take = (line1: string) => takeOn(company, first, idOf.vendor, line1)
  const live = await take('114 Larkspur Passage')
  const inside = await take('5 Oldlarkspur Way')
  const completed = await take('3 Larkspur Way')
  const withdrawn = await take('2 Larkspur Way')
  await buy(completed, 'Bea Uyer', '')
  const timeline = [stepKeys.Exchanged, stepKeys.Completed].map((key) => ({ key, state: 'C' as const }))
  await company.ok(saveTimeline, { params: completed, body: { timeline, completionDate: '2026-03-10' } })
  await company.ok(updateProperty, { params: withdrawn, body: { _id: withdrawn.propertyId, active: false } })
  expect(await addresses('larkspur')).toEqual(['114 Larkspur Passage', '3 Larkspur Way', '5 Oldlarkspur Way', '2 Larkspur Way'])
  for (const params of [live, inside, completed, withdrawn]) await company.ok(deleteProperty, { params })
})

test.each(['ash', 'prim', 'road 27', 'primrose searches', 'vendor'])(
  'GET search: one branch, several and the company answer alike what they share: %s',
  async (text) => {
    const { db } = fixtures.database
    const [first, second] = [fixtures.first.branchId, fixtures.second.branchId]
    const asked = { companyId: fixtures.a.companyId, userId: fixtures.idOf.staff, text, each: 20 }
    const read = async (branchIds: string[] | null) => ({
      properties: (await findProperties(db, { ...asked, branchIds })).data.map((hit) => [hit.branchId, hit.line1]),
      notes: (await findNotes(db, { ...asked, branchIds })).data.map((hit) => [hit.property.branchId, hit.noteId]),
      people: (await findPeople(db, { ...asked, branchIds })).data
        .filter(({ kind }) => kind !== 'colleague')
        .map(({ ref, sales: count }) => [ref, count]),
    })
    const all = await read(null)
    expect(await read([first, second])).toEqual(all)
    for (const branchId of [first, second]) {
      const { properties, notes } = await read([branchId])
      const ofBranch = ([branch]: (string | undefined)[]) => branch === branchId
      expect({ properties, notes }).toEqual({ properties: all.properties.filter(ofBranch), notes: all.notes.filter(ofBranch) })
    }
  },
)

test.each([
  ['q', { q: 'as' }],
  ['q', { q: 'x'.repeat(101) }],
  ['groups', { q: 'ash', groups: 'ghosts' }],
  ['each', { q: 'ash', each: '21' }],
  ['each', { q: 'ash', each: '0' }],
])('GET search refuses a wrong %s', async (path, query) => {
  expect(await fixtures.as('staff').refusal(search, { params: fixtures.a, query })).toMatchObject({
    status: 400,
    issues: [{ path }],
  })
})

test('the database folds every Latin letter as the domain does', async () => {
  const ranges = [
    [0x80, 0x24f],
    [0x1e00, 0x1eff],
  ] as const
  const letters = ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)))
    .filter((letter) => /\p{L}/u.test(letter))
  const texts = [...letters, "9 Quay’s End, LK4\u00a01AA; St. John's-in-the-Vale"]
  const { rows } = await sql<{ text: string; folded: string }>`
    select t.text, search_fold(t.text) as folded from unnest(${texts}::text[]) as t (text)`.execute(fixtures.database.db)
  expect(rows.length).toBeGreaterThan(600)
  expect(rows.filter(({ text, folded }) => folded !== searchFold(text))).toEqual([])
})

test('accents, apostrophes and full stops do not matter, in the palette and in every list; an exact spelling comes first', async () => {
  const company = fixtures.as('company')
  const params = await takeOn(company, fixtures.first, fixtures.idOf.vendor, '9 Quay’s End')
  await buy(params, 'Zoë O’Neill', '07700 900193')
  await company.ok(addNote, { params, body: { message: 'Łukasz Müller rang from St. John’s.' } })
  const firm = await company.ok(createContact, { params: fixtures.a, body: { name: "O'Neill & Müller", tel: '0118 496 0203' } })
  await company.ok(createContact, { params: fixtures.a, body: { name: 'Oneill Brokers', tel: '0118 496 0204' } })
  await company.ok(createPoc, {
    params: { ...fixtures.a, contactId: firm._id },
    body: { name: 'Anaïs Ærø', email: 'a@law.example', tel: '0118 496 0205' },
  })
  for (const typed of ['oneill', "O'NEILL", 'o’neill'])
    expect((await ask(typed, 'company', { groups: 'people' })).people?.data.map(({ name }) => name)).toEqual(['Zoë O’Neill'])
  expect((await ask('oneill', 'company', { groups: 'firms' })).firms?.data.map(({ name }) => name)).toEqual([
    'Oneill Brokers',
    "O'Neill & Müller",
  ])
  for (const typed of ['9 quays end rg30', '9 Quay’s End, RG30'])
    expect(await addresses(typed, 'company')).toEqual(['9 Quay’s End'])
  expect((await ask('st johns lukasz muller', 'company')).notes?.data.map(({ excerpt }) => excerpt)).toEqual([
    'Łukasz Müller rang from St. John’s.',
  ])
  const { companyId } = fixtures.a
  const query = { textSearch: 'zoe oneill' }
  const page = { itemsPerPage: '100' }
  const found = await Promise.all([
    company.ok(listCompanyProperties, { params: { companyId }, query: { ...query, ...page } }),
    company.ok(readReport, { params: { companyId }, query: { searchText: 'quays end zoe', ...page } }),
    company.ok(listContacts, { params: { companyId }, query: { textSearch: 'muller' } }),
    company.ok(listPocs, { params: { companyId }, query: { contactId: firm._id, textSearch: 'anais aero' } }),
    company.ok(listNotes, { params, query: { textSearch: 'lukasz' } }),
  ])
  expect(found.map(({ data }) => data.length)).toEqual([1, 1, 1, 1, 1])
})
