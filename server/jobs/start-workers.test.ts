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
