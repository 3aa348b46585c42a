import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import {
  acceptMailIn,
  clearMailWarnings,
  fileMailIn,
  listCorrespondence,
  readCorrespondence,
} from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { sendMessages } from '@gya/domain/features/messages/messages.contract.ts'
import {
  acceptProposal,
  declineProposal,
  listProposals,
  readProposalInbox,
} from '@gya/domain/features/party-links/party-links.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { completeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fixtures, PropertyPath } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { type Mail, type MailFixtures, openMailFixtures } from './testing/mail-fixtures.ts'

let mails: MailFixtures
let fixtures: Fixtures
let sale: PropertyPath
let number = 100
beforeAll(async () => {
  mails = await openMailFixtures()
  ;({ fixtures } = mails)
})
afterAll(() => mails.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  mails.outgoing.received.length = 0
  number += 1
  sale = await mails.makeSale(`${number} Rodway Road`)
})

const back = 'The searches are now back. We are happy to exchange on 27 March.'
/** An answer of the solicitor by key. */
async function answer(mail: Mail = {}, place = sale): Promise<string> {
  mails.outgoing.received.length = 0
  const { replyTo } = await mails.write(place)
  fixtures.clock.advance({ minutes: 5 })
  return mails.receive({ to: replyTo, subject: 'Re: Searches', text: back, ...mail })
}
const items = async (place = sale) => {
  const query = { who: 'all', propertyId: place.propertyId, by: 'rank', branchIds: place.branchId } as const
  const { groups } = await fixtures.as('staff').ok(readToday, { params: fixtures.a, query })
  return groups.flatMap(({ actionItems }) => actionItems)
}
const mailItem = async (place = sale) => (await items(place)).find(({ kind }) => kind === 'mail')
const accept = (id: string, body: { propertyId?: string; evenIfNotVerified?: boolean } = {}) => ({
  params: mails.at(id),
  body: { propertyId: sale.propertyId, ...body },
})
const stepState = async (key: number, place = sale) =>
  (await fixtures.as('staff').ok(readProperty, { params: place })).timeline.data.find((step) => step.key === key)?.state

describe('an e-mail of a party', () => {
  test('proposes what it says, in its sentence; accepting all is one change with one undo, and answers the item of Today', async () => {
    const id = await answer()
    const mail = await mails.read(id)
    expect(mail).toMatchObject({
      acceptsByKey: true,
      replyTo: { email: 'calliope@nettlefold.example' },
      sales: [{ waits: true }],
    })
    expect(mail.proposals).toMatchObject([
      {
        words: 'Searches back on 10/03/2026',
        text: 'The searches are now back.',
        party: 'buyer-conveyancer',
        from: { source: 'mail', sourceId: id },
        state: 'open',
        effect: expect.stringContaining('completes Searches back'),
      },
      { words: 'Exchange on 27/03/2026', effect: 'sets the expected exchange to 27/03/2026' },
    ])
    expect(await mailItem()).toMatchObject({
      key: `mail:${id}`,
      group: 'mail',
      description: 'E-mail: Re: Searches, proposes Searches back on 10/03/2026',
      canComplete: true,
      party: { ref: `poc:${mails.solicitor.poc}` },
    })
    expect((await items()).filter(({ kind }) => kind === 'proposal')).toEqual([])
    const listed = await fixtures.as('staff').ok(listProposals, { params: sale })
    expect(listed.data).toHaveLength(2)
    const done = await fixtures.as('staff').ok(acceptMailIn, accept(id))
    expect(done).toMatchObject({
      description: expect.stringMatching(/^Accepted: completes Searches back.*expected exchange/),
      expectedExchange: '2026-03-27',
    })
    expect(await stepState(stepKeys.SearchesBack)).toBe('C')
    expect(await mailItem()).toBeUndefined()
    expect((await mails.read(id)).sales).toMatchObject([{ waits: false }])
    expect(await fixtures.as('staff').refusal(acceptMailIn, accept(id))).toMatchObject({ code: 'PROPOSAL_DECIDED' })
    await mails.undo(done.undoId)
    expect(await stepState(stepKeys.SearchesBack)).not.toBe('C')
    expect(await mailItem()).toMatchObject({ key: `mail:${id}` })
    expect((await mails.read(id)).proposals.map(({ state }) => state)).toEqual(['open', 'open'])
  })

  test('is accepted one by one and declined without a reason, which can be undone; then the others have items of their own', async () => {
    const id = await answer()
    const [first, second] = (await mails.read(id)).proposals
    const { undoId } = await fixtures
      .as('staff')
      .ok(declineProposal, { params: { ...sale, proposalId: second?._id ?? '' }, body: {} })
    if (undoId === null) throw new Error('Nobody was told.')
    await mails.undo(undoId)
    expect((await mails.read(id)).proposals[1]).toMatchObject({ state: 'open', decidedOn: null })
    const item = { subjectId: sale.propertyId, key: `mail:${id}` }
    const done = await fixtures.as('staff').ok(completeActionItems, { params: fixtures.a, body: { actionItems: [item] } })
    expect((await items()).filter(({ kind }) => kind === 'proposal')).toHaveLength(2)
    await mails.undo(done.undoId)
    expect(await mailItem()).toBeDefined()
    await fixtures.as('staff').ok(acceptProposal, { params: { ...sale, proposalId: first?._id ?? '' }, body: {} })
    expect(await stepState(stepKeys.SearchesBack)).toBe('C')
    const { data } = await fixtures.as('staff').ok(readProposalInbox, { params: fixtures.a })
    expect(data.filter(({ property }) => property._id === sale.propertyId)).toMatchObject([{ words: 'Exchange on 27/03/2026' }])
  })

  test('with a warning is accepted only once somebody has checked it; an unproved sender needs a second word', async () => {
    const id = await answer({ text: `${back}\n\nOur new bank details: sort code 12-34-56, account 12345678.` })
    const { version, proposals, acceptsByKey } = await mails.read(id)
    expect(acceptsByKey).toBe(false)
    const warned = await fixtures.as('staff').refusal(acceptMailIn, accept(id))
    expect(warned).toMatchObject({ status: 409, code: 'MAIL_HAS_WARNING' })
    const one = { params: { ...sale, proposalId: proposals[0]?._id ?? '' }, body: {} }
    expect(await fixtures.as('staff').refusal(acceptProposal, one)).toMatchObject({ code: 'MAIL_HAS_WARNING' })
    const body = { how: 'Rang Calliope on 0118 496 0201', version }
    await fixtures.as('staff').ok(clearMailWarnings, { params: mails.at(id), body })
    await fixtures.as('staff').ok(acceptMailIn, accept(id))
    expect(await stepState(stepKeys.SearchesBack)).toBe('C')
  })

  test('that was filed by hand of a sender who is not verified is not accepted by one key', async () => {
    const from = 'Calliope Primrose <calliope@unsigned.example>'
    const id = await mails.receive({ from, signed: false, subject: 'Hello', text: back })
    await fixtures.database.db
      .updateTable('mail_in')
      .set({ party_ref: `poc:${mails.solicitor.poc}`, party_role: 'buyerSolicitor', warnings: '[]' })
      .where('id', '=', id)
      .execute()
    await mails.file(id, sale)
    expect((await mails.read(id)).proposals).toHaveLength(2)
    expect(await fixtures.as('staff').refusal(acceptMailIn, accept(id))).toMatchObject({ code: 'SENDER_NOT_VERIFIED' })
    await fixtures.as('staff').ok(acceptMailIn, accept(id, { evenIfNotVerified: true }))
  })

  test('takes its open proposals along when it is moved; not once one was accepted', async () => {
    const id = await answer()
    const other = await mails.makeSale(`${number} Elm Close`)
    const { undoId } = await mails.file(id, other)
    expect((await mails.read(id)).proposals.map(({ propertyId, state }) => [propertyId === sale.propertyId, state])).toEqual([
      [false, 'open'],
      [false, 'open'],
    ])
    expect([await mailItem(), await mailItem(other)]).toEqual([undefined, expect.objectContaining({ key: `mail:${id}` })])
    await mails.undo(undoId)
    expect(await mailItem()).toMatchObject({ key: `mail:${id}` })
    await fixtures.as('staff').ok(acceptMailIn, accept(id))
    const { version } = await mails.read(id)
    const move = { params: mails.at(id), body: { propertyIds: [other.propertyId], version } }
    expect(await fixtures.as('staff').refusal(fileMailIn, move)).toMatchObject({
      code: 'PROPOSALS_ACCEPTED',
      message: `Accepted on ${number} Rodway Road: undo it there first.`,
    })
  })

  test('a newer one of the same party about the same thing overtakes the older', async () => {
    const first = await answer()
    const second = await answer({ text: 'We are happy to exchange on 30 March.' })
    expect((await mails.read(first)).proposals.map(({ state }) => state)).toEqual(['open', 'overtaken'])
    expect((await mails.read(second)).proposals).toMatchObject([{ words: 'Exchange on 30/03/2026', state: 'open' }])
  })

  test('lapses with its sale, and is open again when that is restored', async () => {
    const id = await answer()
    const states = async () => (await mails.read(id)).proposals.map(({ state }) => state)
    const { saleResets } = await fixtures.as('staff').ok(performFallOff, { params: sale, body: { note: 'Survey' } })
    expect(await states()).toEqual(['overtaken', 'overtaken'])
    await fixtures.as('staff').ok(restoreFallOff, { params: { ...sale, fallOffId: saleResets[0]?._id ?? '' } })
    expect(await states()).toEqual(['open', 'open'])
  })
})

describe('an answer to it', () => {
  test('goes to the address that we hold, continues the thread, and ends the wait, which its undo brings back', async () => {
    const id = await answer({ messageId: '<original@nettlefold.example>', replyTo: 'other@nettlefold.example' })
    const partyRef = `poc:${mails.solicitor.poc}`
    const body = {
      to: [{ partyRef, propertyIds: [sale.propertyId] }],
      subject: 'Re: Searches',
      body: 'Thank you.',
      answers: id,
    }
    mails.outgoing.received.length = 0
    fixtures.clock.advance({ minutes: 1 })
    const taken = await fixtures.as('staff').ok(sendMessages, { params: fixtures.a, body })
    expect(await mailItem()).toBeUndefined()
    await mails.undo(taken.undoId)
    expect(await mailItem()).toMatchObject({ key: `mail:${id}` })
    await fixtures.as('staff').ok(sendMessages, { params: fixtures.a, body })
    fixtures.clock.advance({ minutes: 1 })
    await fixtures.runJobs()
    expect(mails.outgoing.received).toMatchObject([
      {
        to: [{ address: 'calliope@nettlefold.example' }],
        inReplyTo: '<original@nettlefold.example>',
        references: expect.stringContaining('<original@nettlefold.example>'),
      },
    ])
    const { data } = await fixtures.as('staff').ok(listCorrespondence, { params: sale, query: {} })
    expect(data).toMatchObject([{ count: 3, waits: false }])
    const thread = { params: { ...sale, threadId: data[0]?.threadId ?? '' } }
    const { data: woven } = await fixtures.as('staff').ok(readCorrespondence, thread)
    expect(woven.map(({ way }) => way)).toEqual(['out', 'in', 'out'])
    const two = { ...body, to: [...body.to, { partyRef: `buyer:${sale.propertyId}`, propertyIds: [sale.propertyId] }] }
    expect(await fixtures.as('staff').refusal(sendMessages, { params: fixtures.a, body: two })).toMatchObject({ status: 400 })
    const elsewhere = { ...body, answers: fixtures.clock.newId() }
    const missing = await fixtures.as('staff').refusal(sendMessages, { params: fixtures.a, body: elsewhere })
    expect(missing).toMatchObject({ status: 404 })
  })

  test('by telephone ends the wait; an attempt does not', async () => {
    const id = await answer()
    fixtures.clock.advance({ minutes: 5 })
    const call = (outcome: 'noAnswer' | 'spoke') =>
      fixtures.as('staff').ok(logConversation, {
        params: fixtures.a,
        body: {
          partyRef: `poc:${mails.solicitor.poc}`,
          channel: 'call',
          inbound: false,
          note: '',
          sales: [{ propertyId: sale.propertyId, outcome, itemKeys: [], note: '', promisedOn: null, vendorText: null }],
        },
      })
    await call('noAnswer')
    expect(await mailItem()).toMatchObject({ key: `mail:${id}` })
    await call('spoke')
    expect(await mailItem()).toBeUndefined()
  })
})

test('an automatic e-mail proposes nothing and makes no item; a new subject begins a new thread', async () => {
  const automatic = await answer({ headers: { 'Auto-Submitted': 'auto-replied' } })
  expect(await mails.read(automatic)).toMatchObject({
    state: 'filed',
    kind: 'automatic',
    proposals: [],
    sales: [{ waits: false }],
  })
  expect(await mailItem()).toBeUndefined()
  const same = await mails.read(await answer({ subject: 'RE: [External] Searches' }))
  const other = await mails.read(await answer({ subject: 'Fixtures and fittings' }))
  expect(other.threadId).toBe(other._id)
  expect(same.threadId).not.toBe(same._id)
})

test('“Our ref” of a firm names its sale once a person or a key has filed one with it, and none once it is used for two', async () => {
  const ref = `JH/2${number}`
  const sign = `\n\nOur ref: ${ref}`
  await answer({ text: `A question.${sign}` })
  const colleague = 'Otto Perry <otto@nettlefold.example>'
  const named = await mails.receive({ from: colleague, subject: 'Enquiries', text: `Two enquiries.${sign}` })
  expect(await mails.read(named)).toMatchObject({
    state: 'filed',
    sales: [{ propertyId: sale.propertyId, reasons: expect.arrayContaining(['their-ref']) }],
  })
  const other = await mails.makeSale(`${number} Elm Close`)
  await answer({ text: `Another.${sign}` }, other)
  const unsure = await mails.receive({ from: colleague, subject: 'Enquiries', text: `Three enquiries.${sign}` })
  expect(await mails.read(unsure)).toMatchObject({ state: 'inbox' })
})
