import { unprintableCharacters } from '@gya/domain/common/unprintable-characters.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { dashboardViews } from '@gya/domain/features/dashboard/metrics.ts'
import { readForecastSettings, saveForecastSettings } from '@gya/domain/features/forecast/forecast-settings.contract.ts'
import { quickKinds } from '@gya/domain/features/forecast/quick.ts'
import { buildMemo } from '@gya/domain/features/memo/build-memo.ts'
import { downloadMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { readReportMail, sendReportPdf } from '@gya/domain/features/report/report.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { sendUpdate } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { type ViewList, viewColumns } from '@gya/domain/features/views/views.model.ts'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sendWeeklySummaries } from '../../server/features/dashboard/send-weekly-summaries.ts'
import { forecastSales } from '../../server/features/forecast/forecast-sales.ts'
import { findMemoParties } from '../../server/features/memo/memo.repository.ts'
import { memoPdfLayout } from '../../server/features/memo/memo-pdf-layout.ts'
import { loadProperty } from '../../server/features/properties/read/load-property.ts'
import { loadReportPdfLayout, type ReportPdfJob } from '../../server/features/report/report-pdf.ts'
import { makePdf, makeTablePdf } from '../../server/infra/pdf/make-pdf.ts'
import { type Fixtures, openFixtures, testPassword } from '../support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../support/mail-receiver.ts'
import { allTextFields, createMaliciousCompany, type MaliciousCompany, uncoveredFields } from '../support/malicious-company.ts'
import { findMarkers, maliciousText } from '../support/malicious-input.ts'
import { signIn } from '../support/sign-in.ts'
import { addressOf, type TestClient } from '../support/test-client.ts'

/**
 * A company in which every text is markup, script, formula and SQL at once, checked where it leaves the server: e-mails,
 * spreadsheets and PDFs. Screens are covered by the browser tests.
 */

let fixtures: Fixtures
let mailServer: MailReceiver
let hostile: MaliciousCompany
let admin: TestClient
beforeAll(async () => {
  mailServer = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: mailServer.url } })
  const base = await fixtures.app.listen({ port: 0, host: '127.0.0.1' })
  hostile = await createMaliciousCompany(base, { email: fixtures.emailOf('platform'), password: testPassword })
  await signInAdmin()
})
afterAll(async () => {
  await fixtures.close()
  await mailServer.close()
})

async function signInAdmin(): Promise<void> {
  const { email, password } = hostile.people.company
  admin = (await signIn(fixtures, email, password)).client
}

const placeOf = ({ companyId, branchId, propertyId }: MaliciousCompany) => ({ companyId, branchId, propertyId })

test('every text field of every contract is included', () => {
  const sent = new Set([...hostile.sent.values()].map(({ field }) => field))
  expect(allTextFields().filter((text) => !sent.has(text) && !uncoveredFields.some((not) => not.test(text)))).toEqual([])
})

describe('E-mails', () => {
  let mails: Email[]
  beforeAll(async () => {
    const { database, clock, config } = fixtures
    // Only confirmed addresses get summaries and step notifications.
    await fixtures.database.db.updateTable('app_user').set({ email_verified: true }).execute()
    await admin.ok(saveTimeline, { params: placeOf(hostile), body: { timeline: [{ key: 26, state: 'IP' }] } })
    await sendSavedUpdate()
    await admin.ok(sendReportPdf, { params: { companyId: hostile.companyId }, query: { to: 'reader@people.example' } })
    // The company's first week closed at most a day ago.
    for (let day = 0; day < 8; day += 1) {
      fixtures.clock.advance({ hours: 24 })
      await sendWeeklySummaries({ database, clock, publicUrl: config.publicUrl })
    }
    await fixtures.runJobs()
    await fixtures.runJobs()
    // The session has been idle for days.
    await signInAdmin()
    mails = mailServer.received
  })

  test('recipients are users or contacts, one address each', () => {
    const known = [/^o'.+@w{60}\.w{60}\.example$/, /^reader@people\.example$/, /@people\.example$/, /^support@gya\.example$/]
    expect(mails.length).toBeGreaterThan(12)
    for (const { to = [], cc, bcc } of mails) {
      expect([cc, bcc]).toEqual([undefined, undefined])
      expect(to.filter(({ address }) => !known.some((one) => one.test(address ?? '')))).toEqual([])
    }
    expect(mailServer.recipients.filter((recipients) => recipients.length !== 1)).toEqual([])
  })

  test('header injection: each message has the expected headers only', () => {
    const written = new Set(
      'from to reply-to subject message-id date mime-version content-type content-transfer-encoding received auto-submitted'.split(
        ' ',
      ),
    )
    const others = mails.flatMap(({ headers }) => headers.filter(({ key }) => !written.has(key)))
    expect(others).toEqual([])
  })

  test('subjects and attachment names are encoded correctly', () => {
    const texts = [...hostile.sent.values()]
    const typed = (field: RegExp) => texts.filter((one) => field.test(one.field)).map(({ text }) => text)
    const subjects = mails.map(({ subject }) => subject)
    for (const subject of typed(/email subject$/)) expect(subjects).toContain(subject)
    const names = mails.flatMap(({ attachments }) => attachments.map(({ filename }) => filename ?? ''))
    expect(names.filter((name) => /[<>:"|?*/\\\r\n]/.test(name))).toEqual([])
    expect(names.some((name) => name.includes('WWWW'))).toBe(true)
  })

  test('HTML injection: no tag, attribute or URL from the texts', () => {
    const pages = mails.flatMap(({ html }) => html ?? [])
    expect(pages.some((page) => findMarkers(page.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).length > 0)).toBe(true)
    for (const page of pages) {
      expect(page).not.toMatch(/<u>|<img|<script|<[a-z]+[^>]*\son\w+\s*=/i)
      expect([...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to = '']) => new URL(to).origin)).toEqual(
        expect.arrayContaining([fixtures.config.publicUrl]),
      )
    }
  })

  test('links lead to PUBLIC_URL only', () => {
    const links = mails.flatMap(({ text = '', html = '' }) => `${text} ${html}`.match(/\b(?:https?:|www\.)[^\s"<]*/g) ?? [])
    expect(links.length).toBeGreaterThan(8)
    expect(links.filter((link) => new URL(link).origin !== fixtures.config.publicUrl)).toEqual([])
  })
})

/** The update to the vendor that the company has saved as a draft. */
async function sendSavedUpdate(): Promise<void> {
  const { companyId, propertyId } = hostile
  const drafts = fixtures.database.db.selectFrom('vendor_update').select(['text', 'version']).where('company_id', '=', companyId)
  const draft = await drafts.executeTakeFirstOrThrow()
  await admin.ok(sendUpdate, { params: { companyId, propertyId }, body: draft })
}

/** Cells by RFC 4180. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.filter((row) => row.length > 1)
}

// Those of an import require an uploaded file; the same writer generates them.
const exports = endpoints.filter(({ call }) => call.responseTypes?.includes('text/csv') && !call.path.includes('/import'))

describe('Spreadsheets', () => {
  beforeAll(async () => {
    await forecastSales({ database: fixtures.database, clock: fixtures.clock })
    await fixtures.database.pool.query('insert into lender (company_id, id, name) values ($1, gen_random_uuid(), $2)', [
      hostile.companyId,
      maliciousText(100, 80),
    ])
    // The comparison lists nobody with fewer than ten exchanged sales, so learned figures are inserted for everybody in the company.
    await fixtures.database.pool.query(
      `insert into learned_factor (company_id, learned_on, kind, id, observed, expected, factor, finished_sales, open_sales, median_days)
       select r.company_id, r.learned_on, n.kind, n.id, 40, 30, 1, 12, 1, 9 from learned_run r
       cross join lateral (
         select 'branch' as kind, id from branch where company_id = r.company_id
         union all select 'lender', id from lender where company_id = r.company_id
         union all select kind, id from company_contact, unnest(array['vendorFirm', 'buyerFirm', 'broker']) as kind
           where company_id = r.company_id
         union all select 'progressor', id from app_user where company_id = r.company_id) n
       where r.company_id = $1
       on conflict (company_id, learned_on, kind, id) do update
         set observed = excluded.observed, expected = excluded.expected, finished_sales = excluded.finished_sales`,
      [hostile.companyId],
    )
    const { companyId } = hostile
    const settings = await admin.ok(readForecastSettings, { params: { companyId } })
    await admin.ok(saveForecastSettings, { params: { companyId }, body: { ...settings, compareStaff: true } })
  })

  const listOf = ({ path }: Endpoint): ViewList => (path.includes('/report/') ? 'report' : 'properties')

  /** Every variant: all tabs, all kinds, all column groups, all columns that a view can have. */
  const queriesOf = (call: Endpoint): object[] => {
    const { tab, kind, showFinancial, columns } = call.query?.shape ?? {}
    if (kind && call.path.endsWith('/quick')) return [...quickKinds, 'progressor'].map((one) => ({ kind: one }))
    if (tab) return dashboardViews.map((one) => ({ tab: one }))
    const ofView = columns ? [{ columns: viewColumns[listOf(call)].map(({ id }) => id).join(',') }] : []
    return [showFinancial ? { showFinancial: '1', showSaleProgression: '1' } : {}, ...ofView]
  }

  test.each(exports)('$call.path: no cell is a formula, and every line has the columns of the heading', async ({ call }) => {
    for (const query of queriesOf(call)) {
      const isPlatforms = call.path.endsWith('/platform')
      const reader = isPlatforms ? fixtures.as('platform') : admin
      const { statusCode, body } = await reader.inject({ method: 'GET', url: addressOf(call.path, hostile, query) })
      expect([query, statusCode]).toEqual([query, 200])
      const [head = [], ...rows] = cellsOf(body)
      expect([query, rows.length > 0]).toEqual([query, true])
      for (const row of rows) {
        expect(row).toHaveLength(head.length)
        expect(row.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))).toEqual([])
      }
      // The company dashboard and the platform's audit contain no entered text.
      if (!call.path.includes('/all') && !isPlatforms) expect(findMarkers(body).length).toBeGreaterThan(0)
    }
  })
})

describe('PDFs', () => {
  /** PDF names that run actions on opening or clicking. */
  const active = /\/(URI|JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile|SubmitForm|GoToR|RichMedia)\b/

  /** The same without the characters that the font lacks. */
  const printableOf = <T>(of: T): T =>
    JSON.parse(JSON.stringify(of), (_key, value: unknown) =>
      typeof value === 'string' ? [...value].filter((sign) => unprintableCharacters(sign).length === 0).join('') : value,
    ) as T

  test('characters that the font lacks are refused in the memorandum and replaced in the report; no action or link is embedded', async () => {
    const { companyId } = hostile
    const { db, pool } = fixtures.database
    const refused = await admin.inject({ method: 'GET', url: addressOf(downloadMemo.path, hostile) })
    expect(refused.json()).toMatchObject({ code: 'MEMO_NOT_PRINTABLE' })
    const { _id: mailId } = await admin.ok(sendReportPdf, { params: { companyId }, query: { to: 'again@people.example' } })
    const { rows } = await pool.query("select payload from graphile_worker._private_jobs where payload ->> 'mailId' = $1", [
      mailId,
    ])
    const report = await loadReportPdfLayout(db, { ...(rows[0].payload as ReportPdfJob), now: fixtures.clock.now() })
    await fixtures.runJobs()
    expect(await admin.ok(readReportMail, { params: { companyId, mailId } })).toMatchObject({ state: 'sent' })
    const memo = buildMemo((await loadProperty(db, hostile, '2026-03-10')).detail, await findMemoParties(db, hostile))
    const head = {
      company: memo.remarks,
      branch: memo.remarks,
      address: '',
      tel: '',
      email: '',
      brandColour: '#33475b',
      logo: null,
    }
    const made = [await makePdf(memoPdfLayout(printableOf(memo), printableOf(head), '2026-03-10')), await makeTablePdf(report)]
    for (const bytes of made) {
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(bytes.toString('latin1')).not.toMatch(active)
    }
  })
})

describe('E-mail address fields', () => {
  const wrong = [
    'a@b.example, c@d.example',
    'a@b.example;c@d.example',
    'a@b.example c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example\nX: y',
    'A <a@b.example>',
    '"A, B" <a@b.example>',
    '<a@b.example>',
    'a@b.example\u0000',
    '"a\r\nBcc: c@d.example"@b.example',
    'a@b.example%0d%0aBcc:c@d.example',
    'a@[127.0.0.1]',
    '@b.example',
    'a@b',
  ]
  const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
  /** Places where a schema accepts only an e-mail address. */
  function emailFieldsOf(schema: z.ZodType, path = ''): [string, z.ZodType][] {
    const { innerType, element, options } = schema.def as { innerType?: z.ZodType; element?: z.ZodType; options?: z.ZodType[] }
    if (schema instanceof z.ZodObject)
      return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, one]) =>
        emailFieldsOf(one, `${path}.${name}`),
      )
    const isAddress = takes(schema, 'a@b.example') && ['Some text', 'A longer text'].every((text) => !takes(schema, text))
    if (isAddress) return [[path, schema]]
    return [innerType, element, ...(options ?? [])].flatMap((inner) => (inner ? emailFieldsOf(inner, path) : []))
  }
  const fields = endpoints.flatMap(({ call }) =>
    [call.body, call.query].flatMap((part) => (part ? emailFieldsOf(part, `${call.method} ${call.path} `) : [])),
  )

  test('every field refuses lists and header injection', () => {
    expect(fields.length).toBeGreaterThan(25)
    for (const [path, field] of fields) expect([path, wrong.filter((address) => takes(field, address))]).toEqual([path, []])
  })
})
