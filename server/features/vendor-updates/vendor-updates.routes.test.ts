import { londonInstant } from '@gya/domain/common/dates.ts'
import { resendVerification } from '@gya/domain/features/account/account.contract.ts'
import { listConversations, logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { listPortalMessages, readPortalProperty } from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import {
  listUpdates,
  readUpdateCounts,
  saveUpdate,
  sendUpdate,
  skipUpdate,
} from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { placeholderEmail } from '@gya/domain/features/vendors/vendors.rules.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'

/** Acceptance story 17 of [day §15](docs/design/day.md#15). The offer is accepted on 16/10/2025; the run is on Wednesday 05/11/2025. */

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

let sales = 0
let place: PropertyPath
let vendor: { id: string; email: string }
const staff = () => fixtures.signedIn(fixtures.idOf.staff)

beforeEach(() => newSale())

async function newSale(): Promise<void> {
  fixtures.clock.moveTo(londonInstant('2025-10-16', '10:00'))
  sales += 1
  const email = `updated-${sales}@people.example`
  vendor = { email, id: await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.a.companyId }) }
  await fixtures.database.db.updateTable('app_user').set({ email_verified: true }).where('id', '=', vendor.id).execute()
  const client = await fixtures.signedIn(fixtures.idOf.company)
  place = await takeOn(client, fixtures.first, vendor.id, `${sales} Update Street`)
  const offer = { name: 'Buyer Of Secrets', amount: 285_000, cashBuy: true, chain: false, state: 'A' as const }
  await client.ok(addOffer, { params: place, body: offer })
  await client.ok(saveContacts, { params: place, body: { bStaff: fixtures.idOf.staff } })
  await steps([stepKeys.MemoOfSaleSent, 'C'], [stepKeys.DraftContractsIssued, 'C'], [stepKeys.SearchesAppliedFor, 'C'])
  fixtures.clock.moveTo(londonInstant('2025-11-05', '09:00'))
}

async function steps(...changed: [key: number, state: 'C' | 'IP' | 'B'][]): Promise<void> {
  const timeline = changed.map(([key, state]) => ({ key, state }))
  await (await staff()).ok(saveTimeline, { params: place, body: { timeline } })
}

const list = async () => (await (await staff()).ok(listUpdates, { params: fixtures.a })).data
const found = async () => {
  const update = (await list()).find(({ propertyId }) => propertyId === place.propertyId)
  if (!update) throw new Error('The sale is not in the run.')
  return update
}
const isListed = async () => (await list()).some(({ propertyId }) => propertyId === place.propertyId)
const params = () => ({ companyId: place.companyId, propertyId: place.propertyId })
const isSilent = async () => {
  const { groups } = await (await staff()).ok(readToday, { params: fixtures.a, query: { by: 'sale', itemsPerPage: '100' } })
  const items = groups.flatMap(({ actionItems }) => actionItems)
  return items.some(({ propertyId, key }) => propertyId === place.propertyId && key === 'silence:vendor')
}
const history = async () => (await (await staff()).ok(readHistory, { params: place, query: { group: 'chasing' } })).data
const messages = async () => (await (await fixtures.signedIn(vendor.id)).ok(listPortalMessages, { query: {} })).data
const undo = async (undoId: string) => (await staff()).call(undoChange, { params: { ...fixtures.a, undoId }, body: {} })

/** Sends the first update and advances the clock by a week. */
async function sentOnce(): Promise<void> {
  const { draft } = await found()
  await (await staff()).ok(sendUpdate, { params: params(), body: { text: draft.text } })
  await fixtures.runJobs()
  fixtures.clock.moveTo(londonInstant('2025-11-12', '09:00'))
}

test('GET update: a vendor without an update is due after the company’s number of days; the draft is generated from the record', async () => {
  const update = await found()
  expect(update).toMatchObject({ lastUpdatedOn: null, daysUntold: 20, how: 'email', phase: 'sold' })
  expect(update.draft).toMatchObject({ edited: false, version: null, happenedSince: [] })
  expect(update.draft.text).toContain('he searches were applied for on 16 October')
  expect(update.draft.text).not.toMatch(/Secrets|285/)
  fixtures.clock.moveTo(londonInstant('2025-10-22', '09:00'))
  expect(await isListed()).toBe(false)
})

test('Story 17: "Update draft of a sale without events says what is waited for"', async () => {
  await sentOnce()
  expect((await found()).draft.text).toBe(
    'Nothing has changed since 5 November. We are still waiting for the searches, which the buyer’s solicitor applied for on 16 October.',
  )
})

test('the letter tells a moved completion day and a new price; a delayed step is chased once somebody rang about it, in the portal too', async () => {
  const before = place
  await newSale()
  const client = await staff()
  const setDay = (completionDate: string) => client.ok(saveTimeline, { params: place, body: { timeline: [], completionDate } })
  await setDay('2025-12-05')
  await sentOnce()
  await steps([stepKeys.SearchesBack, 'B'])
  await setDay('2025-12-12')
  const { offers } = await client.ok(readProperty, { params: place })
  await client.ok(updateOffer, { params: place, body: { _id: offers[0]?._id ?? '', amendAmount: 280_000, amendReason: 'Damp' } })
  const { draft } = await found()
  expect(draft.text).toMatch(/^You agreed a new price of £280,000 on 12 November \(before: £[\d,]+\)\./)
  expect(draft.text).toContain('on 16 October, but this is held up at the moment. ')
  expect(draft.text).toContain('Completion is planned for Friday 12 December instead of 5 December.')
  expect(draft.prompts).toEqual([
    expect.stringMatching(/told completion on Friday 5 December: ring/),
    expect.stringMatching(/^Searches: delayed\. Say why/),
  ])
  const about = {
    propertyId: place.propertyId,
    outcome: 'leftMessage' as const,
    vendorText: 'The council is behind.',
    itemKeys: [`step:${stepKeys.SearchesBack}`],
    nextAt: null,
  }
  const talk = (one: typeof about) =>
    client.ok(logConversation, { params: fixtures.a, body: { partyRef: `buyer:${one.propertyId}`, sales: [one] } })
  // Of another sale, about the same step.
  await talk({ ...about, propertyId: before.propertyId })
  expect((await found()).draft).toMatchObject({ text: expect.not.stringContaining('chasing'), prompts: draft.prompts })
  await talk(about)
  const chased = 'but this is held up at the moment and we are chasing it. The council is behind.'
  const explained = (await found()).draft
  expect(explained).toMatchObject({ text: expect.stringContaining(chased), prompts: [expect.stringContaining('ring first')] })
  expect(explained.text.match(/council/g)).toHaveLength(1)
  const portal = await (await fixtures.signedIn(vendor.id)).ok(readPortalProperty, { params: place })
  expect(portal.sale.now.map(({ sentence }) => sentence).join()).toContain(chased)
  fixtures.clock.advance({ minutes: 5 })
  const later = { partyRef: `buyer:${place.propertyId}`, sales: [{ ...about, vendorText: 'It answers on Monday.' }] }
  await client.ok(logConversation, { params: fixtures.a, body: later })
  expect((await found()).draft.text).toContain(`${chased} It answers on Monday.`)
})

test('a price is compared with that of the acceptance, not with the first bid; an edited text lists days that moved since', async () => {
  const client = await staff()
  fixtures.clock.moveTo(londonInstant('2025-10-17', '09:00'))
  const { offers } = await (await staff()).ok(readProperty, { params: place })
  const change = (change: object) => client.ok(updateOffer, { params: place, body: { _id: offers[0]?._id ?? '', ...change } })
  // The bid of £285,000 was raised on the day on which it was accepted.
  await fixtures.database.db
    .updateTable('offer')
    .set({ accepted_on: '2025-10-17' })
    .where('property_id', '=', place.propertyId)
    .execute()
  await change({ amendAmount: 290_000, amendReason: 'Raised' })
  fixtures.clock.moveTo(londonInstant('2025-11-05', '09:00'))
  await change({ amendAmount: 280_000, amendReason: 'Damp' })
  const update = await found()
  expect(update.draft.text).toContain('a new price of £280,000 on 5 November (before: £290,000).')

  await (await staff()).ok(saveUpdate, { params: params(), body: { text: 'We hope to exchange on 5 December.' } })
  fixtures.clock.advance({ minutes: 5 })
  const later = await staff()
  await later.ok(saveTimeline, { params: place, body: { timeline: [], completionDate: '2025-12-19' } })
  expect((await found()).draft.happenedSince).toEqual(['Completion is planned for Friday 19 December.'])
})

test('for sale: what was entered late is told, a viewing of later today is booked, an offer that waits is named until it is answered', async () => {
  fixtures.clock.moveTo(londonInstant('2025-10-20', '10:00'))
  sales += 1
  const admin = await fixtures.signedIn(fixtures.idOf.company)
  place = await takeOn(admin, fixtures.first, vendor.id, `${sales} Market Street`)
  await admin.ok(saveContacts, { params: place, body: { bStaff: fixtures.idOf.staff } })
  await steps([stepKeys.PropertyLaunched, 'C'])
  fixtures.clock.moveTo(londonInstant('2025-11-05', '09:00'))
  const view = async (when: string, time: string | null) =>
    (await staff()).ok(addViewing, { params: place, body: { name: 'Vi Ewer', when, time } })
  const bid = { name: 'Bid Der', amount: 250_000, cashBuy: true, chain: false, state: 'P' as const }
  await view('2025-11-05', '17:00')
  expect((await found()).draft.text).toContain('One viewing is booked, today.')
  const { draft } = await found()
  await (await staff()).ok(sendUpdate, { params: params(), body: { text: draft.text } })
  await fixtures.runJobs()
  fixtures.clock.advance({ minutes: 5 })
  await view('2025-11-03', null)
  await (await staff()).ok(addViewing, {
    params: place,
    body: { name: 'No Show', when: '2025-11-04', notes: 'Did not turn up.' },
  })
  await (await staff()).ok(addOffer, { params: place, body: { ...bid, when: '2025-11-04' } })
  fixtures.clock.moveTo(londonInstant('2025-11-26', '09:00'))
  const told = (await found()).draft.text
  expect(told).toBe('There have been two viewings and one offer since 5 November. One offer is waiting for your answer.')
  await (await staff()).ok(sendUpdate, { params: params(), body: { text: told } })
  await fixtures.runJobs()
  fixtures.clock.moveTo(londonInstant('2025-12-17', '09:00'))
  expect((await found()).draft.text).toContain('One offer is still waiting for your answer.')
})

test('Story 17: "edited, then a step completes: text stays, \'1 thing happened since\'"', async () => {
  await sentOnce()
  const client = await staff()
  const saved = await client.ok(saveUpdate, { params: params(), body: { text: 'All is well.' } })
  expect(saved.draft).toMatchObject({ text: 'All is well.', edited: true, version: 1, happenedSince: [] })
  fixtures.clock.advance({ minutes: 5 })
  await steps([stepKeys.SearchesBack, 'C'])
  const { draft } = await found()
  expect(draft).toMatchObject({ text: 'All is well.', version: 1 })
  expect(draft.happenedSince[0]).toBe('The searches came back on 12 November.')
  const again = await client.ok(saveUpdate, { params: params(), body: { text: '', version: 1 } })
  expect(again.draft).toMatchObject({ edited: false, version: null })
  expect(again.draft.text).toContain('The searches came back on 12 November.')
})

test('An edited draft lists a fall-off and a restore since it was written', async () => {
  await sentOnce()
  const client = await staff()
  await client.ok(saveUpdate, { params: params(), body: { text: 'The searches are back.' } })
  fixtures.clock.advance({ minutes: 5 })
  const { saleResets } = await client.ok(performFallOff, { params: place, body: { note: 'The buyer changed their mind' } })
  fixtures.clock.advance({ minutes: 5 })
  await client.ok(restoreFallOff, { params: { ...place, fallOffId: saleResets[0]?._id ?? '' } })
  const { text, happenedSince } = (await found()).draft
  expect(text).toBe('The searches are back.')
  expect(happenedSince.slice(0, 2)).toEqual(['The sale fell off.', 'The sale was restored.'])
})

test('An edited draft of a sale that fell off can only be sent after it is saved again', async () => {
  await sentOnce()
  const client = await staff()
  const text = 'The searches are back.'
  await client.ok(saveUpdate, { params: params(), body: { text } })
  fixtures.clock.advance({ minutes: 5 })
  await client.ok(performFallOff, { params: place, body: { note: 'The buyer changed their mind' } })
  expect((await found()).draft).toMatchObject({ text, overtakenBy: 'fall-off' })
  const refusal = await client.refusal(sendUpdate, { params: params(), body: { text, version: 1 } })
  expect(refusal).toMatchObject({ status: 409, code: 'UPDATE_OVERTAKEN' })
  fixtures.clock.advance({ minutes: 5 })
  const kept = await client.ok(saveUpdate, { params: params(), body: { text, version: 1 } })
  expect(kept.draft).toMatchObject({ overtakenBy: null, happenedSince: [], version: 2 })
  await client.ok(sendUpdate, { params: params(), body: { text, version: 2 } })
  expect((await messages())[0]?.lines).toEqual([text])
  expect(await isListed()).toBe(false)
})

test('An edited draft from before the exchange can only be sent after it is saved again', async () => {
  await sentOnce()
  const client = await staff()
  const text = 'We are waiting for the solicitors to exchange contracts.'
  await client.ok(saveUpdate, { params: params(), body: { text } })
  await client.ok(saveTimeline, { params: place, body: { timeline: [], completionDate: '2025-12-12' } })
  fixtures.clock.advance({ minutes: 5 })
  await steps([stepKeys.Exchanged, 'C'])
  expect((await found()).draft).toMatchObject({ text, overtakenBy: 'exchanged' })
  const refusal = await client.refusal(sendUpdate, { params: params(), body: { text, version: 1 } })
  expect(refusal).toMatchObject({ status: 409, code: 'UPDATE_OVERTAKEN' })
  await steps([stepKeys.Exchanged, 'IP'])
  expect((await found()).draft.overtakenBy).toBeNull()
})

test('A sale that fell off is listed only while it has an edited draft', async () => {
  await sentOnce()
  const client = await staff()
  await client.ok(saveUpdate, { params: params(), body: { text: 'The searches are back.' } })
  await client.ok(performFallOff, { params: place, body: { note: 'The buyer changed their mind' } })
  expect(await isListed()).toBe(true)
  const { draft } = await client.ok(saveUpdate, { params: params(), body: { text: '', version: 1 } })
  expect(await isListed()).toBe(false)
  expect(await client.refusal(sendUpdate, { params: params(), body: { text: draft.text } })).toMatchObject({
    code: 'NO_UPDATE_NEEDED',
  })
})

test('Story 17: "skipped \'nothing to say\': still untold"; undo puts it back into the run', async () => {
  const { draft } = await found()
  const { undoId } = await (await staff()).ok(skipUpdate, { params: params(), body: { reason: 'nothing' } })
  expect(await isListed()).toBe(false)
  expect(await isSilent()).toBe(true)
  expect((await undo(undoId)).status).toBe(200)
  expect((await found()).draft).toEqual(draft)
  await (await staff()).ok(skipUpdate, { params: params(), body: { reason: 'nothing' } })
  fixtures.clock.moveTo(londonInstant('2025-11-12', '09:00'))
  expect(await isListed()).toBe(true)
})

test('Story 17: "sent: told, in the app, in the history", and by e-mail', async () => {
  const { draft } = await found()
  expect(await isSilent()).toBe(true)
  const counts = await (await staff()).ok(readUpdateCounts, { params: fixtures.a })
  const { description } = await (await staff()).ok(sendUpdate, { params: params(), body: { text: draft.text } })
  expect(description).toBe(`Update sent: ${sales} Update Street`)
  expect(await isSilent()).toBe(false)
  expect(await isListed()).toBe(false)
  expect((await messages())[0]).toMatchObject({ lines: draft.text.split('\n\n'), property: { _id: place.propertyId } })
  expect(await history()).toMatchObject([{ kind: 'update-sent' }])
  const [mail] = await findMailsTo(fixtures, vendor.email)
  expect(mail).toMatchObject({ subject: `${sales} Update Street: an update on your property` })
  expect(mail?.text).toContain(draft.text)
  expect(await (await staff()).ok(readUpdateCounts, { params: fixtures.a })).toEqual({
    due: counts.due - 1,
    sent: counts.sent + 1,
    skipped: counts.skipped,
  })
})

test('POST send can be undone until the e-mail is sent, then MAIL_ALREADY_SENT', async () => {
  const { draft } = await found()
  const first = await (await staff()).ok(sendUpdate, { params: params(), body: { text: draft.text } })
  expect((await undo(first.undoId)).status).toBe(200)
  expect((await found()).draft).toEqual(draft)
  expect(await isSilent()).toBe(true)
  expect((await messages())[0]?.lines).not.toEqual([draft.text])
  const second = await (await staff()).ok(sendUpdate, { params: params(), body: { text: draft.text } })
  fixtures.clock.advance({ minutes: 1 })
  await fixtures.runJobs()
  expect(await undo(second.undoId)).toMatchObject({ status: 409, body: { code: 'MAIL_ALREADY_SENT' } })
})

test('"Two people on one draft: STALE_VERSION"; an unchanged draft is regenerated and compared', async () => {
  const client = await staff()
  const { draft } = await found()
  await client.ok(saveUpdate, { params: params(), body: { text: 'Mine.' } })
  const stale = { status: 409, code: 'STALE_VERSION', details: { savedBy: expect.any(String) } }
  expect(await client.refusal(saveUpdate, { params: params(), body: { text: 'Theirs.' } })).toMatchObject(stale)
  expect(await client.refusal(sendUpdate, { params: params(), body: { text: draft.text } })).toMatchObject(stale)
  expect(await client.refusal(skipUpdate, { params: params(), body: { reason: 'other' } })).toMatchObject(stale)
  await client.ok(saveUpdate, { params: params(), body: { text: '', version: 1 } })
  await steps([stepKeys.SearchesBack, 'C'])
  expect(await client.refusal(sendUpdate, { params: params(), body: { text: draft.text } })).toMatchObject({
    code: 'STALE_VERSION',
  })
  expect(await client.refusal(sendUpdate, { params: params(), body: { text: ' ' } })).toMatchObject({ status: 400 })
})

test('"\'spoke instead\' logs the conversation": told; one undo reverts both', async () => {
  const { undoId } = await (await staff()).ok(skipUpdate, { params: params(), body: { reason: 'spoke' } })
  expect(await isSilent()).toBe(false)
  const conversations = async () =>
    (await (await staff()).ok(listConversations, { params: fixtures.a, query: { propertyId: place.propertyId } })).data
  expect(await conversations()).toMatchObject([{ party: { role: 'vendor' }, sales: [{ outcome: 'spoke' }], undoneOn: null }])
  expect((await undo(undoId)).status).toBe(200)
  expect(await conversations()).toMatchObject([{ undoneOn: expect.any(String) }])
  expect(await isSilent()).toBe(true)
  expect(await isListed()).toBe(true)
})

test('a vendor without e-mail consent gets it in the app; without a confirmed address: ADDRESS_NOT_CONFIRMED', async () => {
  const account = fixtures.database.db.updateTable('app_user').where('id', '=', vendor.id)
  await account.set({ contact_by_email: false }).execute()
  const { draft, how } = await found()
  expect(how).toBe('app')
  await (await staff()).ok(sendUpdate, { params: params(), body: { text: draft.text } })
  const subjects = (await findMailsTo(fixtures, vendor.email)).map(({ subject }) => subject)
  expect(subjects).not.toContain(`${sales} Update Street: an update on your property`)
  expect((await messages())[0]?.lines).toEqual(draft.text.split('\n\n'))
  fixtures.clock.moveTo(londonInstant('2025-11-12', '09:00'))
  await account.set({ email_verified: false }).execute()
  const next = await found()
  expect(next).toMatchObject({ how: 'telephone', vendor: { email: vendor.email, accountActivationToken: vendor.id } })
  expect(await (await staff()).refusal(sendUpdate, { params: params(), body: { text: next.draft.text } })).toMatchObject({
    status: 409,
    code: 'ADDRESS_NOT_CONFIRMED',
    message: expect.stringMatching(/ has not confirmed .*@.*\. Resend the confirmation, or ring them\.$/),
  })
  await (await staff()).ok(resendVerification, { body: { token: next.vendor.accountActivationToken ?? '' } })
  expect((await findMailsTo(fixtures, vendor.email)).at(-1)?.text).toContain('verify')
  await account.set({ email: placeholderEmail(vendor.id) }).execute()
  expect((await found()).vendor).toMatchObject({ email: '', accountActivationToken: null })
  expect(await (await staff()).refusal(sendUpdate, { params: params(), body: { text: next.draft.text } })).toMatchObject({
    code: 'NO_ADDRESS',
  })
})

test('GET update: allows `all` for exactly one branch and a colleague’s list, but no other branches', async () => {
  const client = await fixtures.signedIn(fixtures.idOf.secondBranch)
  const ask = (query: Record<string, string>) => client.call(listUpdates, { params: fixtures.a, query })
  expect(await ask({ who: 'all' })).toMatchObject({ status: 400 })
  expect(await ask({ who: 'all', branchIds: fixtures.first.branchId })).toMatchObject({ status: 200, body: { data: [] } })
  expect(await ask({ who: fixtures.idOf.staff })).toMatchObject({ status: 200, body: { data: [] } })
  expect(await client.refusal(saveUpdate, { params: params(), body: { text: 'Not mine.' } })).toMatchObject({ status: 404 })
})
