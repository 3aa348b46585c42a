import { endpoints } from '@gya/domain/endpoints.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { sendReportPdf } from '@gya/domain/features/report/report.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const allow = (recipientDomains: string[]) =>
  fixtures.as('company').ok(updateCompany, {
    body: { _id: fixtures.a.companyId, security: { sessionIdleHours: 12, recipientDomains } },
  })
const send = (to: string) => ({ params: fixtures.a, query: { to } })

test('every contract with recipients and a subject or a file has sendsDocuments', () => {
  const sending = endpoints.filter(({ call }) => call.emailRecipients?.some((path) => /\.(to|cc|bcc)$/.test(path)))
  expect(sending.map(({ name }) => name).toSorted()).toEqual(['emailDocument', 'emailMemorandum', 'sendReportPdf'])
  expect(sending.filter(({ call }) => !call.sendsDocuments)).toEqual([])
})

test('without allowed domains a report is sent to any address', async () => {
  await fixtures.as('staff').ok(sendReportPdf, send('someone@anywhere.example'))
})

test('another domain responds RECIPIENT_NOT_ALLOWED at its field, sends nothing, and is audited', async () => {
  await allow(['law.example', 'Agents.example', 'law.example'])
  await fixtures.as('staff').ok(sendReportPdf, send('partner@LAW.example'))
  const before = await databaseChecksum(fixtures.database)
  expect(await fixtures.as('staff').refusal(sendReportPdf, send('someone@mail.law.example'))).toMatchObject({
    status: 409,
    code: 'RECIPIENT_NOT_ALLOWED',
    issues: [{ path: 'to', message: expect.stringContaining('agents.example, law.example') }],
  })
  expect(await databaseChecksum(fixtures.database)).toEqual(before)
  const [line] = await auditEntries(fixtures.database, 'recipient-refused')
  expect(line).toMatchObject({
    company_id: fixtures.a.companyId,
    user_id: fixtures.idOf.staff,
    data: { domains: 'mail.law.example' },
  })
  expect(JSON.stringify(line)).not.toContain('someone')
})

test('the error names several refused domains', async () => {
  const params = { ...fixtures.first, documentId: fixtures.clock.newId() }
  const body = { to: ['a@vendor.example', 'b@law.example', 'c@buyer.example'], bcc: ['d@vendor.example'], message: 'Hello' }
  const words = 'Your company sends reports and documents only to certain domains.'
  expect((await fixtures.as('staff').refusal(emailDocument, { params, body })).issues).toEqual([
    { path: 'to', message: `${words} buyer.example and vendor.example are not among them: agents.example, law.example.` },
    { path: 'bcc', message: `${words} vendor.example is not one of them: agents.example, law.example.` },
  ])
})

test('PUT /company refuses invalid domains by name, and audits the change', async () => {
  const body = { _id: fixtures.a.companyId, security: { sessionIdleHours: 12, recipientDomains: ['not a domain'] } }
  expect(await fixtures.as('company').refusal(updateCompany, { body })).toMatchObject({
    status: 400,
    issues: [{ path: 'security.recipientDomains', message: expect.stringContaining('not a domain') }],
  })
  const changed = (await auditEntries(fixtures.database, 'settings-changed')).map(({ data }) => data.changed)
  expect(changed).toEqual(['domains of recipients'])
  await allow(['agents.example', 'law.example'])
  expect(await auditEntries(fixtures.database, 'settings-changed')).toHaveLength(1)
})

test('a reader sends a report to colleagues only, until the company allows other addresses', async () => {
  await allow([])
  const id = await fixtures.addUser({ type: 'READER', email: 'reader@people.example', companyId: fixtures.a.companyId })
  await fixtures.database.pool.query('update app_user set all_branches = true where id = $1', [id])
  const reader = await fixtures.signedIn(id)
  await reader.ok(sendReportPdf, send('Reader@people.example'))
  await reader.ok(sendReportPdf, send(fixtures.emailOf('staff')))
  for (const to of ['someone@anywhere.example', fixtures.emailOf('otherStaff'), fixtures.emailOf('vendor')])
    expect(await reader.refusal(sendReportPdf, send(to))).toMatchObject({
      status: 409,
      code: 'READER_RECIPIENT',
      issues: [{ path: 'to', message: expect.stringContaining(to) }],
    })
  const security = { readersMailOutside: true }
  await fixtures.as('company').ok(updateCompany, { body: { _id: fixtures.a.companyId, security } })
  await reader.ok(sendReportPdf, send('someone@anywhere.example'))
})
