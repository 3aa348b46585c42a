import { deleteBranch } from '@gya/domain/features/deletion/deletion.contract.ts'
import { maxJobAttempts } from '@gya/domain/features/operations/job-retries.ts'
import {
  listJobs,
  listUnsentMail,
  readOperations,
  retryJob,
  retryMail,
} from '@gya/domain/features/operations/operations.contract.ts'
import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../../test/support/mail-receiver.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { jobAdder } from '../../jobs/queue.ts'

const support = 'helpdesk@gya.example'
let mailServer: MailReceiver
let fixtures: Fixtures
beforeEach(async () => {
  mailServer = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: mailServer.url, supportEmail: support } })
})
afterEach(async () => {
  await fixtures.close()
  await mailServer.close()
})

const operator = () => fixtures.as('platform')
const jobs = async (state?: 'failed' | 'running' | 'waiting') =>
  (await operator().ok(listJobs, { query: state ? { state } : {} })).data
const mail = async (state?: 'failed' | 'queued') => (await operator().ok(listUnsentMail, { query: state ? { state } : {} })).data
const workUntilOver = async () => {
  for (let tries = 0; tries < maxJobAttempts; tries += 1) await fixtures.runJobs()
}

test('GET operations returns version, start time, newest migration, and counts of waiting, failed and restorable items', async () => {
  const quiet = await operator().ok(readOperations)
  expect(quiet).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    startedOn: testStart,
    schema: expect.stringMatching(/^\d{4}-/),
    jobs: { failed: 0, running: 0, waiting: 0 },
    mail: { failed: 0, queued: 0 },
    deleted: 0,
  })
  await fixtures.as('staff').ok(requestSupport, { body: { message: 'Help' } })
  await fixtures.as('company').ok(deleteBranch, { params: fixtures.second })
  expect(await operator().ok(readOperations)).toMatchObject({ jobs: { waiting: 2 }, mail: { queued: 2 }, deleted: 1 })
})

describe('A job that always fails', () => {
  const addFailing = () => jobAdder(fixtures.database.db)('report-pdf', { mailId: 'Jane Doe', asked: {} })

  test('GET operations/jobs lists it as failed with a redacted error', async () => {
    await addFailing()
    expect(await jobs()).toMatchObject([
      { name: 'report-pdf', state: 'waiting', attempts: 0, maxAttempts: maxJobAttempts, lastError: null },
    ])
    await fixtures.runJobs()
    expect(await jobs()).toMatchObject([{ state: 'waiting', attempts: 1, lastError: expect.any(String) }])
    await workUntilOver()
    const failed = await jobs('failed')
    expect(failed).toMatchObject([{ name: 'report-pdf', attempts: maxJobAttempts, lastError: 'Failed: see the log' }])
    expect(JSON.stringify(failed)).not.toContain('Jane')
    expect(await operator().ok(readOperations)).toMatchObject({ jobs: { failed: 1, waiting: 0 } })
  })

  test('POST operations/jobs/retry resets its attempts', async () => {
    await addFailing()
    await workUntilOver()
    const [job] = await jobs('failed')
    await operator().ok(retryJob, { params: { jobId: job?._id ?? '' } })
    expect(await jobs()).toMatchObject([{ _id: job?._id, state: 'waiting', attempts: 0 }])
    expect(await jobs('failed')).toEqual([])
  })

  test('does not block other jobs and succeeds on retry once the cause is fixed', async () => {
    const { pool } = fixtures.database
    await jobAdder(fixtures.database.db)('send-mail', { mailId: 'no id' })
    await fixtures.as('staff').ok(requestSupport, { body: { message: 'Help' } })
    await workUntilOver()
    expect(mailServer.recipients).toEqual([[support]])
    const failed = await jobs()
    expect(failed).toMatchObject([{ name: 'send-mail', state: 'failed', attempts: maxJobAttempts }])
    await operator().ok(retryJob, { params: { jobId: failed[0]?._id ?? '' } })
    await fixtures.runJobs()
    expect(await jobs()).toMatchObject([{ state: 'waiting', attempts: 1 }])
    await pool.query('update graphile_worker._private_jobs set payload = $1', [{ mailId: fixtures.clock.newId() }])
    await fixtures.runJobs()
    expect(await jobs()).toEqual([])
  })

  test('POST operations/jobs/retry returns 404 for a finished or unknown job', async () => {
    expect(await operator().refusal(retryJob, { params: { jobId: '999999' } })).toMatchObject({ status: 404 })
    expect(await operator().refusal(retryJob, { params: { jobId: '1; drop table mail' } })).toMatchObject({ status: 400 })
  })

  test('POST operations/jobs/retry does not touch a running job', async () => {
    await addFailing()
    await fixtures.database.pool.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'")
    const [job] = await jobs('running')
    expect(await operator().refusal(retryJob, { params: { jobId: job?._id ?? '' } })).toMatchObject({ status: 404 })
    await fixtures.database.pool.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
  })
})

describe('A message that fails', () => {
  const ask = (message = 'Help') => fixtures.as('staff').ok(requestSupport, { body: { message } })
  const failOne = async () => {
    mailServer.refuseRecipients[support] = { code: 550, words: `No such mailbox ${support}` }
    await ask()
    await fixtures.runJobs()
    const [failed] = await mail('failed')
    return failed?._id ?? ''
  }

  test('GET operations/mail shows the SMTP code and masks the recipients', async () => {
    await failOne()
    const failed = await mail()
    expect(failed).toMatchObject([
      {
        state: 'failed',
        to: ['h…@gya.example'],
        company: 'Alder & Ash',
        attempts: 1,
        lastError: 'Mail server: 550',
        whyNotRetry: null,
      },
    ])
    expect(JSON.stringify(failed)).not.toContain('helpdesk')
  })

  test('POST operations/mail/retry sends it once the server accepts it', async () => {
    const mailId = await failOne()
    delete mailServer.refuseRecipients[support]
    expect(await jobs()).toEqual([])
    await operator().ok(retryMail, { params: { mailId } })
    expect(await mail()).toMatchObject([{ _id: mailId, state: 'queued', attempts: 0, lastError: null }])
    await fixtures.runJobs()
    expect(await mail()).toEqual([])
    expect(mailServer.recipients).toEqual([[support]])
  })

  test('POST operations/mail/retry retries a user’s e-mail about a sale without a file', async () => {
    const mailId = await failOne()
    const { propertyId } = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '1 Retry Road')
    const about = { company_id: fixtures.a.companyId, property_id: propertyId, sent_by: fixtures.idOf.staff }
    await fixtures.database.db.updateTable('mail').set(about).where('id', '=', mailId).execute()
    await operator().ok(retryMail, { params: { mailId } })
  })

  test('POST operations/mail/retry refuses a queued message and a second retry', async () => {
    const mailId = await failOne()
    await operator().ok(retryMail, { params: { mailId } })
    const before = await databaseChecksum(fixtures.database)
    expect(await operator().refusal(retryMail, { params: { mailId } })).toMatchObject({ status: 409, code: 'MAIL_NOT_FAILED' })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('POST operations/mail/retry refuses a message whose attachment was deleted', async () => {
    const mailId = await failOne()
    const row = { company_id: fixtures.a.companyId, mail_id: mailId, file: fixtures.clock.newId(), file_name: 'Memorandum.pdf' }
    await fixtures.database.db
      .insertInto('mail_attachment')
      .values({ ...row, content_type: 'application/pdf', bytes: 1 })
      .execute()
    expect(await operator().refusal(retryMail, { params: { mailId } })).toMatchObject({ code: 'MAIL_ATTACHMENT_GONE' })
    expect((await mail())[0]?.whyNotRetry).toMatch(/attachment has been deleted/)
  })

  test('POST operations/mail/retry returns 404 for an unknown message', async () => {
    const mailId = fixtures.clock.newId()
    expect(await operator().refusal(retryMail, { params: { mailId } })).toMatchObject({ status: 404 })
  })
})
