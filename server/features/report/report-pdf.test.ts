import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { readReportMail, sendReportPdf } from '@gya/domain/features/report/report.contract.ts'
import { whyNotSendReport } from '@gya/domain/features/report/report.rules.ts'
import { reportColumns } from '@gya/domain/features/report/report-columns.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../../test/support/mail-receiver.ts'
import { textOfPages } from '../../../test/support/pdf-text.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { loadReportPdfLayout, type ReportPdfJob } from './report-pdf.ts'

let fixtures: Fixtures
let mailServer: MailReceiver
beforeAll(async () => {
  mailServer = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: mailServer.url } })
})
afterAll(async () => {
  await fixtures.close()
  await mailServer.close()
})
beforeEach(() => {
  mailServer.received.length = 0
})

const to = 'reader@people.example'
const params = () => ({ companyId: fixtures.a.companyId })
const send = (as: FixtureUser, query: object = {}) =>
  fixtures.as(as).ok(sendReportPdf, { params: params(), query: { to, ...query } })
const stateOf = async (as: FixtureUser, mailId: string) =>
  (await fixtures.as(as).ok(readReportMail, { params: { ...params(), mailId } })).state
const jobFor = async (mailId: string): Promise<ReportPdfJob> =>
  (
    await fixtures.database.pool.query("select payload from graphile_worker._private_jobs where payload ->> 'mailId' = $1", [
      mailId,
    ])
  ).rows[0].payload
const files = async () => (await fixtures.database.pool.query('select from loose_file')).rowCount

describe('GET mi/pdf (report by e-mail)', () => {
  test('a job creates the PDF and attaches it; GET mi/pdf/:mailId returns the state', async () => {
    const { _id, state } = await send('staff', { active: '1' })
    expect(state).toBe('making')
    expect(mailServer.received).toEqual([])
    await fixtures.runJobs()
    expect(await stateOf('staff', _id)).toBe('sent')
    const [mail] = mailServer.received
    expect(mailServer.received.length).toBe(1)
    expect(mail?.to).toMatchObject([{ address: to }])
    expect(mail?.text).toContain('is attached: 1 property.')
    const [attachment] = mail?.attachments ?? []
    expect(attachment).toMatchObject({ filename: 'Workflow.pdf', mimeType: 'application/pdf' })
    const bytes = Buffer.from(attachment?.content as ArrayBuffer)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    // A sent message no longer needs its file.
    await fixtures.runJobs()
    expect(await files()).toBe(0)
  })

  test('an address with signs that the font lacks: the report is sent, with [?] for them', async () => {
    await fixtures.database.pool.query("update property_report set line1 = 'Flat 1 🏠 北京 أَمل House'")
    const { _id } = await send('staff', { active: '1' })
    await fixtures.runJobs()
    expect(await stateOf('staff', _id)).toBe('sent')
    const content = mailServer.received.at(-1)?.attachments[0]?.content as ArrayBuffer
    expect(textOfPages(Buffer.from(content)).join(' ').replaceAll(/\s/g, '')).toContain('Flat1[?][?][?]')
    await fixtures.database.pool.query('update property_report r set line1 = p.line1 from property p where p.id = r.property_id')
  })

  test('every column has a cell in the PDF', async () => {
    const { _id } = await send('staff', { active: '1', columns: reportColumns.map(({ id }) => id).join(',') })
    await fixtures.runJobs()
    expect(await stateOf('staff', _id)).toBe('sent')
  })

  test('GET mi/pdf/:mailId responds to its sender only', async () => {
    const { _id } = await send('branch')
    for (const name of ['staff', 'company', 'platform'] as const)
      expect(await fixtures.as(name).refusal(readReportMail, { params: { ...params(), mailId: _id } })).toMatchObject({
        status: 404,
      })
    await fixtures.runJobs()
  })

  test('contains only what its sender may see', async () => {
    await takeOn(fixtures.as('company'), fixtures.second, fixtures.idOf.secondVendor, '9 Other Branch')
    await send('staff')
    await send('company')
    await fixtures.runJobs()
    const counts = mailServer.received
      .map(({ text }) => /attached: (\d+)/.exec(text ?? '')?.[1] ?? '')
      .toSorted((a, b) => a.localeCompare(b))
    expect(counts).toEqual(['1', '3'])
  })

  test('is sent once when the job runs twice', async () => {
    const { _id } = await send('staff')
    await fixtures.database.pool.query("select graphile_worker.add_job('report-pdf', payload := $1::json)", [await jobFor(_id)])
    await fixtures.runJobs()
    await fixtures.runJobs()
    expect(mailServer.received.length).toBe(1)
    expect(await stateOf('staff', _id)).toBe('sent')
  })

  test('refuses a missing address and unknown groups or filters', async () => {
    for (const query of [{}, { to: 'abc' }, { to, sortOption: 'x:asc' }, { to, showPreSale: 'yes' }, { to, currentPage: '1' }]) {
      const answer = await fixtures.as('staff').inject({ method: 'GET', url: addressOf(sendReportPdf.path, params(), query) })
      expect([query, answer.statusCode]).toEqual([query, 400])
    }
  })

  test('is protected against CSRF although it is a GET', async () => {
    const before = await fixtures.database.pool.query('select from mail')
    const url = addressOf(sendReportPdf.path, params(), { to })
    const inject = (headers: Record<string, string>) => fixtures.as('staff').inject({ method: 'GET', url, headers })
    expect((await inject({ 'x-client': '' })).json()).toMatchObject({ code: 'CLIENT_HEADER_MISSING' })
    expect((await inject({ origin: 'https://elsewhere.example' })).json()).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
    expect((await fixtures.database.pool.query('select from mail')).rowCount).toBe(before.rowCount)
  })

  test('leaves out a property deleted before the job runs', async () => {
    const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '8 Soon Gone')
    const { _id } = await send('company', { searchText: 'soon gone' })
    await fixtures.as('company').ok(deleteProperty, { params: place })
    const document = await loadReportPdfLayout(fixtures.database.db, { ...(await jobFor(_id)), now: fixtures.clock.now() })
    expect(JSON.stringify(document)).not.toContain('8 Soon Gone')
    expect(document.rows).toEqual([])
  })
})

test('at most 2,000 rows; more are refused', () => {
  expect([0, 2000, 2001].map(whyNotSendReport)).toEqual([null, null, 'REPORT_TOO_LONG'])
})
