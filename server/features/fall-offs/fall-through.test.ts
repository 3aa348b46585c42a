import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { saveChain } from '@gya/domain/features/chain/chain.contract.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listConversations, logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import {
  classifyFallOff,
  markRescue,
  performFallOff,
  previewFallOff,
  readChainNews,
  readFallOffReasons,
  readRescueList,
  restoreFallOff,
  saveFallOffReasons,
  tellChain,
} from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { readFallThrough } from '@gya/domain/features/forecast/forecast-lists.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { addViewing, updateViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let ids: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '7 Windfall Street')
})

const staff = () => fixtures.as('staff')
const company = () => ({ companyId: ids.companyId })
const read = (of = ids) => staff().ok(readProperty, { params: of })
const offer = (name: string, more: Partial<Wire<typeof addOffer, 'body'>> = {}) =>
  staff().ok(addOffer, { params: ids, body: { name, amount: 285_000, cashBuy: false, chain: true, ...more } })
const view = (name: string, more: Partial<Wire<typeof addViewing, 'body'>> = {}) =>
  staff().ok(addViewing, { params: ids, body: { name, when: '2026-03-02', ...more } })
const sell = () => offer('Bea Uyer', { state: 'A' })
const fall = (more: Partial<Wire<typeof performFallOff, 'body'>> = {}) =>
  staff().ok(performFallOff, { params: ids, body: { note: 'The lender said no', ...more } })
const reasons = async () => (await staff().ok(readFallOffReasons, { params: company() })).reasons
const reasonId = async (name: string) => (await reasons()).find((one) => one.name === name)?._id ?? ''
const kindsOf = async (of: PropertyPath) =>
  (await staff().ok(readHistory, { params: of, query: {} })).data.map(({ kind }) => kind)

describe('reasons of fall-offs', () => {
  test('a company that never changed its list has the initial reasons of both designs, each with a party', async () => {
    const list = await reasons()
    expect(list).toHaveLength(20)
    expect(list.find(({ name }) => name === 'Found no home')).toMatchObject({ party: 'seller', active: true, used: false })
    expect(list.at(-1)).toMatchObject({ name: 'Not known' })
  })

  test('refuses an empty list, two reasons with the same name, and an unknown id', async () => {
    const mayContactWords = 'May we?'
    const one = { name: 'Survey', party: 'buyer' as const }
    const save = (list: Wire<typeof saveFallOffReasons, 'body'>['reasons']) =>
      fixtures.as('company').call(saveFallOffReasons, { params: company(), body: { reasons: list, mayContactWords } })
    await expectNothingWritten(fixtures, async () => {
      for (const list of [[], [{ ...one, active: false }], [one, { ...one, name: 'survey' }]])
        expect(await save(list)).toMatchObject({ status: 400 })
      expect(await save([{ ...one, _id: ids.propertyId }])).toMatchObject({ status: 404 })
    })
  })

  test('a reset without reasonId stays allowed and is not classified; PATCH …/fall-offs/{id} classifies it later', async () => {
    await sell()
    const fallen = (await fall()).saleResets[0]
    expect(fallen).toMatchObject({ reason: null, party: null, phase: 'beforeMemo' })
    const params = { ...ids, fallOffId: fallen?._id ?? '' }
    const mortgage = await reasonId('Mortgage refused')
    const after = await staff().ok(classifyFallOff, { params, body: { reasonId: mortgage, party: 'buyer' } })
    expect(after.saleResets[0]).toMatchObject({ reason: { name: 'Mortgage refused' }, party: 'buyer', phase: 'beforeMemo' })
    expect(await kindsOf(ids)).toContain('fall-off-classified')
    const other = await staff().call(classifyFallOff, { params, body: { reasonId: ids.branchId } })
    expect(other).toMatchObject({ status: 404 })
  })

  test('a reason of another company is 404', async () => {
    await sell()
    const { companyId } = fixtures.other
    const list = { reasons: [{ name: 'Theirs', party: 'buyer' as const }], mayContactWords: 'May we?' }
    const theirs = await fixtures.as('otherCompany').ok(saveFallOffReasons, { params: { companyId }, body: list })
    const body = { note: 'No', reasonId: theirs.reasons[0]?._id ?? '' }
    await expectNothingWritten(fixtures, async () => {
      expect(await staff().call(performFallOff, { params: ids, body })).toMatchObject({ status: 404 })
    })
  })
})

describe('GET …/reset/preview', () => {
  // Story 19 of [trust §10](docs/design/trust.md#10); party links do not exist yet.
  test('shows exactly the effects of a reset with its version', async () => {
    const onward = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '9 Elm Road')
    const agent = await staff().ok(createContact, {
      params: company(),
      body: { name: 'Hartley Estates', tel: '0118 496 0101', pocs: [] },
    })
    await sell()
    const link = (more: object) => ({ propertyName: '', ...more })
    const items = [
      link({ propertyRef: onward.propertyId }),
      link({ thisProperty: true, propertyRef: ids.propertyId }),
      link({ propertyName: '1 Combe Road', agent: { contact: agent._id } }),
      link({ propertyName: '3 Combe Road', agent: { name: 'Parr & Co', tel: '0118 496 0102' } }),
    ]
    await staff().ok(saveChain, { params: ids, body: { items } })
    const done = (key: number) => ({ key, state: 'C' as const })
    await staff().ok(saveTimeline, {
      params: ids,
      body: { timeline: [stepKeys.MemoOfSaleSent, stepKeys.SearchesAppliedFor, stepKeys.SearchesBack].map(done) },
    })
    await view('Ann Viewer', { mayContact: true, tel: '0118 496 0103' })
    await view('Ned Viewer')
    const before = await read()
    const preview = await staff().ok(previewFallOff, { params: ids })
    expect(preview).toMatchObject({
      version: before.version,
      offer: { name: 'Bea Uyer', amount: 285_000 },
      archived: { agreedPrice: 285_000 },
      linkedSales: [{ _id: onward.propertyId, line1: '9 Elm Road' }],
      outsideLinks: [
        { position: 2, name: '1 Combe Road', agent: 'Hartley Estates', tel: '0118 496 0101' },
        { position: 3, agent: 'Parr & Co' },
      ],
      rescue: { mayContact: 1, notAsked: 1 },
    })
    const after = await fall({ version: preview.version, reasonId: await reasonId('Mortgage refused') })
    const states = (property: typeof before) => new Map(property.timeline.data.map(({ key, state }) => [key, state]))
    const [was, is] = [states(before), states(after)]
    const moved = [...was].flatMap(([key, from]) => (is.get(key) === from ? [] : [[key, { from, to: is.get(key) }] as const]))
    expect(new Map(preview.steps.map(({ key, from, to }) => [key, { from, to }]))).toEqual(new Map(moved))
    expect(after.saleResets[0]).toMatchObject({
      reason: { name: 'Mortgage refused' },
      party: 'lender',
      phase: 'beforeMortgageOffer',
    })
    expect(after.mi.agreedPrice).toBeNull()
  })

  // Party links do not exist yet, so the "2 links" of the story are missing.
  test('Story 19: 7 steps change, the fee is £3,206.25, 1 linked sale is notified; the reset does this, and a restore reverts it', async () => {
    const onward = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '11 Elm Road')
    await sell()
    await staff().ok(updateManagementInfo, { params: ids, body: { agencyFeeType: 0, agencyFeePercent: 1.125 } })
    const items = [
      { propertyName: '', propertyRef: onward.propertyId },
      { propertyName: '', thisProperty: true, propertyRef: ids.propertyId },
    ]
    await staff().ok(saveChain, { params: ids, body: { items } })
    await staff().ok(saveTimeline, { params: ids, body: { timeline: [{ key: stepKeys.MemoOfSaleSent, state: 'C' }] } })
    const before = await read()
    const preview = await staff().ok(previewFallOff, { params: ids })
    expect(preview.steps).toHaveLength(7)
    expect(preview).toMatchObject({
      archived: { agreedPrice: 285_000, expectedFee: 3_206.25 },
      linkedSales: [{ line1: '11 Elm Road' }],
    })

    const after = await fall({ version: preview.version, reasonId: await reasonId('Mortgage refused') })
    const stateIn = (property: typeof before, key: number) => property.timeline.data.find((step) => step.key === key)?.state
    expect(preview.steps.map(({ key }) => stateIn(after, key) ?? null)).toEqual(preview.steps.map(({ to }) => to))
    expect(after.mi).toMatchObject({ agreedPrice: null, fees: { estimate: true } })
    expect(await kindsOf(onward)).toContain('chain-link-fell')
    expect((await read(onward)).chain.fallen).toHaveLength(1)

    const fallOffId = after.saleResets[0]?._id ?? ''
    const restored = await staff().ok(restoreFallOff, { params: { ...ids, fallOffId } })
    expect(preview.steps.map(({ key }) => stateIn(restored, key))).toEqual(preview.steps.map(({ from }) => from))
    expect(restored.mi).toMatchObject({ agreedPrice: 285_000, fees: { expected: 3_206.25, estimate: false } })
    expect(restored.offers).toMatchObject([{ name: 'Bea Uyer', state: 'A' }])
    expect((await read(onward)).chain.fallen).toEqual([])
  })

  test('the analysis up to a day counts a sale that was restored after it as fallen through', async () => {
    const day = londonDay(fixtures.clock.now())
    const upTo = async (dateEnd: string) => {
      const { falls, restored } = await staff().ok(readFallThrough, { params: fixtures.first, query: { dateEnd } })
      return { falls, restored }
    }
    const before = await upTo(day)
    await sell()
    const fallOffId = (await fall()).saleResets[0]?._id ?? ''
    fixtures.clock.advance({ days: 1 })
    await fixtures.signedIn(fixtures.idOf.staff).then((user) => user.ok(restoreFallOff, { params: { ...ids, fallOffId } }))
    expect(await upTo(day)).toEqual({ ...before, falls: before.falls + 1 })
    expect(await upTo(addDays(day, 1))).toEqual({ ...before, restored: before.restored + 1 })
  })

  test('the analysis counts the fee of the sale that fell through, also of several on one day', async () => {
    const query = { dateEnd: londonDay(fixtures.clock.now()) }
    const analysis = () => staff().ok(readFallThrough, { params: fixtures.first, query })
    const before = await analysis()
    await staff().ok(updateManagementInfo, { params: ids, body: { agencyFeePercent: 1 } })
    await sell()
    const fallOffId = (await fall()).saleResets[0]?._id ?? ''
    await offer('Cy Uyer', { state: 'A', amount: 250_000 })
    await fall()
    await staff().ok(restoreFallOff, { params: { ...ids, fallOffId } })
    const { falls, restored, fees } = await analysis()
    expect([falls - before.falls, restored - before.restored, fees - before.fees]).toEqual([1, 1, 2_500])
  })

  test('a reset with the version of an older preview is 409 STALE_VERSION', async () => {
    await sell()
    const { version } = await staff().ok(previewFallOff, { params: ids })
    await view('Somebody')
    const answer = await staff().call(performFallOff, { params: ids, body: { note: 'No', version } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } })
  })
})

describe('the rescue list', () => {
  const rescue = async () => {
    const fallOffId = (await read()).saleResets[0]?._id ?? ''
    return { fallOffId, ...(await staff().ok(readRescueList, { params: ids, query: { fallOffId } })) }
  }

  test('shows numbers of people who agreed, names of people who were not asked, and removes people who refuse at once', async () => {
    await offer('Cash Buyer', { amount: 280_000, cashBuy: true, chain: false, mayContact: true, tel: '0118 496 0110' })
    await offer('Chain Buyer', { amount: 280_000, mayContact: true, email: 'chain@people.example' })
    await offer('Gone Away', { amount: 290_000, state: 'W', mayContact: true })
    await offer('Said No', { amount: 290_000, mayContact: false })
    await view('Ned Viewer', { tel: '0118 496 0111' })
    const property = await view('Ann Viewer', { mayContact: true, tel: '0118 496 0112' })
    await sell()
    await fall()
    const { people } = await rescue()
    expect(people.map(({ name, mayContact, tel, email }) => [name, mayContact, tel, email])).toEqual([
      ['Cash Buyer', true, '0118 496 0110', ''],
      ['Chain Buyer', true, '', 'chain@people.example'],
      ['Ann Viewer', true, '0118 496 0112', ''],
      ['Ned Viewer', false, '', ''],
    ])
    const ann = property.viewings.find(({ name }) => name === 'Ann Viewer')?._id ?? ''
    await staff().ok(updateViewing, { params: ids, body: { _id: ann, mayContact: false } })
    expect((await rescue()).people.map(({ name }) => name)).toEqual(['Cash Buyer', 'Chain Buyer', 'Ned Viewer'])
  })

  test('story 20: nine people, four with numbers; one withdraws consent: three', async () => {
    await offer('Ada One', { amount: 280_000, mayContact: true, tel: '0118 496 0121' })
    await offer('Bob Two', { amount: 280_000, mayContact: true, tel: '0118 496 0122' })
    await offer('Cyd Three', { amount: 275_000 })
    await offer('Dan Four', { amount: 270_000 })
    await view('Eve Five', { mayContact: true, tel: '0118 496 0125' })
    await view('Flo Six', { mayContact: true, tel: '0118 496 0126' })
    for (const name of ['Gus Seven', 'Hal Eight', 'Ina Nine']) await view(name)
    await sell()
    await fall()
    const withNumber = async () => (await rescue()).people.filter((person) => person.tel !== '').map(({ name }) => name)
    expect((await rescue()).people).toHaveLength(9)
    expect(await withNumber()).toHaveLength(4)
    const eve = (await read()).viewings.find(({ name }) => name === 'Eve Five')?._id ?? ''
    await staff().ok(updateViewing, { params: ids, body: { _id: eve, mayContact: false } })
    expect(await withNumber()).toHaveLength(3)
  })

  test('a call to somebody on it is a conversation with offer:<id>, and the mark stays with the fall-off', async () => {
    await offer('Cash Buyer', { amount: 280_000, mayContact: true, tel: '0118 496 0110' })
    await sell()
    await fall()
    const { people, fallOffId } = await rescue()
    const person = people[0] ?? { partyRef: '', personId: '', kind: 'offer' as const }
    await staff().ok(logConversation, {
      params: company(),
      body: { partyRef: person.partyRef, sales: [{ propertyId: ids.propertyId, outcome: 'spoke' }] },
    })
    const { version } = await read()
    const { kind, personId } = person
    const marked = await staff().ok(markRescue, { params: ids, body: { fallOffId, kind, personId, outcome: 'interested' } })
    expect(marked.people[0]).toMatchObject({ name: 'Cash Buyer', mark: { outcome: 'interested' } })
    expect((await read()).version).toBe(version)
    expect(await kindsOf(ids)).toEqual(expect.arrayContaining(['rescue-marked', 'conversation-logged']))
    const unknown = { fallOffId, kind: 'viewing' as const, personId, outcome: 'called' as const }
    expect(await staff().call(markRescue, { params: ids, body: unknown })).toMatchObject({ status: 404 })
  })

  test('restoring a sale keeps consent that was withdrawn since', async () => {
    const property = await offer('Bea Uyer', { state: 'A', mayContact: true })
    const _id = property.offers[0]?._id ?? ''
    const fallOffId = (await fall()).saleResets[0]?._id ?? ''
    await staff().ok(updateOffer, { params: ids, body: { _id, mayContact: false } })
    const restored = await staff().ok(restoreFallOff, { params: { ...ids, fallOffId } })
    expect(restored.offers[0]).toMatchObject({ state: 'A', mayContact: false })
  })
})

describe('the chain is notified', () => {
  const linkedTo = async (line1: string) => {
    const onward = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
    const items = [
      { propertyName: '', propertyRef: onward.propertyId },
      { propertyName: '', thisProperty: true, propertyRef: ids.propertyId },
      { propertyName: '3 Combe Road', agent: { name: 'Parr & Co', tel: '0118 496 0102' } },
    ]
    await staff().ok(saveChain, { params: ids, body: { items } })
    return onward
  }

  test('linked sales get an entry and show the fall-off with its reason; nothing else changes', async () => {
    await sell()
    const onward = await linkedTo('9 Elm Road')
    const before = await read(onward)
    await fall({ reasonId: await reasonId('Mortgage refused') })
    const after = await read(onward)
    expect(await kindsOf(onward)).toContain('chain-link-fell')
    expect(after.chain.fallen).toMatchObject([{ _id: ids.propertyId, line1: '7 Windfall Street', reason: 'Mortgage refused' }])
    expect({ ...after, chain: before.chain }).toEqual(before)
    const fallOffId = (await read()).saleResets[0]?._id ?? ''
    await staff().ok(restoreFallOff, { params: { ...ids, fallOffId } })
    expect((await kindsOf(onward)).filter((kind) => kind === 'chain-link-fell')).toHaveLength(2)
    expect((await read(onward)).chain.fallen).toEqual([])
  })

  test('agents outside the company are ticked off one by one, and listed again when the sale is restored', async () => {
    await sell()
    await linkedTo('9 Elm Road')
    await fall()
    const { news } = await staff().ok(readChainNews, { params: ids })
    expect(news).toMatchObject({ news: 'fell', links: [{ position: 2, agent: 'Parr & Co', told: null }] })
    const told = await staff().ok(tellChain, { params: ids, body: { position: 2 } })
    expect(told.news?.links[0]?.told).not.toBeNull()
    await expectNothingWritten(fixtures, () => staff().ok(tellChain, { params: ids, body: { position: 2 } }))
    expect(await staff().call(tellChain, { params: ids, body: { position: 0 } })).toMatchObject({ status: 404 })
    await staff().ok(restoreFallOff, { params: { ...ids, fallOffId: news?.fallOffId ?? '' } })
    const again = await staff().ok(readChainNews, { params: ids })
    expect(again.news).toMatchObject({ news: 'restored', links: [{ told: null }] })
  })

  test('telling an agent who is a contact logs a conversation, without the reason', async () => {
    await sell()
    const agent = await staff().ok(createContact, { params: company(), body: { name: 'Hartley Estates', pocs: [] } })
    const items = [
      { propertyName: '', thisProperty: true, propertyRef: ids.propertyId },
      { propertyName: '3 Combe Road', agent: { contact: agent._id } },
    ]
    await staff().ok(saveChain, { params: ids, body: { items } })
    await fall({ reasonId: await reasonId('Mortgage refused') })
    await staff().ok(tellChain, { params: ids, body: { position: 1 } })
    const { data } = await staff().ok(listConversations, { params: company(), query: { propertyId: ids.propertyId } })
    expect(data).toMatchObject([
      { party: { ref: `firm:${agent._id}`, name: 'Hartley Estates' }, note: 'Told that the sale fell off.' },
    ])
  })
})

// Last, because it changes the company's list.
describe('PUT fall-off-reasons', () => {
  test('PUT replaces the list; a reason in use is hidden, not deleted, and the sale keeps its name', async () => {
    await sell()
    await fall({ reasonId: await reasonId('Survey') })
    const before = await staff().ok(readFallOffReasons, { params: company() })
    const kept = before.reasons.filter(({ name }) => name === 'Not known').map(({ used: _used, ...reason }) => reason)
    const body = { reasons: [...kept, { name: 'Moved abroad', party: 'buyer' as const }], mayContactWords: 'May we ring you?' }
    const saved = await fixtures
      .as('company')
      .ok(saveFallOffReasons, { params: company(), body: { ...body, version: before.version } })
    const stands = saved.reasons.map(({ name, active, used }) => [name, active, used])
    expect(stands.slice(0, 2)).toEqual([
      ['Not known', true, false],
      ['Moved abroad', true, false],
    ])
    expect(stands).toContainEqual(['Survey', false, true])
    expect(stands.filter(([, active, used]) => !active && !used)).toEqual([])
    expect(saved.mayContactWords).toBe('May we ring you?')
    expect((await read()).saleResets[0]?.reason?.name).toBe('Survey')
    const stale = { params: company(), body: { ...body, reasons: kept, version: before.version } }
    expect(await fixtures.as('company').call(saveFallOffReasons, stale)).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION' },
    })
    expect(await staff().call(saveFallOffReasons, stale)).toMatchObject({ status: 403 })
  })
})
