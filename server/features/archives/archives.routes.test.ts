import { createHash } from 'node:crypto'
import { downloadExport, exportCompany, listExports } from '@gya/domain/features/archives/archives.contract.ts'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { sweepExports } from './export-company.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
// "4 a day": each test starts on a new day.
beforeEach(() => fixtures.clock.advance({ days: 2 }))

const params = () => ({ companyId: fixtures.a.companyId })
const ask = (withFiles = false) => fixtures.as('company').ok(exportCompany, { params: params(), body: { withFiles } })
const refusal = async () =>
  (await fixtures.as('company').refusal(exportCompany, { params: params(), body: { withFiles: false } })).code
const newest = async () => (await fixtures.as('company').ok(listExports, { params: params() })).data[0]
const download = (exportId: string, name: 'company' | 'otherCompany' = 'company', companyId = fixtures.a.companyId) =>
  fixtures.as(name).inject({ method: 'GET', url: addressOf(downloadExport.path, { companyId, exportId }) })

describe('POST company/:companyId/export', () => {
  test('creates an archive that administrators of the company can download', async () => {
    const { _id } = await ask(true)
    expect(await newest()).toMatchObject({ _id, state: 'queued', withFiles: true, bytes: null, downloads: 0 })
    await fixtures.runJobs()
    const made = await newest()
    expect(made).toMatchObject({ _id, state: 'done', failure: null, downloads: 0 })
    const answer = await download(_id)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toHaveLength(made?.bytes ?? 0)
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(made?.sha256)
    expect(Object.keys(unzipSync(answer.rawPayload))).toContain('tables/property.jsonl')
    expect(await newest()).toMatchObject({ downloads: 1 })
    const audited = await auditEntries(fixtures.database, 'export-asked', 'export-downloaded')
    expect(audited.filter(({ data }) => (data as { exportId?: string }).exportId === _id).map(({ kind }) => kind)).toEqual([
      'export-asked',
      'export-downloaded',
    ])
  })

  test('e-mails all administrators at the start, and the requester when it is ready, without a download link', async () => {
    await ask()
    await fixtures.runJobs()
    const { rows } = await fixtures.database.pool.query<{ subject: string; body: string }>(
      `select subject, body from mail where createdon > $1::timestamptz - interval '1 hour' order by createdon, id`,
      [fixtures.clock.now()],
    )
    expect(rows.map(({ subject }) => subject)).toEqual(['An export of everything was asked for', 'Your export is ready'])
    expect(rows.map(({ body }) => body).join()).not.toMatch(/https?:/)
  })

  test('refuses a second export while one runs (EXPORT_RUNNING), also of concurrent requests', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => fixtures.as('company').call(exportCompany, { params: params(), body: { withFiles: false } })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await refusal()).toBe('EXPORT_RUNNING')
    await fixtures.runJobs()
    await ask()
    await fixtures.runJobs()
  })

  test('refuses a fifth export a day (TOO_MANY_EXPORTS)', async () => {
    for (let n = 0; n < 4; n += 1) {
      await ask()
      await fixtures.runJobs()
    }
    expect(await refusal()).toBe('TOO_MANY_EXPORTS')
  })

  test('fails if a file is missing from the file store, and names it', async () => {
    const { branchId } = fixtures.first
    await fixtures.database.pool.query(`update branch set logo = '0198c0de-0000-4000-8000-00000000a11f' where id = $1`, [
      branchId,
    ])
    await ask(true)
    await fixtures.runJobs()
    expect(await newest()).toMatchObject({ state: 'failed', failure: expect.stringContaining('no longer has'), bytes: null })
    await fixtures.database.pool.query('update branch set logo = null where id = $1', [branchId])
  })
})

describe('GET company/:companyId/export/:exportId/file', () => {
  test('returns 404 to another company, also with its own id in the path', async () => {
    const { _id } = await ask()
    await fixtures.runJobs()
    expect((await download(_id, 'otherCompany')).statusCode).toBe(404)
    expect((await download(_id, 'otherCompany', fixtures.b.companyId)).statusCode).toBe(404)
  })

  test('returns 404 after 7 days; the row stays', async () => {
    const { _id } = await ask()
    await fixtures.runJobs()
    const { database, clock } = fixtures
    await sweepExports({ database, clock })
    expect((await download(_id)).statusCode).toBe(200)
    clock.advance({ days: 7 })
    await sweepExports({ database, clock })
    expect((await download(_id)).statusCode).toBe(404)
    expect(await newest()).toMatchObject({ _id, state: 'expired' })
  })
})
