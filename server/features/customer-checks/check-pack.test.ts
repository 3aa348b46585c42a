import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadCheckPack, listCheckPacks, makeCheckPack } from '@gya/domain/features/customer-checks/check-pack.contract.ts'
import { addCheckFile, decideCustomer, listCustomers } from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { createPng, multipartForm } from '../../../test/support/multipart-form.ts'
import { textOfPages } from '../../../test/support/pdf-text.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../infra/temporary-folders.ts'
import { enterCustomer, switchChecks } from './testing/enter-customer.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  await switchChecks(fixtures.as('company'), fixtures.a)
})
afterAll(() => fixtures.close())

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

// Story 6.
test('the inspector’s file over two branches: lines = checks, sales without checks, sums, no formula, who approved', async () => {
  const { first, second, a } = fixtures
  const staff = fixtures.as('staff')
  const customerId = await enterCustomer(staff, first, {
    name: 'Quentin Sellerby',
    reasons: ['politically-exposed'],
    check: { words: '=HYPERLINK("http://evil.example")' },
  })
  const params = { ...first, customerId }
  await fixtures.as('branch').ok(decideCustomer, { params, body: { decision: 'approved', reason: 'Wealth is documented.' } })
  await enterCustomer(fixtures.as('secondBranch'), second, { name: 'Una Thornbury', kinds: ['identity'] })
  const { data } = await fixtures.as('branch').ok(listCustomers, { params: first })
  const checkId = data[0]?.checks?.find(({ kind }) => kind === 'identity')?._id ?? ''
  const form = await multipartForm([['file', await createPng(2, 2), 'passport.png']])
  await staff.inject({ method: 'POST', url: addressOf(addCheckFile.path, { ...first, checkId }), ...form })
  const bare = await takeOn(fixtures.as('company'), first, fixtures.idOf.vendor, '9 Bare Street')
  await fixtures.database.pool.query(
    `update property_step set state = 'C', completed_on = '2026-03-02' where property_id = $1 and key = 2`,
    [bare.propertyId],
  )
  const body = { dateStart: '2024-03-10', dateEnd: '2026-03-10' }
  const { _id } = await fixtures.as('company').ok(makeCheckPack, { params: a, body })
  expect(await fixtures.as('company').refusal(makeCheckPack, { params: a, body })).toMatchObject({ code: 'EXPORT_RUNNING' })
  await fixtures.runJobs()
  expect((await fixtures.as('company').ok(listCheckPacks, { params: a })).data).toMatchObject([
    { state: 'done', failure: null, dateStart: '2024-03-10', withFiles: true, branchIds: null },
  ])
  const answer = await fixtures
    .as('company')
    .inject({ method: 'GET', url: addressOf(downloadCheckPack.path, { ...a, exportId: _id }) })
  expect(answer.statusCode).toBe(200)
  const files = unzipSync(answer.rawPayload)
  const text = (name: string) => new TextDecoder().decode(files[name])
  const lines = parse<Record<string, string>>(text('register.csv'), { columns: true, bom: true })
  const stored = await fixtures.database.pool.query('select from customer_check')
  expect(lines).toHaveLength(stored.rowCount ?? 0)
  expect(lines[0]).toMatchObject({
    Customer: 'Quentin Sellerby',
    'Decided by': 'branch people',
    Words: `'=HYPERLINK("http://evil.example")`,
  })
  expect(lines.map(({ Files = '' }) => Files).toSorted()).toEqual(['No copy is kept', 'No copy is kept', 'passport.png'])
  expect(text('record.txt')).toMatch(/^Whole up to entry \d+/)
  expect(Object.keys(files).filter((name) => name.startsWith('files/'))).toHaveLength(1)
  const pdf = withoutSpaces(textOfPages(Buffer.from(files['register.pdf'] ?? [])).join(''))
  for (const words of [
    '9 Bare Street',
    'Quentin Sellerby',
    'Una Thornbury',
    'Wealth is documented.',
    'Nominated officer: none is entered',
  ])
    expect(pdf).toContain(withoutSpaces(words))
  const folder = await makeTemporaryFolder('export')
  try {
    const zip = join(folder, 'file.zip')
    await writeFile(zip, answer.rawPayload)
    execFileSync('unzip', ['-q', zip, '-d', folder])
    expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).not.toContain('FAILED')
  } finally {
    await removeTemporaryFolder(folder)
  }
  expect(await auditEntries(fixtures.database, 'checks-exported', 'checks-downloaded')).toHaveLength(2)
})
