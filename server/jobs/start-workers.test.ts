import { type JobName, jobSchedules } from '@gya/domain/features/operations/job-schedules.ts'
import { forgotPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../test/support/mail-receiver.ts'
import { secretBox } from '../infra/encrypted-secrets.ts'
import { createMailTransport } from '../infra/mail/smtp.ts'
import { createJobHandlers } from './job-handlers.ts'
import { addJobs, jobAdder, type Task } from './queue.ts'
import { groupJobs, startWorkers } from './start-workers.ts'

let mailServer: MailReceiver
let fixtures: Fixtures
beforeAll(async () => {
  mailServer = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: mailServer.url } })
})
afterAll(async () => {
  await fixtures.close()
  await mailServer.close()
})

test('e-mails, passwords, sealing and webhooks do not wait for 40 long and scheduled jobs of each kind', async () => {
  const { database, clock, config } = fixtures
  const transport = createMailTransport(config)
  const handlers = createJobHandlers({
    database,
    files: fixtures.files,
    clock,
    config,
    transport,
    secrets: secretBox(Buffer.alloc(32, 7)),
    webhookHttp: fixtures.app.gya.webhookHttp,
    openMailbox: fixtures.app.gya.openMailbox,
  })
  const held = (Object.keys(jobSchedules) as JobName[]).filter((name) => ['long', 'upkeep'].includes(jobSchedules[name].place))
  const latch = Promise.withResolvers<void>()
  const webhook = Promise.withResolvers<void>()
  const holding = Object.fromEntries(held.map((name): [string, Task] => [name, () => latch.promise]))
  const tasks = { ...handlers, ...holding, 'send-webhooks': async () => webhook.resolve() } as Record<JobName, Task>
  for (const name of held)
    await addJobs(
      database.db,
      name,
      Array.from({ length: 40 }, () => ({ payload: { companyId: fixtures.a.companyId }, runAt: undefined })),
    )
  const workers = await startWorkers(database.direct, groupJobs(tasks), () => {})
  const addJob = jobAdder(database.db)
  await addJob('seal-left-overs', {})
  await addJob('send-webhooks', {})
  await fixtures.anonymous.ok(forgotPassword, { body: { email: fixtures.emailOf('otherCompany') } })
  await expect.poll(() => mailServer.recipients.flat(), { timeout: 60_000 }).toContain(fixtures.emailOf('otherCompany'))
  await webhook.promise
  await expect.poll(async () => (await database.pool.query('select from event_unsealed')).rowCount, { timeout: 60_000 }).toBe(0)
  const { rows } = await database.pool.query(
    'select count(*)::int as count from graphile_worker.jobs where task_identifier = any($1)',
    [held],
  )
  expect(rows).toEqual([{ count: 40 * held.length }])
  await database.pool.query('delete from graphile_worker._private_jobs where locked_at is null')
  latch.resolve()
  await workers.stop()
  transport?.close()
})

test('a company has all places of long jobs but one, and a single one while another company waits', async () => {
  const { direct, db } = fixtures.database
  const latches = new Map<string, (() => void)[]>()
  const running = (companyId: string) => latches.get(companyId)?.length ?? 0
  const hold: Task = ({ companyId }) =>
    new Promise<void>((resolve) => {
      latches.set(companyId as string, [...(latches.get(companyId as string) ?? []), resolve])
    })
  const end = (companyId: string) => latches.get(companyId)?.shift()?.()
  const [groups] = [groupJobs({ 'verify-record': hold } as Record<JobName, Task>).filter(({ isShared }) => isShared)]
  const [a, b, c] = [fixtures.a.companyId, fixtures.b.companyId, 'another']
  const add = (companyId: string, count: number) =>
    addJobs(
      db,
      'verify-record',
      Array.from({ length: count }, () => ({ payload: { companyId }, runAt: undefined })),
    )
  await add(a, 10)
  const workers = await startWorkers(direct, groups, () => {})
  await expect.poll(() => running(a)).toBe(2)
  // The last place looks for jobs every two seconds; it takes the job of another company at once.
  await add(b, 2)
  await expect.poll(() => running(b), { timeout: 10_000 }).toBe(1)
  expect(running(a)).toBe(2)
  await add(c, 1)
  end(a)
  await expect.poll(() => running(c), { timeout: 10_000 }).toBe(1)
  expect([running(a), running(b)]).toEqual([1, 1])
  await fixtures.database.pool.query('delete from graphile_worker._private_jobs where locked_at is null')
  for (const each of [...latches.values()].flat()) each()
  await workers.stop()
})
