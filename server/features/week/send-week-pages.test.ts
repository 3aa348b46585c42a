import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Wire } from '@gya/domain/endpoint.ts'
import { updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { removeBranchMember } from '@gya/domain/features/members/members.contract.ts'
import { saveTargets } from '@gya/domain/features/week/targets.contract.ts'
import { readWeekMail, saveWeekMail, sendWeekMail } from '@gya/domain/features/week/week-mail.contract.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, type FixtureUser, openFixtures } from '../../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../../test/support/mail-receiver.ts'
import { textOfPages } from '../../../test/support/pdf-text.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { sendWeekPages } from './send-week-pages.ts'

/** The week of the company closes on Friday 13 March 2026; 16 March is a Monday. */
const monday = '2026-03-16T08:00:00Z'

let mailServer: MailReceiver
let fixtures: Fixtures
beforeEach(async () => {
  mailServer = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: mailServer.url } })
})
afterEach(async () => {
  await fixtures.close()
  await mailServer.close()
})

type Plan = Wire<typeof saveWeekMail, 'body'>
const plan = (more: Partial<Plan> = {}): Plan => ({
  active: true,
  weekday: 0,
  at: '08:00',
  period: 'lastWeek',
  branchId: fixtures.first.branchId,
  recipients: [fixtures.idOf.staff, fixtures.idOf.branch],
  ...more,
})
const save = (more: Partial<Plan> = {}, as: FixtureUser = 'branch') =>
  fixtures.as(as).ok(saveWeekMail, { params: fixtures.a, body: plan(more) })
const refusal = (more: Partial<Plan> = {}, as: FixtureUser = 'branch') =>
  fixtures.as(as).refusal(saveWeekMail, { params: fixtures.a, body: plan(more) })
const read = (as: FixtureUser, branchId?: string) =>
  fixtures.as(as).ok(readWeekMail, { params: fixtures.a, query: branchId ? { branchId } : {} })
async function lookAt(instant: string): Promise<void> {
  fixtures.clock.moveTo(instant)
  await jobAdder(fixtures.database.db)('send-week-pages', {})
  await fixtures.runJobs()
}
const pages = () => mailServer.received.filter(({ subject }) => subject?.startsWith('Week of'))
const readers = () =>
  pages()
    .map(({ to }) => to?.[0]?.address ?? '')
    .toSorted()
const emailsOf = (...names: FixtureUser[]) => names.map((name) => fixtures.emailOf(name)).toSorted()
const pdfOf = (mail: (typeof mailServer.received)[number] | undefined) => {
  const [file] = mail?.attachments ?? []
  return { name: file?.filename, text: textOfPages(Buffer.from(file?.content as ArrayBuffer)) }
}

describe('send-week-pages: [seat §4](docs/design/seat.md#4), story 15', () => {
  test('Monday 08:00: one e-mail a recipient with a one-page PDF of the whole week before; its words, sender and audit', async () => {
    const edit = {
      branchId: fixtures.first.branchId,
      metric: 'salesAgreed' as const,
      fromMonth: '2026-03-01',
      perMonth: 31,
      was: 0,
    }
    await fixtures.as('branch').ok(saveTargets, { params: fixtures.a, body: { edits: [edit] } })
    await save()
    await lookAt('2026-03-16T07:59:59Z')
    expect(pages()).toEqual([])
    await lookAt(monday)
    await lookAt('2026-03-16T08:01:00Z')
    await lookAt('2026-03-17T09:00:00Z')
    expect(readers()).toEqual(emailsOf('staff', 'branch'))
    const mail = pages().find(({ to }) => to?.[0]?.address === fixtures.emailOf('staff'))
    expect(mail?.subject).toBe('Week of First Street, 07/03 to 13/03/2026')
    const link = `http://gya.example/branch/week?branch=${fixtures.first.branchId}&first=2026-03-07&last=2026-03-13`
    const said = mail?.text?.replaceAll('\r\n', '\n').trim()
    expect(said).toMatch(
      /^Hello \w+, here is the week of First Street from Saturday 7 to Friday 13 March 2026 on one page\.\n\nSales agreed 0 \(target 7\.0\) · Exchanges 0 · Fees exchanged £0\. No exchanges are expected by 20\/03\/2026; no sales fell off\.\n\nIn GYA every figure shows its sales: /,
    )
    expect(said).toContain(link)
    expect(said).toMatch(/ chose who gets this page\. You can stop it in your profile, under Summaries by e-mail\.$/)
    expect(mail?.html).toContain(link.replaceAll('&', '&amp;'))
    const { name, text } = pdfOf(mail)
    expect(name).toBe('Week-First-Street-2026-03-13.pdf')
    expect(text).toHaveLength(1)
    expect(text[0]).toContain('Others')
    expect(pdfOf(pages().find(({ to }) => to?.[0]?.address === fixtures.emailOf('branch'))).text[0]).not.toContain('Others')
    const recipients = { recipients: 2 }
    expect((await companyEvents(fixtures, fixtures.a.companyId)).at(-1)).toMatchObject({ kind: 'week-mailed', data: recipients })
    expect((await auditEntries(fixtures.database, 'week-mailed')).at(-1)).toMatchObject({
      user_id: fixtures.idOf.branch,
      data: { ...recipients, to: expect.arrayContaining([fixtures.idOf.staff, fixtures.idOf.branch]) },
    })
    await lookAt('2026-03-23T08:00:00Z')
    expect(pages()).toHaveLength(4)
  })

  test('two processes, one killed while sending: no page is made twice at a time, and ten minutes later one e-mail a recipient', async () => {
    await save()
    const { pool } = fixtures.database
    const holder = await pool.connect()
    await holder.query('begin; lock table mail in exclusive mode')
    const child = spawn(process.execPath, ['server/features/week/testing/send-week-pages-process.ts'], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { PATH: process.env.PATH, DATABASE_URL: pool.options.connectionString, DATA_DIR: tmpdir(), NOW: monday },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(child, 'exit')
    // It has marked the day as sent and is waiting to write the first e-mail.
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
    const context = { ...fixtures, publicUrl: 'https://gya.example' }
    const madeAt = async (instant: string) => {
      fixtures.clock.moveTo(instant)
      const made = vi.spyOn(fixtures.files, 'put')
      await Promise.all([sendWeekPages(context), sendWeekPages(context)])
      const { length } = made.mock.calls
      made.mockRestore()
      return length
    }
    expect([await madeAt(monday), await madeAt('2026-03-16T08:10:00Z')]).toEqual([0, 2])
    await lookAt('2026-03-16T08:11:00Z')
    expect(readers()).toEqual(emailsOf('staff', 'branch'))
  }, 90_000)

  test('who lost the branch on Sunday gets none and is named to the setter; who switched summaries off gets none', async () => {
    const { version } = await save({ recipients: [fixtures.idOf.staff, fixtures.idOf.branch, fixtures.idOf.company] })
    fixtures.clock.moveTo('2026-03-15T12:00:00Z')
    const params = { branchId: fixtures.first.branchId, userId: fixtures.idOf.staff }
    await fixtures.as('company').ok(removeBranchMember, { params })
    await fixtures.as('company').ok(updateOwnAccount, { body: { weeklySummary: false } })
    await lookAt(monday)
    expect(readers()).toEqual(emailsOf('branch'))
    const shown = await read('branch', fixtures.first.branchId)
    expect(shown).toMatchObject({ version, lost: [{ _id: fixtures.idOf.staff }] })
    expect(shown.people.map(({ _id, off }) => [_id, off])).toEqual(
      expect.arrayContaining([
        [fixtures.idOf.branch, false],
        [fixtures.idOf.company, true],
      ]),
    )
  })

  test('whose role has changed since the pages were made gets none: a manager’s page names colleagues', async () => {
    await save()
    fixtures.clock.moveTo(monday)
    const { put } = fixtures.files
    vi.spyOn(fixtures.files, 'put').mockImplementation(async (...file) => {
      await fixtures.database.pool.query(`update app_user set type = 'BRANCH_STAFF' where id = $1`, [fixtures.idOf.branch])
      return put(...file)
    })
    await sendWeekPages({ ...fixtures, publicUrl: 'https://gya.example' })
    await fixtures.runJobs()
    expect(readers()).toEqual(emailsOf('staff'))
  })

  test('up to two days late, then not; a time that has passed when it is chosen applies from the next week; switched off sends none', async () => {
    await save()
    await lookAt('2026-03-19T00:00:01Z')
    expect(pages()).toEqual([])
    await lookAt('2026-03-25T23:59:00Z')
    expect(pages()).toHaveLength(2)
    fixtures.clock.moveTo('2026-03-26T12:00:00Z')
    const { version } = await save({ weekday: 3, at: '11:00', period: 'thisWeek', version: 1 })
    await lookAt('2026-03-26T12:01:00Z')
    expect(pages()).toHaveLength(2)
    await lookAt('2026-04-02T10:00:00Z')
    expect(pages().at(-1)?.text).toContain(
      'the week of First Street so far, from Saturday 28 March to Thursday 2 April 2026, on one page.',
    )
    await save({ weekday: 3, at: '11:00', active: false, version: version ?? 0 })
    await lookAt('2026-04-09T12:00:00Z')
    expect(pages()).toHaveLength(4)
  })
})

describe('PUT weekmail', () => {
  test('the page of the company: by its administrators alone, to those who may open it', async () => {
    const whole = { branchId: undefined, recipients: [fixtures.idOf.company] }
    expect(await refusal(whole)).toMatchObject({ status: 404 })
    expect(await refusal({ ...whole, recipients: [fixtures.idOf.branch] }, 'company')).toMatchObject({ status: 404 })
    await save(whole, 'company')
    expect((await read('company')).people.map(({ _id }) => _id)).toEqual([fixtures.idOf.company])
    await lookAt(monday)
    expect(pages().map(({ subject, text }) => [subject, text?.includes('/branch/week?whose=company&first=2026-03-07')])).toEqual([
      ['Week of Alder & Ash, 07/03 to 13/03/2026', true],
    ])
  })

  test('refuses recipients and branches out of reach, and a save by another in between', async () => {
    for (const id of ['secondBranch', 'vendor', 'otherCompany'] as const)
      expect([id, await refusal({ recipients: [fixtures.idOf[id]] })]).toMatchObject([id, { status: 404 }])
    expect(await refusal({ branchId: fixtures.second.branchId })).toMatchObject({ status: 404 })
    const many = Array.from({ length: 21 }, () => fixtures.clock.newId())
    expect(await refusal({ recipients: many })).toMatchObject({ status: 400 })
    await save()
    await save({ version: 1 })
    expect(await refusal({ version: 1 }, 'company')).toMatchObject({ status: 409, code: 'STALE_VERSION' })
  })
})

test('POST weekmail/send: to oneself, at most 10 an hour', async () => {
  const body = { branchId: fixtures.first.branchId, period: 'thisWeek' as const }
  const send = (as: FixtureUser, more = {}) =>
    fixtures.as(as).call(sendWeekMail, { params: fixtures.a, body: { ...body, ...more } })
  expect((await send('staff')).status).toBe(403)
  expect((await send('branch', { branchId: fixtures.second.branchId })).status).toBe(404)
  await fixtures.as('branch').ok(sendWeekMail, { params: fixtures.a, body })
  await fixtures.runJobs()
  expect(readers()).toEqual(emailsOf('branch'))
  expect(pdfOf(pages()[0]).text).toHaveLength(1)
  const statuses = []
  for (let time = 0; time < 10; time += 1) statuses.push((await send('branch')).status)
  expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 429])
})
