import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { createTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures } from '../../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../../test/support/mail-receiver.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { sendDigests } from './send-digests.ts'

/** 9 November 2025 is a Sunday. */
const sunday = '2025-11-09T12:00:00Z'
const monday = '2025-11-10T07:30:00Z'

let mailServer: MailReceiver
let fixtures: Fixtures
beforeEach(async () => {
  mailServer = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: mailServer.url } })
  fixtures.clock.moveTo(sunday)
})
afterEach(async () => {
  await fixtures.close()
  await mailServer.close()
})

const switchOn = (digestTime: string | null = '07:30', as: FixtureUser = 'staff') =>
  fixtures.as(as).ok(updateOwnAccount, { body: { digestTime } })
const addTask = (title: string, more: { dueOn?: string; propertyId?: string } = {}) =>
  fixtures.as('staff').ok(createTask, { params: fixtures.a, body: { title, ...more } })
async function lookAt(instant: string): Promise<void> {
  fixtures.clock.moveTo(instant)
  await jobAdder(fixtures.database.db)('send-digests', {})
  await fixtures.runJobs()
}
const digests = () => mailServer.received.filter(({ subject }) => subject?.startsWith('Your day'))

test('sends once at 07:30 on Monday with two processes (story 21)', async () => {
  await switchOn()
  await addTask('Ring the office', { dueOn: '2025-11-07' })
  await addTask('Send the pack', { dueOn: '2025-11-10', propertyId: fixtures.first.propertyId })
  await addTask('Tomorrow', { dueOn: '2025-11-11' })
  await addTask('Some day')
  await lookAt('2025-11-10T07:29:59Z')
  expect(digests()).toEqual([])
  fixtures.clock.moveTo(monday)
  const context = { database: fixtures.database, clock: fixtures.clock, publicUrl: 'https://gya.example' }
  await Promise.all([sendDigests(context), sendDigests(context)])
  await lookAt('2025-11-10T07:31:00Z')
  await lookAt('2025-11-10T16:00:00Z')
  expect(digests().map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    [fixtures.emailOf('staff'), 'Your day, Monday 10/11/2025'],
  ])
  const text = digests()[0]?.text ?? ''
  expect(text).toMatch(
    /Tasks due\s+(1 First Street: Send the pack, due today\s+Ring the office, .*late|Ring the office, .*late\s+1 First Street: Send the pack, due today)/,
  )
  expect(text).not.toMatch(/Tomorrow|Some day/)
})

test('story 21: a process killed while writing the digest leaves nothing; another process sends it once', async () => {
  await switchOn()
  await addTask('Ring the office', { dueOn: '2025-11-10' })
  const { pool } = fixtures.database
  const holder = await pool.connect()
  await holder.query('begin; lock table mail in exclusive mode')
  const child = spawn(process.execPath, ['server/features/today/testing/send-digests-process.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { PATH: process.env.PATH, DATABASE_URL: pool.options.connectionString, NOW: monday },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  // It has marked the day as sent and is waiting to write the e-mail.
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%insert into "mail"%'`
  const backend = await vi.waitUntil(async () => (await pool.query<{ pid: number }>(waiting)).rows[0]?.pid, 30_000)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  await holder.query('rollback')
  holder.release()
  await vi.waitUntil(async () => {
    const { rowCount } = await pool.query('select from pg_stat_activity where pid = $1', [backend])
    return rowCount === 0
  }, 30_000)
  await lookAt(monday)
  await lookAt('2025-11-10T07:31:00Z')
  expect(digests()).toHaveLength(1)
}, 90_000)

test('a digest is sent by the next run after a failure', async () => {
  await switchOn()
  await addTask('Ring the office', { dueOn: '2025-11-10' })
  fixtures.clock.moveTo(monday)
  const failing = {
    ...fixtures.clock,
    now: () => fixtures.clock.now(),
    newId: (): string => {
      throw new Error('killed')
    },
  }
  await sendDigests({ database: fixtures.database, clock: failing, publicUrl: '' })
  expect(digests()).toEqual([])
  await lookAt('2025-11-10T07:31:00Z')
  expect(digests()).toHaveLength(1)
})

test('sends none on Saturday, none without content, none after it is switched off or the user is deactivated', async () => {
  await switchOn()
  await lookAt(monday)
  await addTask('Ring the office', { dueOn: '2025-11-10' })
  await lookAt('2025-11-15T09:00:00Z')
  await switchOn(null)
  await lookAt('2025-11-17T09:00:00Z')
  await switchOn('05:00')
  await fixtures.database.db
    .updateTable('app_user')
    .set({ deactivated_on: fixtures.clock.now() })
    .where('id', '=', fixtures.idOf.staff)
    .execute()
  await lookAt('2025-11-18T09:00:00Z')
  expect(digests()).toEqual([])
})

test('PUT user/me digestTime: a time that has passed applies from tomorrow; vendors and platform administrators have no digest', async () => {
  await addTask('Ring the office', { dueOn: '2025-11-10' })
  fixtures.clock.moveTo('2025-11-10T14:00:00Z')
  expect(await switchOn()).toMatchObject({ digestTime: '07:30' })
  await lookAt('2025-11-10T14:01:00Z')
  expect(digests()).toEqual([])
  await lookAt('2025-11-11T07:30:00Z')
  expect(digests()).toHaveLength(1)
  for (const as of ['vendor', 'platform'] as const)
    expect(await fixtures.as(as).refusal(updateOwnAccount, { body: { digestTime: '07:30' } })).toMatchObject({ status: 400 })
  expect(await fixtures.as('staff').refusal(updateOwnAccount, { body: { digestTime: '24:00' } })).toMatchObject({ status: 400 })
})
