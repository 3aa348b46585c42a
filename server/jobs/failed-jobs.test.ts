import { readCompanyRecord, verifyCompanyRecord } from '@gya/domain/features/record/record.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../test/support/fixtures.ts'
import { createFailedJobHandlers } from './failed-jobs.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(() => fixtures.database.pool.query('delete from graphile_worker._private_jobs'))

const query = async (text: string, values: unknown[] = []) => (await fixtures.database.pool.query(text, values)).rows

/** Marks what the only queued job works on as failed. */
async function giveUp(): Promise<void> {
  const jobs = await query(
    'select t.identifier as name, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id',
  )
  expect(jobs).toHaveLength(1)
  await createFailedJobHandlers(fixtures)(jobs[0]?.name, jobs[0]?.payload)
}

test('a verification that is given up is removed, so that another can be requested', async () => {
  const verify = () => fixtures.as('company').ok(verifyCompanyRecord, { params: fixtures.a, body: {} })
  await verify()
  await giveUp()
  expect((await fixtures.as('company').ok(readCompanyRecord, { params: fixtures.a })).verification).toBeNull()
})

test.each([
  ['verify-archive', 'verifying', { state: 'refused', failure: null }],
  ['restore-archive', 'restoring', { state: 'restoring', failure: 'The job ended without a result.' }],
  ['give-up-restore', 'giving-up', { state: 'restoring', failure: 'The job ended without a result.' }],
  ['verify-archive', 'restored', { state: 'restored', failure: null }],
])('%s of an archive that is %s', async (job, state, expected) => {
  const archiveId = fixtures.clock.newId()
  await query(
    "insert into archive_upload (id, name, bytes, parts, fingerprint, state, uploaded_by, createdon) values ($1, 'a.zip', 1, 1, 'f', $2, $3, now())",
    [archiveId, state, fixtures.idOf.platform],
  )
  await createFailedJobHandlers(fixtures)(job, { archiveId })
  expect(await query('select state, failure from archive_upload where id = $1', [archiveId])).toEqual([expected])
})

test('a job that marks nothing as busy changes nothing', async () => {
  await createFailedJobHandlers(fixtures)('sum-days', {})
})
