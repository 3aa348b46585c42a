import { createContact, createPoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { downloadMemo, emailMemorandum, readMemo, updateMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { priceSinceMade } from '@gya/domain/features/memo/memo.rules.ts'
import { createMessageTemplate } from '@gya/domain/features/messages/message-templates.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import {
  downloadRecordEmailFile,
  readPropertyRecord,
  readRecordEmail,
} from '@gya/domain/features/record/property-record.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../../test/support/mail-receiver.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let place: PropertyPath
let mailServer: MailReceiver
let firm: { contactId: string; pocId: string }
beforeAll(async () => {
  mailServer = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: mailServer.url } })
  const params = { companyId: fixtures.a.companyId }
  const contact = await fixtures.as('staff').ok(createContact, { params, body: { name: 'Bracken & Fern', tel: '0118 496 0777' } })
  const poc = await fixtures
    .as('staff')
    .ok(createPoc, { params: { ...params, contactId: contact._id }, body: { name: 'Helen Marsh', email: 'hm@law.example' } })
  firm = { contactId: contact._id, pocId: poc._id }
})
afterAll(async () => {
  await fixtures.close()
  await mailServer.close()
})
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Memo Street')
  mailServer.received.length = 0
})

const acts = (role: 'vendorSolicitor' | 'buyerSolicitor') =>
  fixtures.database.db
    .insertInto('property_contact')
    .values({ company_id: place.companyId, property_id: place.propertyId, role, contact_id: firm.contactId, poc_id: firm.pocId })
    .execute()
const sell = () =>
  fixtures.as('staff').ok(addOffer, {
    params: place,
    body: {
      name: 'B. Uyer',
      amount: 285_000,
      cashBuy: false,
      chain: true,
      mip: true,
      depositSize: 28_500,
      state: 'A',
      email: 'b@people.example',
    },
  })
const makeReady = async () => {
  await sell()
  await acts('vendorSolicitor')
  await acts('buyerSolicitor')
}
const memo = () => fixtures.as('staff').ok(readMemo, { params: place })
const pdf = () => fixtures.as('staff').inject({ method: 'GET', url: addressOf(downloadMemo.path, place) })
const body = { to: ['hm@law.example', 'b@people.example'], message: 'Please find the memorandum attached.' }
const step = async () =>
  (await fixtures.as('staff').ok(readProperty, { params: place })).timeline.data.find(
    ({ keyName }) => keyName === 'MemoOfSaleSent',
  )

describe('whyNotSendMemo: no save, download or e-mail of a memo until all parties are known', () => {
  const refusals = async () => [
    (await fixtures.as('staff').refusal(updateMemo, { params: place, body: { remarks: 'x' } })).code,
    (await pdf()).json<{ code: string }>().code,
    (await fixtures.as('staff').refusal(emailMemorandum, { params: place, body })).code,
  ]

  test('refusals name the first missing party', async () => {
    const said = async () => [...new Set(await expectNothingWritten(fixtures, refusals))]
    expect(await said()).toEqual(['MEMO_WITHOUT_BUYER'])
    await sell()
    expect(await said()).toEqual(['MEMO_WITHOUT_BUYER_SOLICITOR'])
    await acts('buyerSolicitor')
    expect(await said()).toEqual(['MEMO_WITHOUT_VENDOR_SOLICITOR'])
    await acts('vendorSolicitor')
    expect((await pdf()).statusCode).toBe(200)
  })
})

describe('Memo of a complete sale', () => {
  beforeEach(makeReady)

  test('GET memo returns parties, price, terms and solicitors', async () => {
    expect(await memo()).toMatchObject({
      seller: { name: 'vendor people', email: 'vendor@people.example' },
      buyer: { name: 'B. Uyer', custom: '' },
      price: 285_000,
      offerAcceptedOn: '2026-03-10',
      vendorSolicitor: { firm: 'Bracken & Fern', poc: 'Helen Marsh', email: 'hm@law.example', tel: '0118 496 0777' },
      terms: [
        'Purchase with a mortgage.',
        'A mortgage in principle has been obtained.',
        'Deposit of £28,500.',
        'The buyer has a related sale.',
      ],
      recipients: [
        { email: 'hm@law.example', marked: false },
        { email: 'vendor@people.example' },
        { email: 'b@people.example', who: 'Buyer' },
      ],
    })
  })

  test('PATCH memo saves and records texts; a concurrent edit gets STALE_VERSION', async () => {
    const { version } = await memo()
    const saved = await eventsDuring(fixtures, place.propertyId, async () => {
      const answer = await fixtures
        .as('staff')
        .ok(updateMemo, { params: place, body: { remarks: 'Curtains stay', buyerCustom: 'B & C Uyer', version } })
      expect(answer).toMatchObject({
        remarks: 'Curtains stay',
        version: version + 1,
        buyer: { name: 'B. Uyer', custom: 'B & C Uyer' },
      })
    })
    expect(saved).toMatchObject([{ kind: 'memo-saved', by: fixtures.idOf.staff }])
    const late = () => fixtures.as('branch').refusal(updateMemo, { params: place, body: { remarks: 'Mine', version } })
    expect(await expectNothingWritten(fixtures, late)).toMatchObject({
      code: 'STALE_VERSION',
      details: { savedBy: 'staff people' },
    })
    expect((await fixtures.as('staff').ok(readProperty, { params: place })).memo.remarks).toBe('Curtains stay')
  })

  test('PATCH memo refuses texts over the limit', async () => {
    for (const [field, length] of [
      ['remarks', 5001],
      ['buyerCustom', 501],
      ['sellerCustom', 501],
      ['agentsContact', 501],
    ] as const)
      expect(
        await fixtures.as('staff').refusal(updateMemo, { params: place, body: { [field]: 'x'.repeat(length) } }),
      ).toMatchObject({ issues: [{ path: field }] })
  })

  test('GET memo/pdf downloads MemorandumOfSale.pdf', async () => {
    const answer = await pdf()
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('filename="MemorandumOfSale.pdf"'),
    })
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('POST memo/email sends the PDF, files a copy in the documents and completes the step', async () => {
    expect(await step()).toMatchObject({ state: 'IP' })
    const recorded = await eventsDuring(fixtures, place.propertyId, async () => {
      const answer = await fixtures.as('staff').ok(emailMemorandum, { params: place, body })
      expect(answer.documents).toMatchObject([{ file: { fileName: 'MemorandumOfSale.pdf' }, addedBy: 'staff people' }])
    })
    expect(recorded.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['memo-emailed', 'step-changed']))
    expect(await auditEntries(fixtures.database, 'memo-emailed')).toMatchObject([
      { user_id: fixtures.idOf.staff, network: '127.0.0.1', data: { propertyId: place.propertyId } },
    ])
    expect(await step()).toMatchObject({ state: 'C', completedOn: '2026-03-10' })
    await fixtures.runJobs()
    const [email] = mailServer.received
    expect(email).toMatchObject({
      subject: 'Memorandum of sale: 5 Memo Street, Reading, RG30 6ZZ',
      attachments: [{ filename: 'MemorandumOfSale.pdf', mimeType: 'application/pdf' }],
    })
    expect(
      Buffer.from(email?.attachments[0]?.content as ArrayBuffer)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await fixtures.runJobs()
    expect(await fixtures.database.db.selectFrom('loose_file').selectAll().execute()).toEqual([])
  })

  test('POST memo/email records its text, and the number of the template text on which it is based', async () => {
    const staff = fixtures.as('staff')
    const admin = fixtures.as('company')
    const template = await admin.ok(createMessageTemplate, {
      params: fixtures.a,
      body: {
        name: 'Memorandum',
        channel: 'email',
        purpose: 'memorandum',
        audience: ['vendor'],
        subject: 'Memorandum',
        body: 'Attached.',
      },
    })
    const used = { templateId: template._id, templateNumber: template.number }
    await staff.ok(emailMemorandum, { params: place, body: { ...body, ...used } })
    const sent = fixtures.database.db.selectFrom('sent_message').select(['property_id', 'template_id', 'template_number', 'body'])
    const said = { property_id: place.propertyId, template_id: template._id, template_number: 1, body: body.message }
    expect(await sent.where('template_id', 'is not', null).execute()).toEqual([said, said])
    const { data } = await staff.ok(readHistory, { params: place, query: { group: 'files' } })
    const entry = data.find(({ kind }) => kind === 'memo-emailed')
    expect(entry?.facts).toEqual(expect.arrayContaining([expect.objectContaining({ what: 'Template', to: 'Memorandum' })]))
    const elsewhere = { ...body, templateId: place.propertyId }
    expect(await staff.refusal(emailMemorandum, { params: place, body: elsewhere })).toMatchObject({ status: 404 })
    await fixtures.runJobs()
  })

  test('POST memo/email sends one message per party; none shows the other side’s addresses', async () => {
    const cc = ['boss@people.example']
    await fixtures.as('staff').ok(emailMemorandum, { params: place, body: { ...body, cc } })
    await fixtures.runJobs()
    const addresses = (list: { address?: string }[] | undefined) => list?.map(({ address }) => address)
    expect(mailServer.received.map((mail) => [addresses(mail.to as never), addresses(mail.cc as never)])).toEqual([
      [['hm@law.example'], cc],
      [['b@people.example'], cc],
    ])
    expect(mailServer.received.map(({ attachments }) => attachments.length)).toEqual([1, 1])
    expect((await fixtures.as('staff').ok(readProperty, { params: place })).documents).toHaveLength(1)
    await fixtures.runJobs()
    expect(await fixtures.database.db.selectFrom('loose_file').selectAll().execute()).toEqual([])
  })

  test('GET memo says for which price the last one was made; one of an earlier sale is not compared', async () => {
    expect(await memo()).toMatchObject({ made: null })
    await fixtures.as('staff').ok(emailMemorandum, { params: place, body })
    expect(await memo()).toMatchObject({ made: { on: '2026-03-10', price: 285_000 }, price: 285_000 })
    await fixtures.as('staff').ok(updateManagementInfo, { params: place, body: { agreedPrice: 280_000 } })
    const after = await memo()
    expect(after).toMatchObject({ made: { on: '2026-03-10', price: 285_000 }, price: 280_000 })
    expect(priceSinceMade(after)).toBe('Made for £285,000 on 10/03/2026; the price is now £280,000.')
    await fixtures.as('staff').ok(emailMemorandum, { params: place, body })
    expect(priceSinceMade(await memo())).toBeNull()
    await fixtures.as('staff').ok(performFallOff, { params: place, body: { note: 'Gazundered' } })
    expect(await memo()).toMatchObject({ made: null })
  })

  test('GET memo after a second sale names only the second buyer', async () => {
    const staff = fixtures.as('staff')
    await staff.ok(updateMemo, { params: place, body: { buyerCustom: 'Messrs Uyer', remarks: 'B. Uyer asks for the shed' } })
    const options = { memo: true }
    const friend = { firstName: 'Una', lastName: 'Uyer', email: 'una@people.example', tel: '0118 496 0123', options }
    await staff.ok(saveContacts, { params: place, body: { buyerDetails: { additionalContacts: [friend] } } })
    await staff.ok(emailMemorandum, { params: place, body })
    await staff.ok(performFallOff, { params: place, body: { note: 'Gazundered' } })
    const second = {
      name: 'Cy Econd',
      amount: 280_000,
      cashBuy: true,
      chain: false,
      state: 'A' as const,
      email: 'cy@people.example',
    }
    await staff.ok(addOffer, { params: place, body: second })
    await acts('buyerSolicitor')
    const now = await memo()
    expect(JSON.stringify(now)).not.toMatch(/B\. Uyer|Messrs|Una|una@|b@people/)
    expect(now).toMatchObject({ buyer: { name: 'Cy Econd', custom: '' }, remarks: '' })
    expect(now.recipients.map(({ email }) => email)).toEqual(['hm@law.example', 'vendor@people.example', 'cy@people.example'])
  })

  test('POST memo/email lists a party of both sides once', async () => {
    expect((await memo()).recipients[0]).toMatchObject({
      email: 'hm@law.example',
      who: 'Vendor’s solicitor and buyer’s solicitor',
    })
  })

  test('MEMO_NOT_PRINTABLE for characters missing from the font; Cyrillic and Greek are printed', async () => {
    await fixtures.as('staff').ok(updateMemo, { params: place, body: { buyerCustom: 'Жизнь Ωμέγα Żółć' } })
    expect((await pdf()).statusCode).toBe(200)
    await fixtures.as('staff').ok(updateMemo, { params: place, body: { buyerCustom: '王小明', remarks: '👍' } })
    const issues = [
      { path: 'buyerCustom', message: expect.stringContaining('王 小 明') },
      { path: 'remarks', message: expect.stringContaining('👍') },
    ]
    const refused = () => fixtures.as('staff').refusal(emailMemorandum, { params: place, body })
    expect(await expectNothingWritten(fixtures, refused)).toMatchObject({ status: 409, code: 'MEMO_NOT_PRINTABLE', issues })
    expect((await pdf()).json()).toMatchObject({ code: 'MEMO_NOT_PRINTABLE', issues })
  })

  test('POST memo/email again keeps the step’s first date', async () => {
    await fixtures.as('staff').ok(emailMemorandum, { params: place, body })
    fixtures.clock.advance({ days: 3 })
    const again = await fixtures.as('staff').ok(emailMemorandum, { params: place, body })
    expect(again.documents).toHaveLength(2)
    expect(await step()).toMatchObject({ completedOn: '2026-03-10' })
  })

  test('POST memo/email with an invalid form changes nothing', async () => {
    for (const wrong of [{ to: [] }, { message: ' ' }, { cc: ['hm@law.example'] }])
      await expectNothingWritten(fixtures, () =>
        fixtures.as('staff').refusal(emailMemorandum, { params: place, body: { ...body, ...wrong } }),
      )
  })
})

test('Trust story 7: the record shows the e-mail of the memorandum as it was sent, with its text and PDF', async () => {
  await makeReady()
  await fixtures.as('staff').ok(emailMemorandum, { params: place, body })
  await fixtures.runJobs()
  expect(mailServer.received).not.toEqual([])
  const { data } = await fixtures.as('staff').ok(readPropertyRecord, { params: place, query: { itemsPerPage: '100' } })
  const [sent] = data.find(({ kind }) => kind === 'memo-emailed')?.emails ?? []
  expect(sent).toMatchObject({ withoutText: null, attachments: [{ fileName: expect.stringMatching(/\.pdf$/) }] })
  const params = { ...place, mailId: sent?._id ?? '' }
  const { text } = await fixtures.as('staff').ok(readRecordEmail, { params })
  expect(text).toContain('Please find the memorandum attached.')
  const file = { ...params, fileId: sent?.attachments[0]?._id ?? '' }
  const { rawPayload } = await fixtures.as('staff').inject({ method: 'GET', url: addressOf(downloadRecordEmailFile.path, file) })
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})
