import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readOperations, retryStuckWork } from '@gya/domain/features/operations/operations.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures } from '../../test/support/fixtures.ts'
import { testStart } from '../../test/support/test-app.ts'
import { runInContext } from '../infra/telemetry/request-context.ts'
import { companyItem, forEachCompany, forEachIsolated } from './for-each-isolated.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  await fixtures.database.pool.query('delete from job_failure')
})

const rows = async () => (await fixtures.database.pool.query('select * from job_failure order by key')).rows
const failure = Object.assign(new Error('jane@people.example is refused'), { code: '23505', constraint: 'one_name' })

/** Runs the items; those in `broken` fail. Returns the outcome and the items that were tried. */
async function run(items: string[], broken: string[]) {
  const tried: string[] = []
  const outcome = await forEachIsolated(fixtures, {
    job: 'sum-days',
    items,
    idOf: companyItem,
    work: async (item) => {
      tried.push(item)
      if (broken.includes(item)) throw failure
    },
  })
  return { outcome, tried }
}
const { a, b } = { a: '00000000-0000-7000-8000-00000000000a', b: '00000000-0000-7000-8000-00000000000b' }

test('a failed item does not stop the next ones; its failure is stored and logged once, without values', async () => {
  const log: string[] = []
  const { outcome } = await runInContext({ job: 'sum-days', span: null, log: (line) => log.push(line) }, () => run([a, b], [a]))
  expect(outcome).toEqual({ done: 1, failed: 1, waiting: 0 })
  expect(log).toEqual([expect.stringMatching(`^Failed item ${a} \\(sum-days\\) · Error 23505 one_name · at `)])
  expect(log.join()).not.toContain('jane')
  expect(await rows()).toMatchObject([
    {
      job: 'sum-days',
      key: a,
      company_id: a,
      failures: 1,
      running_since: null,
      error: 'Error 23505 one_name',
      first_failed: testStart,
    },
  ])
})

test('it is tried again after 1, 2, 4 … minutes; success deletes the row', async () => {
  await run([a], [a])
  const tries: number[] = []
  for (let minute = 1; minute <= 16; minute += 1) {
    fixtures.clock.moveTo(new Date(Date.parse(testStart) + minute * 60_000).toISOString())
    const { tried, outcome } = await run([a], [a])
    if (tried.length > 0) tries.push(minute)
    else expect(outcome).toEqual({ done: 0, failed: 0, waiting: 1 })
  }
  expect(tries).toEqual([1, 3, 7, 15])
  fixtures.clock.advance({ hours: 1 })
  expect((await run([a], [])).outcome).toEqual({ done: 1, failed: 0, waiting: 0 })
  expect(await rows()).toEqual([])
})

test('after ten failures it is stuck: listed, counted in gya_stuck_work, no longer tried; Try again after mending removes it', async () => {
  const companyId = fixtures.a.companyId
  for (let tries = 0; tries < 10; tries += 1) {
    await run([companyId], [companyId])
    fixtures.clock.advance({ days: 1 })
  }
  expect((await run([companyId], [])).outcome).toEqual({ done: 0, failed: 0, waiting: 1 })
  const platform = await fixtures.signedIn(fixtures.idOf.platform)
  const stuck = { job: 'sum-days', key: companyId }
  const listed = { ...stuck, company: 'Alder & Ash', since: testStart, attempts: 10, lastError: 'Error 23505 one_name' }
  expect((await platform.ok(readOperations)).stuck).toEqual([listed])
  expect((await fixtures.app.inject('/metrics')).body).toContain('gya_stuck_work{task="sum-days"} 1')

  for (const body of [
    { ...stuck, key: 'unknown' },
    { ...stuck, job: 'unknown' },
  ])
    expect(await platform.refusal(retryStuckWork, { body })).toMatchObject({ status: 404 })
  expect(await platform.refusal(retryStuckWork, { body: { ...stuck, key: 'x'.repeat(121) } })).toMatchObject({ status: 400 })
  expect((await platform.ok(readOperations)).stuck).toEqual([listed])

  await platform.ok(retryStuckWork, { body: stuck })
  expect((await auditEntries(fixtures.database, 'stuck-work-retried')).at(-1)).toMatchObject({ data: stuck })
  await fixtures.runJobs()
  expect(await rows()).toEqual([])
  expect((await platform.ok(readOperations)).stuck).toEqual([])
})

test('a process that is killed during a retry counts as one failure', async () => {
  await run([a], [a])
  fixtures.clock.advance({ minutes: 1 })
  const { connectionString } = fixtures.database.pool.options
  const child = spawn(process.execPath, [new URL('./testing/isolated-job-process.ts', import.meta.url).pathname], {
    env: { ...process.env, DATABASE_URL: connectionString, NOW: fixtures.clock.now(), KEY: a },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await rows()).toMatchObject([{ key: a, failures: 2, running_since: fixtures.clock.now(), error: 'Interrupted' }])
  expect((await run([a], [])).outcome).toEqual({ done: 0, failed: 0, waiting: 1 })
  fixtures.clock.advance({ minutes: 2 })
  expect((await run([a], [])).outcome).toEqual({ done: 1, failed: 0, waiting: 0 })
})

test('forEachCompany works for all companies that are not deleted', async () => {
  const seen: string[] = []
  await forEachCompany(fixtures, 'sum-days', async (companyId) => {
    seen.push(companyId)
    throw failure
  })
  const { rows: live } = await fixtures.database.pool.query('select id from company where deleted_on is null order by id')
  expect(seen.toSorted()).toEqual(live.map(({ id }) => id))
  expect((await rows()).map(({ key }) => key)).toEqual(live.map(({ id }) => id))
})
