import type { Wire } from '@gya/domain/endpoint.ts'
import { previewChainOfAll, saveChain, saveChainOfAll } from '@gya/domain/features/chain/chain.contract.ts'
import { newChecklist } from '@gya/domain/features/chain/chain.model.ts'
import { createContact, deleteContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { statementsDuring } from '../../../test/support/statements-during.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { expectNothingWritten } from '../properties/testing/recorded-events.ts'
import { runConcurrently } from '../properties/testing/run-concurrently.ts'

type Item = Wire<typeof saveChain, 'body'>['items'][number]
type Contact = Wire<typeof createContact, 'response'>

let fixtures: Fixtures
let [firm, foreign]: Contact[] = []
/** Two properties of the first branch, one of the second. */
let here: PropertyPath
let near: PropertyPath
let far: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
  firm = await make('Fenwick & Thrale', fixtures.a)
  foreign = await make('Foreign Law', fixtures.b)
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  here = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Chain Street')
  near = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '7 Near Street')
  far = await takeOn(fixtures.as('company'), fixtures.second, fixtures.idOf.secondVendor, '9 Far Street')
  fixtures.clock.advance({ minutes: 1 })
})

const make = (name: string, params: { companyId: string }) =>
  fixtures.as('platform').ok(createContact, {
    params,
    body: { name, tel: '0118 496 0200', pocs: [{ name: 'Una', email: 'una@firm.example', tel: '07700 900201' }] },
  })
const read = async (propertyIds: PropertyPath, as: FixtureUser = 'staff') =>
  (await fixtures.as(as).ok(readProperty, { params: propertyIds })).chain
const save = async (items: Item[], as: FixtureUser = 'staff', propertyIds = here) =>
  (await fixtures.as(as).ok(saveChain, { params: propertyIds, body: { items } })).chain
const saveAll = async (items: Item[], as: FixtureUser = 'staff', resetDeletedPropertyChains = false) =>
  (await fixtures.as(as).ok(saveChainOfAll, { params: here, body: { items, resetDeletedPropertyChains } })).chain
const own: Item = { thisProperty: true }
const link = ({ propertyId }: PropertyPath): Item => ({ propertyRef: propertyId })
const refusal = (body: { items: object[]; version?: number }, as: FixtureUser = 'staff') =>
  expectNothingWritten(fixtures, () => fixtures.as(as).refusal(saveChain, { params: here, body }))
const refs = (chain: Awaited<ReturnType<typeof read>>) => chain.items.map(({ propertyRef }) => propertyRef?._id ?? null)
const events = async (propertyIds: PropertyPath) =>
  (
    await fixtures.database.db
      .selectFrom('event')
      .select('data')
      .where('property_id', '=', propertyIds.propertyId)
      .where('kind', '=', 'chain-saved')
      .orderBy('id')
      .execute()
  ).map(({ data }) => data)

describe('PATCH /property/:companyId/:branchId/:propertyId/chain', () => {
  test('a new property has an empty chain', async () => {
    expect(await read(here)).toEqual({ items: [], shownIn: [], fallen: [] })
  })

  test('saves the links as sent and replaces temporary ids of new links', async () => {
    const { items } = await save([
      { _id: '1732194400000', propertyName: 'Sorrel Cottage', note: 'Probate\ngranted', timeline: { mosSent: true } },
      own,
      { personName: 'Leopold Starling', saleType: 'FTB', agent: { name: 'Fordwick Homes', tel: '0118 496 0300' } },
    ])
    expect(items).toMatchObject([
      {
        propertyName: 'Sorrel Cottage',
        note: 'Probate\ngranted',
        timeline: { ...newChecklist, mosSent: true },
        propertyRef: null,
      },
      {
        thisProperty: true,
        propertyName: '5 Chain Street',
        propertyRef: { _id: here.propertyId, owner: { fullName: 'vendor people' } },
      },
      {
        personName: 'Leopold Starling',
        saleType: 'FTB',
        agent: { contact: null, poc: null, name: 'Fordwick Homes', tel: '0118 496 0300' },
      },
    ])
    expect(items[0]?._id).not.toBe('1732194400000')
    expect((await read(here)).items).toEqual(items)
    expect(await events(here)).toEqual([{ before: 0, links: 3 }])
  })

  test('keeps the ids of existing links; writes nothing when nothing changes', async () => {
    const first = await save([{ propertyName: 'Larch House' }, own])
    const [larch] = first.items
    const again = await save([{ _id: larch?._id, propertyName: 'Larch House' }, own])
    expect(again).toEqual(first)
    expect(await events(here)).toHaveLength(1)
    const renamed = await save([{ _id: larch?._id, propertyName: 'Larch Lodge' }, own])
    expect(renamed.items[0]).toMatchObject({ _id: larch?._id, propertyName: 'Larch Lodge' })
  })

  test('an empty list empties the chain', async () => {
    await save([own, {}])
    expect((await save([])).items).toEqual([])
    expect(await events(here)).toEqual([
      { before: 0, links: 2 },
      { before: 2, links: 0 },
    ])
  })

  test('refers to agent and solicitor by contact id and keeps name and number after their deletion', async () => {
    const deletedContact = await make('Short & Lived', fixtures.a)
    const una = firm?.pocs[0]?._id ?? ''
    const { items } = await save([own, { agent: { contact: deletedContact._id }, solicitor: { contact: firm?._id, poc: una } }])
    expect(items[1]?.solicitor).toMatchObject({ contact: { name: 'Fenwick & Thrale' }, poc: { name: 'Una' }, name: '', tel: '' })
    await fixtures.as('company').ok(deleteContact, { params: { ...fixtures.a, contactId: deletedContact._id } })
    expect((await read(here)).items[1]?.agent).toEqual({ contact: null, poc: null, name: 'Short & Lived', tel: '0118 496 0200' })
  })

  test('derives the checklist of a linked property from its timeline and ignores the one sent', async () => {
    const body = { name: 'Bea Uyer', amount: 250_000, cashBuy: true, chain: false }
    const { offers } = await fixtures.as('staff').ok(addOffer, { params: near, body })
    await fixtures.as('staff').ok(updateOffer, { params: near, body: { _id: offers[0]?._id ?? '', state: 'A' } })
    const { items } = await save([
      { ...link(near), propertyName: 'Mine', personName: 'Mine', timeline: { depositPaid: true } },
      own,
    ])
    expect(items[0]).toMatchObject({
      propertyName: '7 Near Street',
      personName: '',
      timeline: { ...newChecklist, mortgageOffer: 'Cash' },
      propertyRef: {
        phase: 'sold',
        buyer: { name: 'Bea Uyer' },
        agent: 'Alder & Ash, First Street',
        deleted: false,
        withinReach: true,
      },
    })
  })

  test('marks a link to a deleted property and keeps its address', async () => {
    await save([link(near), own])
    await fixtures.as('company').ok(deleteProperty, { params: near })
    const { items } = await read(here)
    expect(items[0]).toMatchObject({
      propertyName: '7 Near Street',
      propertyRef: { deleted: true, address: { line1: '7 Near Street' }, owner: null, buyer: null, branch: null },
    })
    // The link can be kept or removed.
    expect(refs(await save([link(near), { note: 'New' }, own]))).toEqual([near.propertyId, null, here.propertyId])
    expect(refs(await save([own]))).toEqual([here.propertyId])
  })

  test('shownIn lists the other properties in scope whose chains link to this one', async () => {
    await save([link(here), own], 'company', near)
    await save([link(here), own], 'company', far)
    const address = { line1: '7 Near Street', postcode: 'RG30 6ZZ' }
    const seenNear = { _id: near.propertyId, branch: near.branchId, address }
    expect((await read(here)).shownIn).toEqual([seenNear])
    expect((await read(here, 'company')).shownIn).toHaveLength(2)
  })
})

describe('A linked property of another branch', () => {
  test('shows only its address and checklist to a branch role out of scope', async () => {
    await save([link(far), own], 'company')
    const [hidden] = (await read(here)).items
    expect(hidden).toMatchObject({ propertyName: '9 Far Street', timeline: newChecklist })
    expect(hidden?.propertyRef).toEqual({
      _id: far.propertyId,
      deleted: false,
      withinReach: false,
      address: { line1: '9 Far Street', postcode: 'RG30 6ZZ' },
      branch: null,
      owner: null,
      buyer: null,
      agent: null,
      solicitor: null,
      phase: null,
      fellOff: false,
      chain: null,
      nextWarning: null,
    })
    expect((await read(here, 'company')).items[0]?.propertyRef?.owner).toEqual({ fullName: 'secondvendor people' })
    // Saving returns no more than reading does.
    expect((await save([link(far), { note: 'Next to it' }, own])).items[0]?.propertyRef).toEqual(hidden?.propertyRef)
  })
})

describe('PATCH …/chain refuses a chain', () => {
  test.each([
    ['without this property', [{}], 'CHAIN_WITHOUT_THIS_PROPERTY'],
    ['with this property twice', [own, own], 'CHAIN_WITHOUT_THIS_PROPERTY'],
    ['with a buyer’s name before the last link', [{ personName: 'Bea' }, own], 'CHAIN_BUYER_NOT_LAST'],
    ['with a sale type before the last link', [{ ...own, saleType: 'FTB' }, {}], 'CHAIN_SALE_TYPE_NOT_LAST'],
  ] as [string, Item[], string][])('%s', async (_case, items, code) => {
    expect(await refusal({ items })).toMatchObject({ status: 409, code })
  })

  test('with the same property twice, or this property as a link', async () => {
    for (const items of [
      [link(near), own, link(near)],
      [link(here), own],
    ])
      expect(await refusal({ items })).toMatchObject({ status: 409, code: 'CHAIN_PROPERTY_TWICE' })
  })

  test('with a new link to a property that is out of scope, of another company, deleted or unknown', async () => {
    await fixtures.as('company').ok(deleteProperty, { params: near })
    for (const propertyRef of [far.propertyId, fixtures.other.propertyId, near.propertyId, fixtures.clock.newId()])
      expect(await refusal({ items: [{ propertyRef }, own] })).toMatchObject({ status: 404 })
    expect(await refusal({ items: [link(fixtures.other), own] }, 'platform')).toMatchObject({ status: 404 })
  })

  test('with a contact of another company or a point of contact of another contact', async () => {
    const poc = firm?.pocs[0]?._id ?? ''
    for (const agent of [
      { contact: foreign?._id },
      { contact: foreign?.pocs[0]?._id },
      { contact: firm?._id, poc: foreign?.pocs[0]?._id },
    ])
      expect(await refusal({ items: [own, { agent }] })).toMatchObject({ status: 404 })
    for (const agent of [{ poc }, { contact: firm?._id, name: 'Both' }])
      expect(await refusal({ items: [own, { agent }] })).toMatchObject({ status: 400 })
  })

  test('with a contact or property deleted since the chain was opened, or out of scope; the issue names the link', async () => {
    const deletedContact = await make('Soon & Gone', fixtures.a)
    await fixtures.as('company').ok(deleteContact, { params: { ...fixtures.a, contactId: deletedContact._id } })
    for (const contact of [deletedContact._id, foreign?._id]) {
      const { issues } = await refusal({ items: [{ agent: { contact } }, own, { solicitor: { contact } }] })
      expect(issues).toEqual(
        ['items.0.agent', 'items.2.solicitor'].map((path) => ({
          path,
          message: expect.stringMatching(/^This contact does not exist/),
        })),
      )
    }
    await fixtures.as('company').ok(deleteProperty, { params: near })
    for (const propertyIds of [near, far])
      expect((await refusal({ items: [{}, link(propertyIds), own] })).issues).toEqual([
        { path: 'items.1.propertyRef', message: expect.stringMatching(/^This property does not exist/) },
      ])
  })

  test('with more than fifty links, unknown values or overlong texts', async () => {
    const fiftyOne = [own, ...Array.from({ length: 50 }, () => ({}))]
    for (const items of [fiftyOne, [{ ...own, height: 1 }], [own, { propertyName: 'x'.repeat(201) }], [own, { saleType: 'XX' }]])
      expect(await refusal({ items })).toMatchObject({ status: 400 })
  })

  test('with a stale version', async () => {
    const { version } = await fixtures.as('staff').ok(readProperty, { params: here })
    await fixtures.as('branch').ok(saveChain, { params: here, body: { items: [own, {}], version } })
    expect(await refusal({ items: [own], version })).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { savedBy: 'branch people' },
    })
  })
})

describe('POST …/chainall/preview, and what PATCH …/chainall replaces', () => {
  const bodyFor = () => ({ items: [link(near), own] })
  const preview = async () => (await fixtures.as('staff').ok(previewChainOfAll, { params: here, body: bodyFor() })).properties
  const entered: Item[] = [{ propertyName: 'Larch House', note: 'Probate granted' }, own, { propertyName: 'Sorrel Cottage' }]
  const nearLinks = async () => (await read(near)).items.map(({ propertyName, note }) => [propertyName, note])

  test('names the links that a colleague entered, changes nothing, and the record of that property keeps them', async () => {
    await save(entered, 'staff', near)
    const before = await nearLinks()
    const shown = await expectNothingWritten(fixtures, preview)
    expect(shown).toEqual([
      { _id: near.propertyId, line1: '7 Near Street', version: expect.any(Number), removed: ['Larch House', 'Sorrel Cottage'] },
    ])
    const body = { ...bodyFor(), versions: { [near.propertyId]: shown[0]?.version ?? 0 } }
    const { undoId } = await fixtures.as('staff').ok(saveChainOfAll, { params: here, body })
    expect(await nearLinks()).not.toEqual(before)
    expect((await events(near)).at(-1)).toMatchObject({ removed: ['Larch House', 'Sorrel Cottage'], savedAt: '5 Chain Street' })
    await fixtures.as('staff').ok(undoChange, { params: { companyId: here.companyId, undoId: undoId ?? '' }, body: {} })
    expect(await nearLinks()).toEqual(before)
    expect((await read(here)).items).toEqual([])
  })

  test('refuses to replace what was saved after the preview, and an undo does not overwrite a later save', async () => {
    const version = (await preview())[0]?.version ?? 0
    await save(entered, 'branch', near)
    const saving = { params: here, body: { ...bodyFor(), versions: { [near.propertyId]: version } } }
    const refused = await expectNothingWritten(fixtures, () => fixtures.as('staff').refusal(saveChainOfAll, saving))
    expect(refused).toMatchObject({ code: 'STALE_VERSION', details: { linked: near.propertyId } })
    const { undoId } = await fixtures.as('staff').ok(saveChainOfAll, { params: here, body: bodyFor() })
    await save([...entered, { propertyName: 'Elm Barn' }], 'branch', near)
    const late = { params: { companyId: here.companyId, undoId: undoId ?? '' }, body: {} }
    expect(await fixtures.as('staff').refusal(undoChange, late)).toMatchObject({ code: 'UNDO_OVERTAKEN' })
  })

  test('names nothing where the other chain is the same or empty', async () => {
    expect((await preview()).map(({ removed }) => removed)).toEqual([[]])
    await saveAll(bodyFor().items)
    expect(await preview()).toEqual([])
  })
})

describe('PATCH /property/:companyId/:branchId/:propertyId/chainall', () => {
  test('saves the chain to every linked property, each with its own position and event', async () => {
    await saveAll([link(far), own, link(near), { personName: 'Leopold Starling', saleType: 'FTB' }], 'company')
    for (const propertyIds of [here, near, far]) {
      const { items } = await read(propertyIds, 'company')
      expect(items.map(({ propertyRef }) => propertyRef?._id ?? null)).toEqual([
        far.propertyId,
        here.propertyId,
        near.propertyId,
        null,
      ])
      expect(items.filter(({ thisProperty }) => thisProperty).map(({ propertyRef }) => propertyRef?._id)).toEqual([
        propertyIds.propertyId,
      ])
      expect(items[3]).toMatchObject({ personName: 'Leopold Starling', saleType: 'FTB' })
    }
    expect(await events(here)).toEqual([{ before: 0, links: 4 }])
    expect(await events(far)).toEqual([{ before: 0, links: 4, savedAt: '5 Chain Street' }])
    const { version } = await fixtures.as('company').ok(readProperty, { params: far })
    const row = await fixtures.database.db
      .selectFrom('property_report')
      .select('version')
      .where('property_id', '=', far.propertyId)
      .executeTakeFirst()
    expect(row).toEqual({ version })
  })

  test('skips properties the caller cannot edit', async () => {
    await save([link(far), own], 'company')
    await saveAll([link(far), own, link(near)])
    expect((await read(near)).items).toHaveLength(3)
    expect((await read(far, 'company')).items).toEqual([])
  })

  test('resetDeletedPropertyChains empties the chains of removed properties that still link to this one', async () => {
    await saveAll([link(far), own, link(near)], 'company')
    await saveAll([own, link(near)], 'company')
    expect((await read(far, 'company')).items).toHaveLength(3)
    await saveAll([link(far), own, link(near)], 'company')
    await save([own, { personName: 'Somebody else' }], 'company', far)
    await saveAll([own], 'company', true)
    expect((await read(near)).items).toEqual([])
    expect((await read(far, 'company')).items).toHaveLength(2)
    expect(await events(near)).toMatchObject([{ links: 3 }, { links: 2 }, { links: 3 }, { before: 3, links: 0 }])
  })

  test('writes nothing when refused', async () => {
    const { version } = await fixtures.as('staff').ok(readProperty, { params: here })
    await save([own, {}])
    const body = { items: [link(near), own], version }
    const refused = await expectNothingWritten(fixtures, () =>
      fixtures.as('staff').refusal(saveChainOfAll, { params: here, body }),
    )
    expect(refused).toMatchObject({ status: 409, code: 'STALE_VERSION' })
    expect((await read(near)).items).toEqual([])
  })

  test('concurrent with a save of a linked property: the second is refused and no chain is partly written', async () => {
    const { version } = await fixtures.as('staff').ok(readProperty, { params: near })
    const [all, one] = await runConcurrently(fixtures, near, [
      () => fixtures.as('company').call(saveChainOfAll, { params: here, body: { items: [link(near), own] } }),
      () => fixtures.as('staff').call(saveChain, { params: near, body: { items: [own, { note: 'Alone' }], version } }),
    ])
    expect([all?.status, one?.status]).toEqual([200, 409])
    expect(refs(await read(near))).toEqual([near.propertyId, here.propertyId])
  })

  test('concurrent from both ends: the calls are serialised and both properties end with the later chain', async () => {
    const call = (propertyIds: PropertyPath, other: PropertyPath, note: string) => () =>
      fixtures.as('company').call(saveChainOfAll, { params: propertyIds, body: { items: [link(other), { ...own, note }] } })
    const answers = await runConcurrently(fixtures, here, [call(here, near, 'first'), call(near, here, 'second')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [a, b] = [await read(here), await read(near)]
    expect(a.items.map(({ note }) => note)).toEqual(b.items.map(({ note }) => note))
    expect(refs(a)).toEqual(refs(b))
  })
})

const anyText = fc.stringMatching(/^[A-Za-z0-9'&,. ]{0,40}$/).map((text) => text.trim())
const anyManual = fc.record({
  propertyName: anyText,
  note: anyText,
  agent: fc.option(fc.record({ name: anyText.filter(Boolean), tel: fc.constantFrom('', '0118 496 0111') })),
  timeline: fc.record({
    mosSent: fc.boolean(),
    surveyBooked: fc.constantFrom('Yes', 'No', 'NA'),
    surveyDate: anyText,
    mortgageOffer: fc.constantFrom('Yes', 'No', 'Cash'),
    depositPaid: fc.boolean(),
  }),
})

test('Property-based: PATCH …/chain returns any valid chain as it was saved', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyManual, { maxLength: 6 }),
      fc.nat(),
      fc.constantFrom('ND', 'FTB', 'CB', 'I', 'NDB'),
      async (links, at, saleType) => {
        const sent: Item[] = links.toSpliced(at % (links.length + 1), 0, { ...own } as never)
        const items = sent.map((item, index) => (index === sent.length - 1 ? { ...item, saleType } : item))
        const { items: shown } = await save(items)
        expect(shown).toHaveLength(items.length)
        for (const [index, item] of items.entries()) {
          const agent = item.agent ? { contact: null, poc: null, tel: '', ...item.agent } : null
          const byHand = { propertyName: item.propertyName, agent, timeline: { ...newChecklist, ...item.timeline } }
          expect(shown[index]).toMatchObject(item.thisProperty ? { thisProperty: true } : { ...byHand, note: item.note })
          expect(shown[index]?.saleType).toBe(index === items.length - 1 ? saleType : 'ND')
        }
      },
    ),
    { numRuns: 15 },
  )
})

test('GET /property reads a chain of fifty links in the query of the property', async () => {
  const places: PropertyPath[] = []
  for (let number = 1; number < 50; number += 1)
    places.push(await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, `${number} Long Street`))
  expect((await save([own, ...places.map(link)])).items).toHaveLength(50)
  const { answer, statements } = await statementsDuring(fixtures, () =>
    loadProperty(fixtures.database.db, here, '2026-03-10', { type: 'COMPANY_ADMIN', branchIds: [] }),
  )
  expect(answer.detail.chain.items.filter(({ propertyRef }) => propertyRef?.owner)).toHaveLength(50)
  expect(statements).toHaveLength(1)
})
