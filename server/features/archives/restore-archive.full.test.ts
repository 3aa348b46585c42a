import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
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

const start = (url: string, elsewhere: TestApp, archiveId: string): ChildProcess =>
  spawn(
    process.execPath,
    [join(import.meta.dirname, 'testing/restore-process.ts'), url, elsewhere.files.folder ?? '', archiveId],
    { stdio: 'ignore' },
  )

test('a restore that is killed at any step goes on where it was, with the same end state; the company is hidden until then', async () => {
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
  const stepsDone = async () =>
    (await db.selectFrom('archive_upload').select('done_steps').where('id', '=', _id).executeTakeFirstOrThrow()).done_steps.length

  for (const steps of [0, 1, 2, 13, 29, 54, 71, 74]) {
    const child = start(url, elsewhere, _id)
    while ((await stepsDone()) < steps && child.exitCode === null) await setTimeout(5)
    child.kill('SIGKILL')
    if (child.exitCode === null) await once(child, 'exit')
    const shown = await db.selectFrom('company').select('id').where('deleted_on', 'is', null).execute()
    if ((await archives.read(_id)).state === 'restoring') expect(shown).toEqual([])
  }
  const last = start(url, elsewhere, _id)
  await once(last, 'exit')
  expect(await archives.read(_id)).toMatchObject({ state: 'restored', failure: null })
  expect(comparedSums(await exportOf(elsewhere, fixtures.a.companyId))).toEqual(comparedSums(zip))
  const verdict = await verifyRecord(elsewhere.database, fixtures.a.companyId, { now: elsewhere.clock.now() })
  expect(verdict).toMatchObject({ whole: true })
  await elsewhere.close()
})
