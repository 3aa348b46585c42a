import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { killRepeatedly } from '../../../test/support/kill-repeatedly.ts'
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { signerOf } from '../record/sign-checkpoints.ts'
import { verifyRecord } from '../record/verify-record.ts'
import { ArchiveClient, comparedSums, exportOf } from './testing/archive-client.ts'
import { enrichCompany } from './testing/rich-company.ts'

let fixtures: Fixtures
let zip: Uint8Array
beforeAll(async () => {
  fixtures = await openFixtures()
  await enrichCompany(fixtures)
  zip = await exportOf(fixtures, fixtures.a.companyId)
})
afterAll(() => fixtures.close())

function start(url: string, elsewhere: TestApp, archiveId: string) {
  const process = spawn(
    execPath,
    [join(import.meta.dirname, 'testing/restore-process.ts'), url, elsewhere.files.folder ?? '', archiveId],
    { stdio: 'ignore', env: { ...env, RECORD_KEY: elsewhere.config.recordKeys[0] } },
  )
  return { kill: (signal: 'SIGKILL') => void process.kill(signal), ended: once(process, 'exit') }
}

test('a restore that is killed at any step resumes with the same final state; the company is hidden until then', {
  timeout: 1_200_000,
}, async () => {
  const { url, drop } = await createTestDatabase()
  const elsewhere = await openTestApp({ on: { url, drop } })
  const { db } = elsewhere.database
  const id = elsewhere.clock.newId()
  const admin = { id, type: 'GYA_ADMIN', first_name: 'Ada', last_name: 'Min', email: 'ada@people.example' }
  await db
    .insertInto('app_user')
    .values({ ...admin, activated: true, createdon: elsewhere.clock.now() })
    .execute()
  const archives = new ArchiveClient(elsewhere, await elsewhere.signedIn(id))
  const { _id } = await archives.verify(zip)
  await db.updateTable('archive_upload').set({ state: 'restoring' }).where('id', '=', _id).execute()
  const began = { at: '' }
  await killRepeatedly({
    url,
    // In the order of the steps: accounts, tables, record, projections, and the step that makes the company visible.
    locks: ['app_user', 'property', 'document', 'note', 'webhook', 'event', 'property_report', 'vendor_news'].map(
      (table) => `lock table ${table} in share mode`,
    ),
    start: async () => {
      const shown = await db.selectFrom('company').select('id').where('deleted_on', 'is', null).execute()
      expect(shown).toEqual([])
      began.at = (await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)).rows[0]?.at ?? ''
      return start(url, elsewhere, _id)
    },
    hasBegun: async () => {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and backend_start > ${began.at}`.execute(db)
      return rows.length > 0
    },
  })
  const last = start(url, elsewhere, _id)
  await last.ended
  expect(await archives.read(_id)).toMatchObject({ state: 'restored', failure: null })
  expect(comparedSums(await exportOf(elsewhere, fixtures.a.companyId))).toEqual(comparedSums(zip))
  const verdict = await verifyRecord(elsewhere.database, fixtures.a.companyId, {
    now: elsewhere.clock.now(),
    signer: signerOf(elsewhere.config),
  })
  expect(verdict).toMatchObject({ whole: true })
  await elsewhere.close()
})
