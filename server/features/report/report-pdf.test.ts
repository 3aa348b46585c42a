import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { retryMail } from '@gya/domain/features/operations/operations.contract.ts'
import { readReportMail, sendReportPdf } from '@gya/domain/features/report/report.contract.ts'
import { whyNotSendReport } from '@gya/domain/features/report/why-not-send-report.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailReceiver, openMailReceiver } from '../../testing/mail-receiver.ts'
import { addressOf } from '../../testing/test-client.ts'
import { type Fixtures, type FixtureUser, openFixtures, takeOn } from '../../testing/world.ts'
import { loadReportPdfLayout, type ReportPdfJob } from './make-report-pdf.ts'

let world: Fixtures
let mailServer: MailReceiver
beforeAll(async () => {
  mailServer = await openMailReceiver()
  world = await openFixtures({ config: { smtpUrl: mailServer.url } })
})
afterAll(async () => {
  await world.close()
  await mailServer.close()
})
beforeEach(() => {
  mailServer.received.length = 0
})

const to = 'reader@people.example'
const params = () => ({ companyId: world.a.companyId })
const send = (as: FixtureUser, query: object = {}) =>
  world.as(as).ok(sendReportPdf, { params: params(), query: { to, ...query } })
const stateOf = async (as: FixtureUser, mailId: string) =>
  (await world.as(as).ok(readReportMail, { params: { ...params(), mailId } })).state
const jobFor = async (mailId: string): Promise<ReportPdfJob> =>
  (await world.database.pool.query("select payload from graphile_worker._private_jobs where payload ->> 'mailId' = $1", [mailId]))
    .rows[0].payload
const files = async () => (await world.database.pool.query('select from loose_file')).rowCount

describe('The workflow report as a PDF by e-mail', () => {
  test('is made by a job and arrives as an attachment; its sender sees how far it is', async () => {
    const { _id, state } = await send('staff', { active: '1' })
    expect(state).toBe('making')
    expect(mailServer.received).toEqual([])
    await world.runJobs()
    expect(await stateOf('staff', _id)).toBe('sent')
    const [mail] = mailServer.received
    expect(mailServer.received.length).toBe(1)
    expect(mail?.to).toMatchObject([{ address: to }])
    expect(mail?.text).toContain('is attached: 1 property.')
    const [attachment] = mail?.attachments ?? []
    expect(attachment).toMatchObject({ filename: 'Workflow.pdf', mimeType: 'application/pdf' })
    const bytes = Buffer.from(attachment?.content as ArrayBuffer)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    // A message that is sent needs its file no more.
    await world.runJobs()
    expect(await files()).toBe(0)
  })

  test('is the sender’s own affair: nobody else reads its state', async () => {
    const { _id } = await send('branch')
    for (const name of ['staff', 'company', 'platform'] as const)
      expect(await world.as(name).refusal(readReportMail, { params: { ...params(), mailId: _id } })).toMatchObject({
        status: 404,
      })
    await world.runJobs()
  })

  test('holds what its sender may see and no more, whoever it goes to', async () => {
    await takeOn(world.as('company'), world.second, world.idOf.secondVendor, '9 Other Branch')
    await send('staff')
    await send('company')
    await world.runJobs()
    const counts = mailServer.received
      .map(({ text }) => /attached: (\d+)/.exec(text ?? '')?.[1] ?? '')
      .toSorted((a, b) => a.localeCompare(b))
    expect(counts).toEqual(['1', '3'])
  })

  test('with characters that its font does not have is not sent: the state says which, and it is not tried again', async () => {
    const odd = await takeOn(world.as('company'), world.first, world.idOf.vendor, '7 北京 Road')
    const { _id } = await send('staff')
    await world.runJobs()
    const told = await world.as('staff').ok(readReportMail, { params: { ...params(), mailId: _id } })
    expect(told).toMatchObject({
      state: 'failed',
      lastError: expect.stringMatching(/“7 北京 Road .*” has characters .*: 北 京\./),
    })
    expect(mailServer.received).toEqual([])
    expect(await world.as('platform').refusal(retryMail, { params: { mailId: _id } })).toMatchObject({
      code: 'MAIL_ATTACHMENT_GONE',
    })
    await world.as('company').ok(deleteProperty, { params: odd })
  })

  test('is sent once, however often its job runs', async () => {
    const { _id } = await send('staff')
    await world.database.pool.query("select graphile_worker.add_job('report-pdf', payload := $1::json)", [await jobFor(_id)])
    await world.runJobs()
    await world.runJobs()
    expect(mailServer.received.length).toBe(1)
    expect(await stateOf('staff', _id)).toBe('sent')
  })

  test('needs an address, and groups and filters that there are', async () => {
    for (const query of [{}, { to: 'abc' }, { to, sortOption: 'x:asc' }, { to, showPreSale: 'yes' }, { to, currentPage: '1' }]) {
      const answer = await world.as('staff').inject({ method: 'GET', url: addressOf(sendReportPdf.path, params(), query) })
      expect([query, answer.statusCode]).toEqual([query, 400])
    }
  })

  test('is a change, though a GET: another site cannot have a browser send it', async () => {
    const before = await world.database.pool.query('select from mail')
    const url = addressOf(sendReportPdf.path, params(), { to })
    const inject = (headers: Record<string, string>) => world.as('staff').inject({ method: 'GET', url, headers })
    expect((await inject({ 'x-client': '' })).json()).toMatchObject({ code: 'CLIENT_HEADER_MISSING' })
    expect((await inject({ origin: 'https://elsewhere.example' })).json()).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
    expect((await world.database.pool.query('select from mail')).rowCount).toBe(before.rowCount)
  })

  test('a property that is deleted before the PDF is made is not in it', async () => {
    const place = await takeOn(world.as('company'), world.first, world.idOf.vendor, '8 Soon Gone')
    const { _id } = await send('company', { searchText: 'soon gone' })
    await world.as('company').ok(deleteProperty, { params: place })
    const document = await loadReportPdfLayout(world.database.db, { ...(await jobFor(_id)), now: world.clock.now() })
    expect(JSON.stringify(document)).not.toContain('8 Soon Gone')
    expect(document.rows).toEqual([])
  })
})

test('At most 2,000 rows are sent; more are refused', () => {
  expect([0, 2000, 2001].map(whyNotSendReport)).toEqual([null, null, 'REPORT_TOO_LONG'])
})
