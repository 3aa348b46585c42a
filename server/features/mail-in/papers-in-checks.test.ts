import {
  addCheck,
  addCheckFile,
  downloadCheckFile,
  listCustomers,
  listMailPapers,
} from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import { downloadMailIn, downloadMailInFile, keepMailFiles } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import type { Fixtures, FixtureUser, PropertyPath } from '../../../test/support/fixtures.ts'
import { createPng, multipartForm } from '../../../test/support/multipart-form.ts'
import { reads } from '../../../test/support/read-addresses.ts'
import { addressOf, type TestClient } from '../../../test/support/test-client.ts'
import { fileKey } from '../../infra/files/file-store.ts'
import { enterCustomer, sampleCheck, switchChecks } from '../customer-checks/testing/enter-customer.ts'
import { applyRetention } from '../personal-data/apply-retention.ts'
import { type MailFixtures, openMailFixtures } from './testing/mail-fixtures.ts'

let mails: MailFixtures
let fixtures: Fixtures
beforeAll(async () => {
  mails = await openMailFixtures()
  ;({ fixtures } = mails)
  await switchChecks(fixtures.as('company'), fixtures.a)
})
afterAll(() => mails.close())

const vendor = 'vendor@people.example'
const paper = (name: string) => ({
  filename: `${name}.pdf`,
  content: Buffer.from(`%PDF-1.4\n% ${name}\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n`),
})
const get = async (path: string, params: object, as: FixtureUser) =>
  fixtures.as(as).inject({ method: 'GET', url: addressOf(path, params) })
const offered = async (ids: PropertyPath, as: FixtureUser = 'staff') =>
  (await fixtures.as(as).ok(listMailPapers, { params: ids })).data
/** The vendor sends papers by e-mail, which is filed on their sale. */
async function sendPapers(sale: PropertyPath, ...names: string[]): Promise<string> {
  const id = await mails.receive({ from: vendor, subject: 'My papers', text: 'Here.', attachments: names.map(paper) })
  await mails.file(id, sale)
  return id
}

test('the checks of a sale take files of e-mails of its vendor and buyer; others need check.view to open them, or the e-mail, then', async () => {
  const sale = await mails.makeSale('11 Rodway Road')
  const mailInId = await sendPapers(sale, 'Passport', 'Bill')
  await mails.file(await mails.receive({ subject: 'Searches', text: 'Attached.', attachments: [paper('Searches')] }), sale)
  expect(await offered(sale)).toEqual([
    { mailInId, ordinal: 0, name: 'Passport.pdf', from: 'vendor people', arrivedOn: expect.any(String), inCheck: false },
    { mailInId, ordinal: 1, name: 'Bill.pdf', from: 'vendor people', arrivedOn: expect.any(String), inCheck: false },
  ])
  const opens = async (as: FixtureUser) => [
    (await get(downloadMailInFile.path, { ...mails.at(mailInId), ordinal: '0' }, as)).statusCode,
    (await get(downloadMailInFile.path, { ...mails.at(mailInId), ordinal: '1' }, as)).statusCode,
    (await get(downloadMailIn.path, mails.at(mailInId), as)).statusCode,
  ]
  expect(await opens('staff')).toEqual([200, 200, 200])

  const customerId = await enterCustomer(fixtures.as('staff'), sale, { kinds: [] })
  const body = { ...sampleCheck, fromMail: { mailInId, ordinal: 0 } }
  await fixtures.as('staff').ok(addCheck, { params: { ...sale, customerId }, body })
  const [file] = (await fixtures.as('branch').ok(listCustomers, { params: sale })).data[0]?.checks?.[0]?.files ?? []
  expect(file).toMatchObject({ fileName: 'Passport.pdf', bytes: paper('Passport').content.length })
  const copy = await get(downloadCheckFile.path, { ...sale, fileId: file?._id ?? '' }, 'branch')
  expect(copy.rawPayload.equals(paper('Passport').content)).toBe(true)

  expect(await opens('staff')).toEqual([403, 200, 403])
  expect(await opens('branch')).toEqual([200, 200, 200])
  const shown = async (as: FixtureUser) => {
    const { files, hasOriginal } = await mails.read(mailInId, as)
    return { files: files.map(({ inCheck, available }) => ({ inCheck, available })), hasOriginal }
  }
  const bill = { inCheck: undefined, available: true }
  expect(await shown('staff')).toEqual({ files: [{ inCheck: true, available: false }, bill], hasOriginal: false })
  expect(await shown('branch')).toEqual({ files: [{ inCheck: true, available: true }, bill], hasOriginal: true })
  const opened = await auditEntries(fixtures.database, 'check-file-opened')
  expect(opened.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ mailInId, ordinal: 0, bytes: paper('Passport').content.length }),
  )
  expect((await offered(sale)).map(({ inCheck }) => inCheck)).toEqual([true, false])
})

test('by value: no read of an e-mail answers the paper to anybody without check.view', async () => {
  const sale = await mails.makeSale('16 Rodway Road')
  const mailInId = await sendPapers(sale, 'Zeta passport')
  const customerId = await enterCustomer(fixtures.as('staff'), sale, { kinds: [] })
  const fromMail = { mailInId, ordinal: 0 }
  await fixtures.as('staff').ok(addCheck, { params: { ...sale, customerId }, body: { ...sampleCheck, fromMail } })
  const { content } = paper('Zeta passport')
  const copies = [content.toString(), content.toString('base64').slice(0, 60)]
  const { thread_id: threadId } = await fixtures.database.db
    .selectFrom('mail_in')
    .select('thread_id')
    .where('id', '=', mailInId)
    .executeTakeFirstOrThrow()
  const params = { ...sale, mailInId, ordinal: '0', threadId }
  const ofMails = reads.filter(({ call }) => /:mailInId|:threadId|check-mail-files/.test(call.path))
  const { companyId, branchId } = sale
  const reader = await fixtures.addUser({ type: 'READER', email: 'zeta@people.example', companyId, branchId })
  const telling = async (client: TestClient) => {
    const found: string[] = []
    for (const { name, call } of ofMails) {
      const { body } = await client.inject({ method: 'GET', url: addressOf(call.path, params) })
      if (copies.some((copy) => body.includes(copy))) found.push(name)
    }
    return found.toSorted()
  }
  expect(await telling(fixtures.as('branch'))).toEqual(['downloadMailIn', 'downloadMailInFile'])
  for (const name of ['staff', 'secondBranch', 'otherCompany', 'otherStaff', 'vendor'] as const)
    expect([name, await telling(fixtures.as(name))]).toEqual([name, []])
  expect(await telling(await fixtures.signedIn(reader))).toEqual([])
})

test('a paper that is in a check is kept as a document by nobody, also where it is sent once more', async () => {
  const sale = await mails.makeSale('12 Rodway Road')
  const first = await sendPapers(sale, 'Licence')
  const customerId = await enterCustomer(fixtures.as('staff'), sale, { kinds: [] })
  await fixtures
    .as('staff')
    .ok(addCheck, { params: { ...sale, customerId }, body: { ...sampleCheck, fromMail: { mailInId: first, ordinal: 0 } } })
  // The solicitor passes it on: a file of a firm would become a document by itself.
  mails.outgoing.received.length = 0
  const { replyTo } = await mails.write(sale)
  const again = await mails.receive({ to: replyTo, subject: 'Re: Searches', text: 'Attached.', attachments: [paper('Licence')] })
  expect((await mails.read(again)).state).toBe('filed')
  const body = { propertyId: sale.propertyId, ordinals: [0] }
  for (const id of [first, again])
    for (const as of ['staff', 'company'] as const)
      expect(await fixtures.as(as).refusal(keepMailFiles, { params: mails.at(id), body })).toMatchObject({
        code: 'FILE_IN_CHECK',
      })
  expect((await fixtures.as('staff').ok(readProperty, { params: sale })).documents).toEqual([])
  expect((await get(downloadMailInFile.path, { ...mails.at(again), ordinal: '0' }, 'staff')).statusCode).toBe(403)
})

test('a check takes no file of an e-mail on another sale, of somebody else, that is not there, or beside an upload', async () => {
  const [sale, other] = [await mails.makeSale('13 Rodway Road'), await mails.makeSale('14 Rodway Road')]
  const elsewhere = await sendPapers(other, 'Other passport')
  const ofFirm = await mails.receive({ subject: 'Searches', text: 'Attached.', attachments: [paper('Deeds')] })
  await mails.file(ofFirm, sale)
  const own = await sendPapers(sale, 'Own passport')
  const customerId = await enterCustomer(fixtures.as('staff'), sale, { kinds: ['identity'] })
  const { data } = await fixtures.as('staff').ok(listCustomers, { params: sale })
  const params = { ...sale, checkId: data[0]?.checks?.[0]?._id ?? '' }
  for (const [mailInId, ordinal] of [
    [elsewhere, 0],
    [ofFirm, 0],
    [own, 7],
  ] as const) {
    const fromMail = { mailInId, ordinal }
    expect(await fixtures.as('staff').refusal(addCheckFile, { params, body: { fromMail } })).toMatchObject({ status: 404 })
    const body = { ...sampleCheck, fromMail }
    expect(await fixtures.as('staff').refusal(addCheck, { params: { ...sale, customerId }, body })).toMatchObject({ status: 404 })
  }
  expect(await fixtures.as('staff').refusal(addCheckFile, { params, body: {} })).toMatchObject({ code: 'FILE_MISSING' })
  const form = await multipartForm([
    ['fromMail', JSON.stringify({ mailInId: own, ordinal: 0 })],
    ['file', await createPng(2, 2), 'passport.png'],
  ])
  const both = await fixtures.as('staff').inject({ method: 'POST', url: addressOf(addCheckFile.path, params), ...form })
  expect([both.statusCode, both.json()]).toMatchObject([400, { issues: [{ path: 'fromMail', message: 'Choose one file.' }] }])
  await fixtures.as('staff').ok(addCheckFile, { params, body: { fromMail: { mailInId: own, ordinal: 0 } } })
  expect((await fixtures.as('branch').ok(listCustomers, { params: sale })).data[0]?.checks?.[0]?.files).toHaveLength(1)
})

test('once the check is deleted, the e-mails that its paper came with have lost their original', async () => {
  const sale = await mails.makeSale('15 Rodway Road')
  const mailInId = await sendPapers(sale, 'Last passport')
  const customerId = await enterCustomer(fixtures.as('staff'), sale, { kinds: [] })
  const fromMail = { mailInId, ordinal: 0 }
  await fixtures.as('staff').ok(addCheck, { params: { ...sale, customerId }, body: { ...sampleCheck, fromMail } })
  await fixtures.as('staff').ok(updateProperty, { params: sale, body: { _id: sale.propertyId, active: false } })
  const { raw_file } = await fixtures.database.db
    .selectFrom('mail_in')
    .select('raw_file')
    .where('id', '=', mailInId)
    .executeTakeFirstOrThrow()
  fixtures.clock.moveTo('2031-03-11T09:00:00.000Z')
  await applyRetention(fixtures)
  await fixtures.runJobs()
  expect(await fixtures.files.size(fileKey(raw_file ?? '', 'original'))).toBeNull()
  const { files, hasOriginal } = await (async () => {
    const client = await fixtures.signedIn(fixtures.idOf.staff)
    const answer = await client.inject({ method: 'GET', url: addressOf('/mail/:companyId/:mailInId', mails.at(mailInId)) })
    return answer.json<{ files: object[]; hasOriginal: boolean }>()
  })()
  expect([files, hasOriginal]).toMatchObject([[{ available: false }], false])
})
