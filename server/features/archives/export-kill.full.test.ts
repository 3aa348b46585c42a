import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { exportCompany, listExports } from '@gya/domain/features/archives/archives.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { isJobRunning, killRepeatedly, until } from '../../../test/support/kill-repeatedly.ts'
import { startProductionApp } from '../../../test/support/production-app.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { fileKey } from '../../infra/files/file-store.ts'
import { comparedSums } from './testing/archive-client.ts'
import { enrichCompany } from './testing/rich-company.ts'

let fixtures: Fixtures
let dataDir: string
let url: string
beforeAll(async () => {
  const on = await createTestDatabase()
  url = on.url
  fixtures = await openFixtures({ on })
  await enrichCompany(fixtures)
  await fixtures.runJobs()
  // The processes share the files of the fixtures.
  dataDir = await mkdtemp(join(tmpdir(), 'gya-test-export-kill-'))
  await symlink(fixtures.files.folder ?? '', join(dataDir, 'files'))
})
afterAll(async () => {
  await fixtures.close()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () => startProductionApp({ DATABASE_URL: url, DATABASE_POOL: '4', MAIL: 'keep', DATA_DIR: dataDir })
const company = () => fixtures.as('company')
const ask = async () => (await company().ok(exportCompany, { params: fixtures.a, body: { withFiles: true } }))._id
const read = async (exportId: string) =>
  (await company().ok(listExports, { params: fixtures.a })).data.find(({ _id }) => _id === exportId)
const isOver = (exportId: string) => async () => ['done', 'failed'].includes((await read(exportId))?.state ?? '')

/** Checksums of tables, files, pictures and record of a finished export; without e-mails, because each export adds some. */
async function sumsOf(exportId: string): Promise<string[]> {
  const { rows } = await fixtures.database.pool.query<{ file: string }>('select file from company_export where id = $1', [
    exportId,
  ])
  const zip = await buffer(await fixtures.files.read(fileKey(rows[0]?.file ?? '', 'original')))
  return comparedSums(zip).filter((sum) => !sum.includes('tables/mail.'))
}

test('an export that is killed while reading tables or storing the ZIP ends like an uninterrupted one', {
  timeout: 1_200_000,
}, async () => {
  const exportId = await ask()
  await killRepeatedly({
    url,
    // In the order in which it reads the tables; it stores the ZIP last.
    locks: [
      ...['asking_price', 'document', 'note', 'offer', 'viewing'].map((table) => `lock table ${table} in access exclusive mode`),
      'lock table loose_file in share mode',
    ],
    start,
    hasBegun: () => isJobRunning(fixtures.database.pool, 'export-company'),
  })
  const app = await start()
  await until(isOver(exportId))
  expect(await read(exportId)).toMatchObject({ state: 'done', failure: null })
  const undisturbed = await ask()
  await until(isOver(undisturbed))
  await app.stop()
  const sums = await sumsOf(exportId)
  expect(sums.length).toBeGreaterThan(100)
  expect(sums).toEqual(await sumsOf(undisturbed))
  const { rows } = await fixtures.database.pool.query(`select subject from mail where subject = 'Your export is ready'`)
  expect(rows).toHaveLength(2)
  expect((await readdir(tmpdir())).filter((name) => name.includes(exportId))).toEqual([])
})
