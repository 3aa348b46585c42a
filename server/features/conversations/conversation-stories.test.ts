import { londonInstant } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import {
  listConversations,
  listPartiesOfSales,
  logConversation,
  readParty,
} from '@gya/domain/features/conversations/conversations.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { createTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { snoozeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { listPortalMessages, readPortalProperty } from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { inTransaction, statementsDuring } from '../../../test/support/statements-during.ts'

/** Acceptance stories 4, 5 and 6 of [day §15](docs/design/day.md#15). The clock is set to Wednesday 05/11/2025, 14:32 in London. */

let fixtures: Fixtures
let solicitor = { contact: '', poc: '' }
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
const now = londonInstant('2025-11-05', '14:32')
beforeEach(async () => {
  fixtures.clock.moveTo(londonInstant('2025-10-01', '09:00'))
  const pocs = [{ name: 'Calliope Primrose', email: 'calliope@nettlefold.example', tel: '0118 496 0201' }]
  const contact = await (await staff()).ok(createContact, { params: fixtures.a, body: { name: 'Nettlefold', pocs } })
  solicitor = { contact: contact._id, poc: contact.pocs[0]?._id ?? '' }
})

const staff = () => fixtures.signedIn(fixtures.idOf.staff)
const vendor = () => fixtures.signedIn(fixtures.idOf.vendor)
const ref = () => `poc:${solicitor.poc}`
const { SearchesBack, EnquiriesRaised } = stepKeys

/** Creates a sale agreed on 01/10/2025 with the buyer's solicitor Calliope Primrose. These steps are in progress since then. */
async function sale(line1: string, ...keys: number[]): Promise<PropertyPath> {
  const place = await takeOn(await fixtures.signedIn(fixtures.idOf.company), fixtures.first, fixtures.idOf.vendor, line1)
  const client = await staff()
  const offer = { name: 'Bea Buyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await client.ok(addOffer, { params: place, body: offer })
  await client.ok(saveContacts, { params: place, body: { bStaff: fixtures.idOf.staff, buyerDetails: { solicitor } } })
  await client.ok(saveTimeline, { params: place, body: { timeline: keys.map((key) => ({ key, state: 'IP' as const })) } })
  return place
}

type Sales = Wire<typeof logConversation, 'body'>['sales']
const log = async (partyRef: string, sales: Sales, more = {}) =>
  (await staff()).ok(logConversation, { params: fixtures.a, body: { partyRef, sales, ...more } })
const undo = async (undoId: string) => (await staff()).ok(undoChange, { params: { ...fixtures.a, undoId }, body: {} })
const card = async (partyRef = ref()) => (await staff()).ok(readParty, { params: fixtures.a, query: { ref: partyRef } })
const listed = async (state: 'now' | 'waiting' = 'now') => {
  const { groups } = await (await staff()).ok(readToday, { params: fixtures.a, query: { state, itemsPerPage: '100' } })
  return groups.flatMap(({ actionItems }) => actionItems)
}
const itemsOf = async (places: readonly PropertyPath[], state: 'now' | 'waiting' = 'now', key = /^step:(33|34)$/) =>
  (await listed(state)).filter((item) => places.some(({ propertyId }) => propertyId === item.propertyId) && key.test(item.key))
const history = async (place: PropertyPath) =>
  (await (await staff()).ok(readHistory, { params: place, query: { group: 'chasing' } })).data.map(({ kind }) => kind)

describe('Story 4: L 1 on a firm with 5 matters over 4 sales', () => {
  test('snoozes five items until 12/11 07:00 and adds an entry to each history, hidden from the vendor; undo restores all', async () => {
    const places = [
      await sale('41 Recreation Road', SearchesBack, EnquiriesRaised),
      await sale('27 Rodway Road', SearchesBack),
      await sale('2 Park Lane', SearchesBack),
      await sale('16 Denby Way', SearchesBack),
    ]
    fixtures.clock.moveTo(now)
    const found = await itemsOf(places)
    expect(found).toHaveLength(5)
    const sales = [...Map.groupBy(found, ({ propertyId }) => propertyId ?? '')].map(([propertyId, items]) => ({
      propertyId,
      outcome: 'spoke' as const,
      itemKeys: items.map(({ key }) => key),
    }))
    const { undoId, description } = await log(ref(), sales)
    expect(description).toBe('Spoke: Calliope Primrose, 4 sales')
    expect(await itemsOf(places)).toEqual([])
    const waiting = await itemsOf(places, 'waiting')
    expect(waiting).toHaveLength(5)
    for (const { snooze, lastConversation } of waiting) {
      expect(snooze).toEqual({ until: londonInstant('2025-11-12', '07:00'), reason: 'chased' })
      expect(lastConversation).toEqual({ on: '2025-11-05', outcome: 'spoke', promisedOn: null })
    }
    for (const place of places) expect(await history(place)).toEqual(['conversation-logged'])
    const [first] = places
    expect((await (await vendor()).ok(listPortalMessages, { query: {} })).data.flatMap(({ lines }) => lines).join()).not.toMatch(
      /spoke/i,
    )

    expect(await undo(undoId)).toEqual({ description: `Undone: ${description}` })
    expect(await itemsOf(places)).toHaveLength(5)
    for (const place of places) expect(await history(place)).toEqual(['conversation-taken-back', 'conversation-logged'])
    const query = { propertyId: first?.propertyId ?? '' }
    expect((await (await staff()).ok(listConversations, { params: fixtures.a, query })).data[0]?.undoneOn).not.toBeNull()
  })

  test('undo is refused after a colleague has snoozed one of the items again; an item settled meanwhile is no conflict', async () => {
    const places = [await sale('8 Kentwood Hill', SearchesBack), await sale('9 Kentwood Hill', SearchesBack)] as const
    fixtures.clock.moveTo(now)
    const about = (place: PropertyPath) => ({ propertyId: place.propertyId, outcome: 'spoke' as const, itemKeys: ['step:33'] })
    const { undoId } = await log(ref(), places.map(about))
    const colleague = await fixtures.signedIn(fixtures.idOf.branch)
    const item = { subjectId: places[0].propertyId, key: 'step:33' }
    const until = londonInstant('2025-11-20', '07:00')
    await colleague.ok(snoozeActionItems, { params: fixtures.a, body: { actionItems: [item], until } })
    const refusal = await (await staff()).refusal(undoChange, { params: { ...fixtures.a, undoId }, body: {} })
    expect(refusal).toMatchObject({
      code: 'UNDO_OVERTAKEN',
      message: 'branch people has changed Searches back at 8 Kentwood Hill since.',
    })

    const again = await log(ref(), [about(places[1])])
    await colleague.ok(saveTimeline, { params: places[1], body: { timeline: [{ key: SearchesBack, state: 'C' }] } })
    await undo(again.undoId)
    expect(await itemsOf([places[1]], 'now', /^step:33$/)).toEqual([])
  })
})

describe('Story 9: an open form of the sale', () => {
  test('can be saved after a call, a task and a snooze were recorded since it was read', async () => {
    const place = await sale('12 Form Street', SearchesBack)
    fixtures.clock.moveTo(now)
    const client = await staff()
    const { version } = await client.ok(readProperty, { params: place })
    await log(ref(), [{ propertyId: place.propertyId, outcome: 'spoke', itemKeys: ['step:33'] }])
    await client.ok(createTask, { params: fixtures.a, body: { title: 'Send the pack', propertyId: place.propertyId } })
    const item = { subjectId: place.propertyId, key: 'silence:vendor' }
    const until = londonInstant('2025-11-06', '07:00')
    await client.ok(snoozeActionItems, { params: fixtures.a, body: { actionItems: [item], until } })
    expect((await client.ok(readProperty, { params: place })).version).toBe(version)
    await client.ok(updateManagementInfo, { params: place, body: { cTerm: 12, version } })
  })
})

describe('Story 5: the silence of a vendor', () => {
  const silence = /^silence:vendor$/

  test('left message: the silence stays with 1 try; spoke: it ends, and returns after 7 days, not 6', async () => {
    const place = await sale('14 Lyndhurst Road')
    const vendorRef = `vendor:${fixtures.idOf.vendor}`
    const about = (outcome: 'spoke' | 'leftMessage') => [{ propertyId: place.propertyId, outcome, itemKeys: ['silence:vendor'] }]
    fixtures.clock.moveTo(londonInstant('2025-10-28', '10:00'))
    await log(vendorRef, [{ propertyId: place.propertyId, outcome: 'spoke' }])
    fixtures.clock.moveTo(now)
    expect(await itemsOf([place], 'now', silence)).toMatchObject([{ lastUpdatedOn: '2025-10-28', daysLate: 1 }])

    await log(vendorRef, about('leftMessage'))
    const [waiting] = await itemsOf([place], 'waiting', silence)
    expect(waiting).toMatchObject({
      attempts: 1,
      lastUpdatedOn: '2025-10-28',
      snooze: { until: londonInstant('2025-11-06', '07:00') },
    })
    fixtures.clock.moveTo(londonInstant('2025-11-06', '09:00'))
    expect(await itemsOf([place], 'now', silence)).toMatchObject([{ attempts: 1, daysLate: 2 }])

    await log(vendorRef, about('spoke'))
    expect(await itemsOf([place], 'now', silence)).toEqual([])
    fixtures.clock.moveTo(londonInstant('2025-11-12', '12:00'))
    expect(await itemsOf([place], 'now', silence)).toEqual([])
    fixtures.clock.moveTo(londonInstant('2025-11-13', '12:00'))
    expect(await itemsOf([place], 'now', silence)).toMatchObject([{ attempts: 0, lastUpdatedOn: '2025-11-06' }])
  })

  test('an unanswered call snoozes it for at most 7 days', async () => {
    const place = await sale('15 Lyndhurst Road')
    fixtures.clock.moveTo(now)
    const sales = [
      {
        propertyId: place.propertyId,
        outcome: 'noAnswer' as const,
        itemKeys: ['silence:vendor'],
        nextAt: '2026-01-05T07:00:00Z',
      },
    ]
    await log(`vendor:${fixtures.idOf.vendor}`, sales)
    const [item] = await itemsOf([place], 'waiting', silence)
    expect(item?.snooze?.until).toBe(londonInstant('2025-11-12', '07:00'))
  })
})

describe('Story 6: promises', () => {
  const promise = async (line1: string) => {
    const place = await sale(line1, SearchesBack)
    fixtures.clock.moveTo(londonInstant('2025-11-01', '10:00'))
    const sales = [
      { propertyId: place.propertyId, outcome: 'promised' as const, promisedOn: '2025-11-04', itemKeys: ['step:33'] },
    ]
    await log(ref(), sales)
    return place
  }
  const snoozes = async ({ propertyId }: PropertyPath) =>
    (await sql`select 1 from action_item_snooze where subject_id = ${propertyId}`.execute(fixtures.database.db)).rows.length

  test('kept on 03/11: the snooze ends, no item returns, 1 of 1 kept', async () => {
    const place = await promise('1 Promise Lane')
    fixtures.clock.moveTo(londonInstant('2025-11-03', '10:00'))
    await (await staff()).ok(saveTimeline, { params: place, body: { timeline: [{ key: SearchesBack, state: 'C' }] } })
    expect(await snoozes(place)).toBe(0)
    fixtures.clock.moveTo(now)
    expect(await itemsOf([place], 'now', /^step:33$/)).toEqual([])
    expect((await card()).promises).toEqual({ made: 1, kept: 1, broken: 0 })
  })

  test('broken: returns under Promised on 04/11 without more points, on 05/11 with 0.50 more', async () => {
    const place = await promise('2 Promise Lane')
    fixtures.clock.moveTo(londonInstant('2025-11-03', '18:00'))
    expect(await itemsOf([place])).toEqual([])
    fixtures.clock.moveTo(londonInstant('2025-11-04', '10:00'))
    const [due] = await itemsOf([place])
    expect(due).toMatchObject({ group: 'promised', snooze: { until: londonInstant('2025-11-04', '07:00'), reason: 'promised' } })
    expect((await card()).promises).toEqual({ made: 1, kept: 0, broken: 0 })
    fixtures.clock.moveTo(now)
    const [broken] = await itemsOf([place])
    expect(broken?.group).toBe('promised')
    // One more day of lateness, and 0.50 for the broken promise.
    expect(broken?.arithmetic.lateness).toBeCloseTo((due?.arithmetic.lateness ?? 0) + 0.15 + 0.5)
    expect((await card()).promises).toEqual({ made: 1, kept: 0, broken: 1 })
    expect((await card()).conversations[0]?.sales[0]).toMatchObject({ about: ['Searches back'], promise: 'broken' })
  })
})

test('a move is not put off past its day, whatever the proposed chase', async () => {
  const place = await sale('6 Moving Road')
  const timeline = [{ key: stepKeys.Exchanged, state: 'C' as const, completedOn: '2025-10-01' }]
  await (await staff()).ok(saveTimeline, { params: place, body: { timeline, completionDate: '2025-11-06' } })
  fixtures.clock.moveTo(now)
  const vendorRef = `vendor:${fixtures.idOf.vendor}`
  expect(await itemsOf([place], 'now', /^move$/)).toHaveLength(1)
  await log(vendorRef, [{ propertyId: place.propertyId, outcome: 'spoke', itemKeys: ['move'] }])
  expect(await itemsOf([place], 'waiting', /^move$/)).toMatchObject([
    { snooze: { until: londonInstant('2025-11-06', '07:00'), reason: 'chased' } },
  ])
  fixtures.clock.moveTo(londonInstant('2025-11-06', '09:00'))
  await log(vendorRef, [{ propertyId: place.propertyId, outcome: 'spoke', itemKeys: ['move'] }])
  expect(await itemsOf([place], 'now', /^move$/)).toHaveLength(1)
})

describe('Call-backs', () => {
  test('a next chase without action items creates a call-back; reaching the party closes it, undo reopens it', async () => {
    const place = await sale('53 Wantage Road')
    fixtures.clock.moveTo(now)
    const sales = [{ propertyId: place.propertyId, outcome: 'noAnswer' as const, nextAt: londonInstant('2025-11-06', '14:30') }]
    const { _id } = await log(ref(), sales)
    const key = `callback:${_id}`
    fixtures.clock.moveTo(londonInstant('2025-11-06', '15:00'))
    expect(await itemsOf([place], 'now', /^callback/)).toMatchObject([
      { key, dueAt: '14:30', group: 'promised', party: { ref: ref() } },
    ])
    const { undoId } = await log(ref(), [{ propertyId: place.propertyId, outcome: 'spoke', itemKeys: [key] }])
    expect(await itemsOf([place], 'now', /^callback/)).toEqual([])
    await undo(undoId)
    expect(await itemsOf([place], 'now', /^callback/)).toMatchObject([{ key }])
    const left = await log(ref(), [{ propertyId: place.propertyId, outcome: 'leftMessage', itemKeys: [key] }])
    expect(await itemsOf([place], 'waiting', /^callback/)).toMatchObject([{ key, attempts: 1 }])
    await undo(left.undoId)
    expect(await itemsOf([place], 'now', /^callback/)).toMatchObject([{ key, attempts: 0 }])
  })

  test('the call card contains all action items of the party, including snoozed ones and those due later', async () => {
    const place = await sale('54 Wantage Road', SearchesBack)
    expect((await card()).sales).toMatchObject([
      { propertyId: place.propertyId, actionItems: [{ key: 'step:33', group: 'due', daysLate: expect.any(Number) }] },
    ])
    fixtures.clock.moveTo(now)
    const { sales, feeAtRisk, roles } = await card()
    expect(sales[0]?.actionItems).toMatchObject([{ key: 'step:33', group: 'overdue' }])
    expect(feeAtRisk).toBe(sales[0]?.fee ?? 0)
    expect(roles).toEqual([{ role: 'buyerSolicitor', sales: 1 }])
    expect((await card(`firm:${solicitor.contact}`)).sales[0]?.actionItems).toMatchObject([{ key: 'step:33' }])
  })
})

describe('What the vendor sees', () => {
  test('is only the text selected for this sale, never the note, and nothing after undo', async () => {
    const shown = await sale('27 Rodway Street', SearchesBack)
    const hidden = await sale('28 Rodway Street', SearchesBack)
    fixtures.clock.moveTo(now)
    const note = 'Their client is short of money'
    const vendorText = 'We spoke to your buyer’s solicitor on 05/11/2025.'
    const { undoId } = await log(
      ref(),
      [
        { propertyId: shown.propertyId, outcome: 'spoke', note, vendorText },
        { propertyId: hidden.propertyId, outcome: 'spoke', note },
      ],
      { note },
    )
    const read = async (place: PropertyPath) => (await (await vendor()).ok(readPortalProperty, { params: place })).news
    const [message] = await read(shown)
    expect(message).toMatchObject({ at: now.replace('.000', ''), property: { line1: '27 Rodway Street' }, lines: [vendorText] })
    const all = await (await vendor()).ok(listPortalMessages, { query: {} })
    expect(all.data.map(({ lines }) => lines)).toContainEqual([vendorText])
    expect(JSON.stringify([all, await read(shown), await read(hidden)])).not.toContain(note)
    expect((await read(hidden)).flatMap(({ lines }) => lines)).not.toContain(vendorText)
    const { count } = all.paging
    await undo(undoId)
    expect((await (await vendor()).ok(listPortalMessages, { query: {} })).paging.count).toBe(count - 1)
    expect((await read(shown)).flatMap(({ lines }) => lines)).not.toContain(vendorText)
  })
})

describe('The number of statements', () => {
  test('at most 7 for a conversation, whatever the number of sales', async () => {
    const places: PropertyPath[] = []
    for (let n = 1; n <= 10; n += 1) places.push(await sale(`${n} Statement Street`, SearchesBack))
    fixtures.clock.moveTo(now)
    const sent = (sales: readonly PropertyPath[]) =>
      statementsDuring(fixtures, () =>
        log(
          ref(),
          sales.map(({ propertyId }) => ({ propertyId, outcome: 'spoke', itemKeys: ['step:33'] })),
        ),
      ).then(({ statements }) => inTransaction(statements))
    const one = await sent(places.slice(0, 1))
    const ten = await sent(places)
    expect(one.length).toBeLessThanOrEqual(7)
    expect(ten.length).toBeLessThanOrEqual(7)
  })

  test('is the same for the parties of 10 sales as for one', async () => {
    const places: PropertyPath[] = []
    for (let n = 1; n <= 10; n += 1) places.push(await sale(`${n} Party Street`, SearchesBack))
    const sent = (sales: readonly PropertyPath[]) =>
      statementsDuring(fixtures, () =>
        fixtures.as('staff').ok(listPartiesOfSales, {
          params: fixtures.a,
          query: { propertyIds: sales.map(({ propertyId }) => propertyId).join(',') },
        }),
      ).then(({ statements }) => statements)
    // The first call opens the session.
    await sent(places.slice(0, 1))
    const one = await sent(places.slice(0, 1))
    expect(one.length).toBeGreaterThan(0)
    expect((await sent(places)).length).toBe(one.length)
  })
})
