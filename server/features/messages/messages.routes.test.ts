import { londonInstant } from '@gya/domain/common/dates.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listConversations, listSaleParties } from '@gya/domain/features/conversations/conversations.contract.ts'
import { deleteProperty, restoreProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { downloadDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { saveExpected } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { listPropertyMail } from '@gya/domain/features/mail/mail.contract.ts'
import { createMessageTemplate } from '@gya/domain/features/messages/message-templates.contract.ts'
import {
  makeLetter,
  previewMessages,
  readMemorandumWords,
  sendMessages,
} from '@gya/domain/features/messages/messages.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { erasePerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { snoozeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../../test/support/mail-receiver.ts'
import { inTransaction, statementsDuring } from '../../../test/support/statements-during.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { expectNothingWritten } from '../properties/testing/recorded-events.ts'

/** Acceptance stories 14 and 15 of [day §15](docs/design/day.md#15). The clock is set to Wednesday 05/11/2025, 14:32 in London. */

let fixtures: Fixtures
let mailServer: MailReceiver
let solicitor = { contact: '', poc: '' }
beforeAll(async () => {
  mailServer = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: mailServer.url, mailFrom: 'GYA <no-reply@gya.example>' } })
})
afterAll(async () => {
  await fixtures.close()
  await mailServer.close()
})
const now = londonInstant('2025-11-05', '14:32')
const params = () => ({ companyId: fixtures.a.companyId })
const staff = () => fixtures.signedIn(fixtures.idOf.staff)
const firm = async (name: string, email: string) => {
  const pocs = [{ name: `${name} Clerk`, email, tel: '0118 496 0201' }]
  const contact = await (await staff()).ok(createContact, { params: params(), body: { name, email: `office.${email}`, pocs } })
  return { contact: contact._id, poc: contact.pocs[0]?._id ?? '' }
}
beforeEach(async () => {
  fixtures.clock.moveTo(londonInstant('2025-10-01', '09:00'))
  solicitor = await firm('Nettlefold', 'clerk@nettlefold.example')
})
const ref = () => `poc:${solicitor.poc}`
const { SearchesBack } = stepKeys

/** Creates a sale agreed on 01/10/2025 with a solicitor on the buyer's side. */
async function sale(line1: string, more: object = {}, email = 'bea@buyer.example'): Promise<PropertyPath> {
  const place = await takeOn(await fixtures.signedIn(fixtures.idOf.company), fixtures.first, fixtures.idOf.vendor, line1)
  const client = await staff()
  const offer = {
    name: 'Bea Buyer',
    email,
    amount: 285_000,
    cashBuy: false,
    chain: false,
    state: 'A' as const,
  }
  await client.ok(addOffer, { params: place, body: offer })
  const contacts = { bStaff: fixtures.idOf.staff, buyerDetails: { solicitor }, ...more }
  await client.ok(saveContacts, { params: place, body: contacts })
  await client.ok(saveTimeline, { params: place, body: { timeline: [{ key: SearchesBack, state: 'IP' }] } })
  return place
}
type Body = Parameters<typeof messageTo>[1]
const messageTo = (
  to: { partyRef: string; propertyIds: string[] }[],
  words: { subject?: string; body: string; templateId?: string },
) => ({ params: params(), body: { subject: 'About {line1, our sales}', ...words, to } })
const to = (partyRef: string, ...places: PropertyPath[]) => ({
  partyRef,
  propertyIds: places.map(({ propertyId }) => propertyId),
})
const preview = async (recipients: ReturnType<typeof to>[], words: Body) =>
  (await (await staff()).ok(previewMessages, messageTo(recipients, words))).data
const send = async (recipients: ReturnType<typeof to>[], words: Body) =>
  (await staff()).ok(sendMessages, messageTo(recipients, words))
const refusal = async (recipients: ReturnType<typeof to>[], words: Body) => {
  const client = await staff()
  return expectNothingWritten(fixtures, () => client.refusal(sendMessages, messageTo(recipients, words)))
}
const undo = async (undoId: string, body = {}) => (await staff()).call(undoChange, { params: { ...params(), undoId }, body })
const deliver = async () => {
  fixtures.clock.advance({ seconds: 15 })
  await fixtures.runJobs()
}
const kinds = async (place: PropertyPath) =>
  (await (await staff()).ok(readHistory, { params: place, query: { group: 'chasing' } })).data.map(({ kind }) => kind)

describe('POST message', () => {
  test('one address gets 20 e-mails an hour of one person', async () => {
    const place = await sale('20 Letterbox Lane', {}, 'Many@buyer.example')
    await fixtures.database.pool.query(`insert into rate_limit values ($1, $2, 20)`, [
      `e-mails-to-60:${fixtures.idOf.staff}:many@buyer.example`,
      fixtures.clock.now(),
    ])
    const answer = await (await staff()).refusal(
      sendMessages,
      messageTo([to(`buyer:${place.propertyId}`, place)], { body: 'Hello' }),
    )
    expect(answer.code).toBe('TOO_MANY_EMAILS')
  })

  test('a firm with two sales gets one message with a block for each; its items are snoozed for two weekdays', async () => {
    const places = [await sale('41 Recreation Road'), await sale('27 Rodway Road')]
    fixtures.clock.moveTo(now)
    const words = { body: 'Dear {recipient},\n{#sales}{line1}: {steps}\n{/sales}{progressor.name}' }
    const { description, mailIds } = await send([to(ref(), ...places)], words)
    expect(description).toBe('E-mailed: Nettlefold Clerk, 2 sales')
    expect(mailIds).toHaveLength(1)
    mailServer.received.length = 0
    await deliver()
    const [mail] = mailServer.received
    expect(mail?.text).toContain('41 Recreation Road: - Searches back\n27 Rodway Road: - Searches back')
    expect(mail?.text).not.toMatch(/[{}]/)
    const query = { propertyId: places[0]?.propertyId ?? '' }
    const { data } = await (await staff()).ok(listConversations, { params: params(), query })
    expect(data[0]).toMatchObject({
      channel: 'email',
      sales: expect.arrayContaining([
        expect.objectContaining({ outcome: 'emailed', nextAt: '2025-11-07T07:00:00Z', itemKeys: ['step:33'] }),
      ]),
    })
    for (const place of places) expect((await kinds(place)).toSorted()).toEqual(['conversation-logged', 'message-sent'])
  })

  test('"undo after 5 s: none leave; after 15 s: 409", and nothing is undone', async () => {
    const places = [await sale('5 Undo Street'), await sale('6 Undo Street')] as const
    fixtures.clock.moveTo(now)
    const recipients = [to(ref(), ...places), to(`buyer:${places[0].propertyId}`, places[0])]
    const early = await send(recipients, { body: 'Hello' })
    fixtures.clock.advance({ seconds: 5 })
    expect(await undo(early.undoId)).toMatchObject({ status: 200 })
    mailServer.received.length = 0
    await deliver()
    expect(mailServer.received).toEqual([])
    expect(await kinds(places[1])).toContain('conversation-taken-back')

    const late = await send(recipients, { body: 'Hello again' })
    await deliver()
    expect(mailServer.received).toHaveLength(2)
    const refused = { status: 409, body: { code: 'MAIL_ALREADY_SENT', message: expect.stringContaining('Nettlefold Clerk') } }
    expect(await undo(late.undoId)).toMatchObject(refused)
    // Nothing remains to be undone.
    expect(await undo(late.undoId, { rest: true })).toMatchObject({ status: 409, body: { code: 'MAIL_ALREADY_SENT' } })
  })

  test('`rest` undoes messages that were not sent yet', async () => {
    const place = await sale('7 Undo Street')
    fixtures.clock.moveTo(now)
    const { undoId, mailIds } = await send([to(ref(), place), to(`buyer:${place.propertyId}`, place)], { body: 'Hello' })
    await fixtures.database.db
      .updateTable('mail')
      .set({ state: 'sent' })
      .where('id', '=', mailIds[0] ?? '')
      .execute()
    const refused = { code: 'MAIL_ALREADY_SENT', details: { rest: 'true' } }
    expect(await undo(undoId)).toMatchObject({ status: 409, body: refused })
    expect(await undo(undoId, { rest: true })).toMatchObject({
      status: 200,
      body: { description: 'Undone, but for what was sent: E-mailed 2 parties' },
    })
    const states = await fixtures.database.db.selectFrom('mail').select(['id', 'state']).where('id', 'in', mailIds).execute()
    expect(mailIds.map((id) => states.find((mail) => mail.id === id)?.state)).toEqual(['sent', 'cancelled'])
    const taken = (await kinds(place)).filter((kind) => kind === 'conversation-taken-back')
    expect(taken).toHaveLength(1)
  })

  test('messages to a firm and its clerk about the same step can be undone together, because only the first chases the step', async () => {
    const place = await sale('7b Undo Street')
    fixtures.clock.moveTo(now)
    const { undoId } = await send([to(ref(), place), to(`firm:${solicitor.contact}`, place)], { body: '{steps}' })
    const { data } = await (await staff()).ok(listConversations, { params: params(), query: { propertyId: place.propertyId } })
    expect(data.flatMap(({ sales }) => sales.flatMap(({ itemKeys }) => itemKeys))).toEqual([`step:${SearchesBack}`])
    expect(await undo(undoId)).toMatchObject({ status: 200 })
  })

  test('messages to eight parties of eight sales use as many statements as one', async () => {
    const places = await Promise.all(Array.from({ length: 8 }, (_, at) => sale(`${at + 1} Statement Street`)))
    fixtures.clock.moveTo(now)
    const recipients = places.map((place) => to(`buyer:${place.propertyId}`, place))
    const countSending = async (chosen: typeof recipients) =>
      inTransaction((await statementsDuring(fixtures, () => send(chosen, { body: 'Hello {recipient}' }))).statements).length
    const one = await countSending(recipients.slice(0, 1))
    expect(await countSending(recipients)).toBe(one)
  })

  test('"silence is ended by an e-mail a person sent through GYA": the vendor counts as updated', async () => {
    const place = await sale('8 Silent Street')
    fixtures.clock.moveTo(now)
    const silence = async () =>
      (await (await staff()).ok(readToday, { params: params(), query: { itemsPerPage: '100' } })).groups
        .flatMap(({ actionItems }) => actionItems)
        .filter((item) => item.propertyId === place.propertyId && item.key === 'silence:vendor').length
    expect(await silence()).toBe(1)
    const { undoId } = await send([to(`vendor:${fixtures.idOf.vendor}`, place)], { body: 'All is well' })
    expect(await silence()).toBe(0)
    await undo(undoId)
    expect(await silence()).toBe(1)
  })
})

describe('Story 14: an empty field', () => {
  test('preview lists it and send is refused; with a fallback or a value it is sent', async () => {
    const place = await sale('9 Field Street')
    fixtures.clock.moveTo(now)
    const recipients = [to(ref(), place)]
    const words = { body: 'Exchange on {expectedExchange}.' }
    expect(await preview(recipients, words)).toMatchObject([
      {
        to: 'clerk@nettlefold.example',
        text: 'Exchange on {expectedExchange}.',
        empty: ['expectedExchange'],
        editable: { subject: 'About 9 Field Street', body: 'Exchange on {expectedExchange}.' },
      },
    ])
    expect(await refusal(recipients, words)).toMatchObject({
      status: 409,
      code: 'MERGE_FIELD_EMPTY',
      message: expect.stringContaining('{expectedExchange}'),
    })
    await send(recipients, { body: 'Exchange on {expectedExchange, a day to be agreed}.' })
    await (await staff()).ok(saveExpected, { params: place, body: { expectedExchange: '2025-11-28' } })
    expect((await preview(recipients, words))[0]).toMatchObject({ text: 'Exchange on 28/11/2025.', empty: [] })
  })

  test('"Vendor, only where shared": a day that is not shared is empty for the vendor', async () => {
    const place = await sale('10 Field Street')
    fixtures.clock.moveTo(now)
    const client = await staff()
    const recipients = [to(`vendor:${fixtures.idOf.vendor}`, place)]
    const words = { body: 'Exchange on {expectedExchange}.' }
    await client.ok(saveExpected, { params: place, body: { expectedExchange: '2025-11-28' } })
    expect((await preview(recipients, words))[0]).toMatchObject({ empty: ['expectedExchange'] })
    await client.ok(saveExpected, { params: place, body: { shareExpected: true } })
    expect((await preview(recipients, words))[0]).toMatchObject({ text: 'Exchange on 28/11/2025.' })
  })
})

describe('A day that has passed', () => {
  const body = 'We work towards {expectedExchange, a day still to be agreed}. {progressor.name, Sales progression}'

  test('is omitted with a warning in the preview; without a fallback the message is refused', async () => {
    const place = await sale('16 Field Street')
    await (await staff()).ok(saveExpected, { params: place, body: { expectedExchange: '2025-11-03' } })
    const recipients = [to(ref(), place)]
    expect((await preview(recipients, { body }))[0]).toMatchObject({ text: expect.stringContaining('03/11/2025'), passed: [] })
    fixtures.clock.moveTo(now)
    expect((await preview(recipients, { body }))[0]).toMatchObject({
      text: expect.stringContaining('We work towards a day still to be agreed.'),
      empty: [],
      passed: ['Expected exchange 03/11/2025 has passed and is left out.'],
    })
    expect((await preview(recipients, { body: 'How is {line1}?' }))[0]).toMatchObject({ passed: [] })
    expect(await refusal(recipients, { body: 'Exchange on {expectedExchange}.' })).toMatchObject({ code: 'MERGE_FIELD_EMPTY' })
    const vendor = [to(`vendor:${fixtures.idOf.vendor}`, place)]
    expect((await preview(vendor, { body }))[0]).toMatchObject({ passed: [] })
  })

  test('the preview returns the signer: the progressor of the sale, the fallback, or none', async () => {
    const [first, second] = [await sale('17 Field Street'), await sale('18 Field Street', { bStaff: null })]
    fixtures.clock.moveTo(now)
    const signed = async (...places: PropertyPath[]) => (await preview([to(ref(), ...places)], { body }))[0]?.signedBy
    expect(await signed(first)).toBe('staff people')
    expect(await signed(second)).toBe('Sales progression')
    expect(await signed(first, second)).toBe('Sales progression')
    expect((await preview([to(ref(), first)], { body: 'How is {line1}?' }))[0]?.signedBy).toBeNull()
  })
})

describe('A solicitor who acts for the buyer in one sale and for the vendor in another', () => {
  test('is told the side of each sale in one e-mail; a template of one side is refused', async () => {
    const bought = await sale('1 Both Road')
    const sold = await sale('2 Both Road', { solicitor, buyerDetails: { solicitor: null } })
    const body = '{#sides}You act for {side}:\n{#sales}{line1}\n{/sales}{/sides}'
    expect((await preview([to(ref(), bought, sold)], { body }))[0]?.text).toBe(
      'You act for the buyer:\n1 Both Road\nYou act for the vendor:\n2 Both Road\n',
    )
    const company = await fixtures.signedIn(fixtures.idOf.company)
    const template = {
      name: 'Of the vendor',
      channel: 'email' as const,
      audience: ['vendorSolicitor' as const],
      subject: 'About',
      body: 'Where you act for the vendor:',
    }
    const { _id: templateId } = await company.ok(createMessageTemplate, { params: params(), body: template })
    const words = { subject: template.subject, body: template.body, templateId }
    expect((await preview([to(ref(), sold)], words))[0]?.otherSide).toBeNull()
    expect((await preview([to(ref(), bought, sold)], words))[0]?.otherSide).toContain('buyer’s solicitor of 1 Both Road')
    expect(await refusal([to(ref(), bought, sold)], words)).toMatchObject({ status: 409, code: 'TEMPLATE_FOR_OTHER_SIDE' })
  })
})

describe('POST message refuses', () => {
  test('{buyer.name} to the vendor, {fee} with its place, and a party without an address with its name', async () => {
    const place = await sale('11 Field Street')
    fixtures.clock.moveTo(now)
    const vendor = to(`vendor:${fixtures.idOf.vendor}`, place)
    expect((await refusal([vendor], { body: 'Dear {buyer.name}' })).code).toBe('MERGE_FIELD_NOT_FOR_AUDIENCE')
    expect((await preview([vendor], { body: 'Dear {buyer.name}' }))[0]?.notForAudience).toEqual(['buyer.name'])
    expect(await refusal([vendor], { body: 'It is {fee}' })).toMatchObject({
      status: 400,
      issues: [{ path: 'body', message: 'Line 1, character 7: There is no field {fee}.' }],
    })
    const other = await sale('12 Field Street', {}, '')
    expect(await refusal([to(`buyer:${other.propertyId}`, other)], { body: 'Hello' })).toMatchObject({
      code: 'NO_ADDRESS',
      message: expect.stringContaining('Bea Buyer'),
    })
  })

  test('a party of another sale, and a sale of another company, with 404', async () => {
    const place = await sale('13 Field Street')
    fixtures.clock.moveTo(now)
    const stranger = await firm('Stranger', 'a@stranger.example')
    expect((await refusal([to(`poc:${stranger.poc}`, place)], { body: 'Hello' })).code).toBe('NOT_FOUND')
    expect((await refusal([to(ref(), place, fixtures.other)], { body: 'Hello' })).code).toBe('NOT_FOUND')
  })
})

test('Story 15: each party of a sale gets a separate message without the addresses of others', async () => {
  const seller = await firm('Sellers LLP', 'post@sellers.example')
  const broker = await firm('Brokers', 'post@brokers.example')
  const second = await firm('Second Brokers', 'post@second.example')
  const contacts = {
    solicitor: seller,
    mBroker: second,
    additionalContacts: [
      { firstName: 'Ida', lastName: 'Aunt', email: 'ida@aunt.example', tel: '0118 496 0300', options: { memo: false } },
    ],
    buyerDetails: { solicitor, mBroker: broker },
  }
  const place = await sale('14 Party Street', contacts, '')
  fixtures.clock.moveTo(now)
  const client = await staff()
  const { data } = await client.ok(listSaleParties, { params: place })
  const all = data.map(({ ref: one }) => to(one, place))
  const words = { subject: '{line1}', body: 'Dear {recipient}, it is about {address}.' }
  const previews = await preview(all, words)
  expect(previews.filter((one) => one.to === '').map(({ name }) => name)).toEqual(['Bea Buyer'])
  const reached = previews.filter((one) => one.to !== '')
  expect(reached).toHaveLength(6)
  mailServer.received.length = 0
  await send(
    reached.map(({ partyRef }) => to(partyRef, place)),
    words,
  )
  await deliver()
  const addresses = reached.map((one) => one.to)
  // The vendor also gets e-mails about the steps.
  const mails = mailServer.received.filter(({ subject }) => subject === '14 Party Street')
  const own = mails.map((mail) => mail.to?.map(({ address }) => address))
  expect(new Set(own.flat())).toEqual(new Set(addresses))
  expect(own).toHaveLength(addresses.length)
  expect(own.every((one) => one?.length === 1)).toBe(true)
  for (const [at, mail] of mails.entries())
    for (const address of addresses) if (!own[at]?.includes(address)) expect(JSON.stringify(mail)).not.toContain(address)
})

test('A sent message stores the template and its text number', async () => {
  const place = await sale('15 Named Street')
  fixtures.clock.moveTo(now)
  const admin = await fixtures.signedIn(fixtures.idOf.company)
  const words = { subject: '{line1}', body: 'Dear {recipient}' }
  const template = await admin.ok(createMessageTemplate, {
    params: params(),
    body: { name: 'Named', channel: 'email', audience: ['buyerSolicitor'], ...words },
  })
  await send([to(ref(), place)], { ...words, templateId: template._id })
  const sent = fixtures.database.db.selectFrom('sent_message').select(['template_number', 'subject', 'body'])
  expect(await sent.where('template_id', '=', template._id).execute()).toEqual([
    { template_number: 1, subject: '15 Named Street', body: 'Dear Nettlefold Clerk' },
  ])
})

describe('POST letter', () => {
  test('"a letter becomes a PDF in the property’s files", and is recorded', async () => {
    const place = await sale('16 Letter Street')
    fixtures.clock.moveTo(now)
    const client = await staff()
    const words = { subject: 'About {line1}', body: 'Dear {recipient},\n\nthe sale of {address}.' }
    const letter = await client.ok(makeLetter, { params: place, body: { ...words, partyRef: ref() } })
    expect(letter).toMatchObject({
      note: 'About 16 Letter Street',
      file: { fileName: 'Letter to Nettlefold Clerk 2025-11-05.pdf' },
    })
    const { documents } = await client.ok(readProperty, { params: place })
    expect(documents.map(({ _id }) => _id)).toContain(letter._id)
    const pdf = await client.inject({
      method: 'GET',
      url: addressOf(downloadDocument.path, { ...place, documentId: letter._id }),
    })
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await kinds(place)).toEqual(['letter-made'])
  })

  test('refuses an empty field, and characters that the font lacks', async () => {
    const place = await sale('17 Letter Street')
    fixtures.clock.moveTo(now)
    const client = await staff()
    const refused = (body: string) => client.refusal(makeLetter, { params: place, body: { subject: '', body, partyRef: ref() } })
    expect((await refused('{expectedExchange}')).code).toBe('MERGE_FIELD_EMPTY')
    expect((await refused('北京')).code).toBe('LETTER_NOT_PRINTABLE')
  })
})

describe('During the ten seconds before a message is sent', () => {
  const newestMails = (place: PropertyPath) =>
    staff()
      .then((client) => client.ok(listPropertyMail, { params: place, query: {} }))
      .then(({ data }) => data)

  const fallOff = async (place: PropertyPath) =>
    (await fixtures.signedIn(fixtures.idOf.company)).ok(performFallOff, { params: place, body: { note: 'Lost the job' } })
  const withdraw = async ({ propertyId, ...params }: PropertyPath) =>
    (await fixtures.signedIn(fixtures.idOf.company)).ok(updateProperty, { params, body: { _id: propertyId, active: false } })
  test.each([
    ['a fall-off', fallOff, 'Not sent: the sale fell through meanwhile.'],
    ['a withdrawal', withdraw, 'Not sent: the property was withdrawn meanwhile.'],
  ] as const)('%s cancels it, and the record says so; it can still be undone', async (_, end, why) => {
    const [ended, undone, other] = [await sale('16 Hill Road'), await sale('17 Hill Road'), await sale('18 Hill Road')]
    fixtures.clock.moveTo(now)
    await send([to(ref(), ended)], { body: '{steps}' })
    const { undoId } = await send([to(ref(), undone)], { body: '{steps}' })
    // About two sales, one of which ends.
    await send([to(ref(), ended, other)], { body: 'Hello' })
    await send([to(`buyer:${other.propertyId}`, other)], { body: 'Hello' })
    for (const place of [ended, undone]) await end(place)
    mailServer.received.length = 0
    expect(await undo(undoId)).toMatchObject({ status: 200 })
    await deliver()
    const sent = mailServer.received.flatMap(({ subject }) => (subject?.includes('Hill Road') ? [subject] : []))
    expect(sent).toEqual(['About 18 Hill Road'])
    expect(await newestMails(ended)).toMatchObject([{ state: 'cancelled', lastError: why }])
    expect((await kinds(ended)).filter((kind) => kind === 'message-not-sent')).toHaveLength(2)
    expect((await kinds(other)).filter((kind) => kind === 'message-not-sent')).toHaveLength(1)
    expect(await kinds(undone)).toContain('conversation-taken-back')
  })

  const snoozesOf = ({ propertyId }: PropertyPath) =>
    fixtures.database.db.selectFrom('action_item_snooze').select(['key', 'reason']).where('subject_id', '=', propertyId).execute()
  const remove = async (place: PropertyPath) =>
    (await fixtures.signedIn(fixtures.idOf.company)).ok(deleteProperty, { params: place })
  test.each([
    ['falls off', fallOff],
    ['is withdrawn', withdraw],
    ['is deleted', remove],
  ] as const)(
    'cancelled because one of two sales %s, it chases neither: the items of the other are in Now again',
    async (_, end) => {
      const [ended, other] = [await sale('25 Hill Road'), await sale('26 Hill Road')]
      fixtures.clock.moveTo(now)
      const itemsIn = async (state: 'now' | 'waiting') => {
        const { groups } = await (await staff()).ok(readToday, { params: params(), query: { searchText: '26 Hill Road', state } })
        const items = groups.flatMap(({ actionItems }) => actionItems)
        return items.flatMap(({ propertyId, key }) => (propertyId === other.propertyId ? [key] : [])).toSorted()
      }
      const before = { now: await itemsIn('now'), waiting: await itemsIn('waiting') }
      expect(before.now).toContain(`step:${SearchesBack}`)
      const { undoId } = await send([to(ref(), ended, other)], { body: '{#sales}{steps}{/sales}' })
      await send([to(`vendor:${fixtures.idOf.vendor}`, ended, other)], { body: 'All is well' })
      expect(await itemsIn('waiting')).toContain(`step:${SearchesBack}`)
      expect(await itemsIn('now')).not.toContain('silence:vendor')
      await end(ended)
      expect({ now: await itemsIn('now'), waiting: await itemsIn('waiting') }).toEqual(before)
      expect([await snoozesOf(ended), await snoozesOf(other)]).toEqual([[], []])
      const query = { propertyId: other.propertyId }
      const { data } = await (await staff()).ok(listConversations, { params: params(), query })
      expect(data.map(({ undoneOn }) => undoneOn !== null)).toEqual([true, true])
      const { data: entries } = await (await staff()).ok(readHistory, { params: other, query: { group: 'chasing' } })
      expect(entries.filter(({ kind }) => kind === 'conversation-taken-back')).toHaveLength(2)
      // Undo finds nothing left to take back.
      expect(await undo(undoId)).toMatchObject({ status: 200 })
      expect((await kinds(other)).filter((kind) => kind === 'conversation-taken-back')).toHaveLength(2)
    },
  )

  test('cancelled, it does not bring back an item that a person put off meanwhile', async () => {
    const [ended, other] = [await sale('27 Hill Road'), await sale('28 Hill Road')]
    fixtures.clock.moveTo(now)
    await send([to(ref(), ended, other)], { body: '{#sales}{steps}{/sales}' })
    const actionItems = [{ subjectId: other.propertyId, key: `step:${SearchesBack}` }]
    await (await staff()).ok(snoozeActionItems, { params: params(), body: { actionItems, until: '2025-11-20T07:00:00Z' } })
    await withdraw(ended)
    expect(await snoozesOf(other)).toEqual([{ key: `step:${SearchesBack}`, reason: 'snoozed' }])
  })

  test('a deletion of the property cancels it, also if the property is restored', async () => {
    const place = await sale('21 Meeting Street')
    fixtures.clock.moveTo(now)
    await send([to(ref(), place)], { body: '{steps}' })
    const admin = await fixtures.signedIn(fixtures.idOf.company)
    await admin.ok(deleteProperty, { params: place })
    await (await fixtures.signedIn(fixtures.idOf.platform)).ok(restoreProperty, {
      params: { ...params(), deletedPropertyId: place.propertyId },
    })
    mailServer.received.length = 0
    await deliver()
    expect(mailServer.received).toEqual([])
    expect(await newestMails(place)).toMatchObject([{ lastError: 'Not sent: the property was deleted meanwhile.' }])
    expect(await snoozesOf(place)).toEqual([])
  })

  test('a fall-off, undo of the message and a restore: its items are not snoozed again', async () => {
    const place = await sale('23 Meeting Street')
    fixtures.clock.moveTo(now)
    const admin = await fixtures.signedIn(fixtures.idOf.company)
    const { undoId } = await send([to(ref(), place)], { body: '{steps}' })
    const { saleResets } = await admin.ok(performFallOff, { params: place, body: { note: 'Lost the job' } })
    expect(await undo(undoId)).toMatchObject({ status: 200 })
    await admin.ok(restoreFallOff, { params: { ...place, fallOffId: saleResets[0]?._id ?? '' } })
    const snoozes = fixtures.database.db.selectFrom('action_item_snooze').select('key')
    expect(await snoozes.where('subject_id', '=', place.propertyId).execute()).toEqual([])
  })

  test('an erasure is refused; after sending it removes the name from the message and its undo data', async () => {
    const place = await sale('20 Meeting Street')
    fixtures.clock.moveTo(now)
    const person = { name: 'Quilla Vane', email: 'quilla@vane.example' }
    const client = await staff()
    const { viewings } = await client.ok(addViewing, {
      params: place,
      body: { name: person.name, email: person.email, when: '2025-11-04' },
    })
    const viewing = viewings.find(({ name }) => name === person.name)
    await send([to(`viewing:${viewing?._id}`, place)], { body: 'Dear {recipient}, Quilla Vane asked for the plan.' })
    const admin = await fixtures.signedIn(fixtures.idOf.company)
    const erase = { params: params(), body: { names: [person.name], emails: [person.email] } }
    expect((await admin.refusal(erasePerson, erase)).code).toBe('PERSON_AWAITS_MAIL')
    await deliver()
    await admin.ok(erasePerson, erase)
    const left: string[] = []
    for (const table of ['mail', 'sent_message', 'conversation', 'conversation_sale', 'undo', 'event', 'viewing']) {
      const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(table)} t`.execute(
        fixtures.database.db,
      )
      left.push(...rows.filter(({ text }) => /quilla/i.test(text)).map(({ text }) => `${table}: ${text}`))
    }
    expect(left).toEqual([])
  })
})

describe('GET memo/words', () => {
  const wordsOf = async (place: PropertyPath) => (await staff()).ok(readMemorandumWords, { params: place })

  test('returns the default text without a template', async () => {
    const place = await sale('21 Memo Street')
    const words = await wordsOf(place)
    expect(words).toMatchObject({ template: null, empty: [] })
    expect(words.subject).toMatch(/^Memorandum of sale: 21 Memo Street, /)
    expect(words.message).toMatch(
      /^Please find attached the memorandum of sale for 21 Memo Street, .*, subject to contract\.\n\nKind regards\n/,
    )
  })

  test('"the memorandum’s e-mail becomes one of them": returns its template, filled for all recipients', async () => {
    const place = await sale('22 Memo Street')
    const admin = await fixtures.signedIn(fixtures.idOf.company)
    const template = (body: string) => ({
      name: 'Memorandum',
      channel: 'email' as const,
      purpose: 'memorandum' as const,
      audience: ['buyerSolicitor' as const],
      subject: 'Memorandum: {line1}',
      body,
    })
    const create = (body: string) => ({ params: params(), body: template(body) })
    // The vendor is a recipient too, and may not see the buyer's name.
    expect((await admin.refusal(createMessageTemplate, create('For {buyer.name}'))).code).toBe('MERGE_FIELD_NOT_FOR_AUDIENCE')
    const { _id } = await admin.ok(createMessageTemplate, create('{recipient, All parties}: {agreedPrice}, {completionDate}'))
    expect(await wordsOf(place)).toEqual({
      template: { _id, name: 'Memorandum', number: 1 },
      subject: 'Memorandum: 22 Memo Street',
      message: 'All parties: £285,000, {completionDate}',
      empty: ['completionDate'],
    })
  })
})
