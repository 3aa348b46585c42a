import { updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { deleteCompany } from '@gya/domain/features/deletion/deletion.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../../test/support/mail-receiver.ts'
import { openPool } from '../../db/pool.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { sendWeeklySummaries } from './send-weekly-summaries.ts'

/** The fixture companies are created on Tuesday 10 March 2026 and close their weeks on Friday at 17:30. */
const closing = '2026-03-13T17:30:00Z'

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

/** Runs the job as its schedule does every minute. */
async function look(): Promise<void> {
  await jobAdder(fixtures.database.db)('weekly-summaries', {})
  await fixtures.runJobs()
}
const lookAt = async (instant: string): Promise<void> => {
  fixtures.clock.moveTo(instant)
  await look()
}
const readers = () => mailServer.recipients.flat().toSorted()
const both = () => [fixtures.emailOf('company'), fixtures.emailOf('otherCompany')].toSorted()
const mailTo = (name: 'company' | 'otherCompany') =>
  mailServer.received.find(({ to }) => to?.[0]?.address === fixtures.emailOf(name))
const summaryRows = () =>
  fixtures.database.db.selectFrom('weekly_summary').select(['company_id', 'last_day', 'recipients']).execute()
const plain = (text: string | undefined) => text?.replaceAll('\r\n', '\n').trim() ?? ''

test('weekly-summaries sends a summary once the company week has closed, not before', async () => {
  await lookAt('2026-03-13T17:29:59Z')
  expect(readers()).toEqual([])
  await lookAt(closing)
  expect(readers()).toEqual(both())
})

test('the summary contains the metrics of company and branches, as text and HTML', async () => {
  const as = fixtures.as('company')
  await as.ok(addAskingPrice, { params: fixtures.first, body: { price: 300_000, effectiveDate: '2026-03-10' } })
  await as.ok(updateManagementInfo, { params: fixtures.first, body: { agencyFeePercent: 1.25 } })
  await as.ok(addOffer, {
    params: fixtures.first,
    body: { name: 'B. Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' },
  })
  await as.ok(updateBranch, {
    params: fixtures.second,
    body: { _id: fixtures.second.branchId, name: 'Fish <b>&</b> "Chips"' },
  })
  await lookAt(closing)
  const mail = mailTo('company')
  expect(mail?.subject).toBe('Alder & Ash: the week to Friday 13/03/2026')
  const text = plain(mail?.text)
  expect(text).toContain('this is the week of Alder & Ash from Saturday 07/03/2026 to Friday 13/03/2026')
  const [whole = '', branches = ''] = text.split('BRANCH BY BRANCH')
  expect(whole).toContain('  Taken on: 2 (0)\n  Sales agreed: 1, £3,563 (0, £0)\n  Fall-offs: 0, £0 (0, £0)')
  expect(whole).toContain('  Sales pipeline: 1, £3,563 (0, £0)')
  expect(branches).toContain('First Street\n  Taken on: 1\n  Sales agreed: 1, £3,563\n')
  expect(branches).toContain('Fish <b>&</b> "Chips"\n  Taken on: 1\n  Sales agreed: 0, £0\n')
  expect(text).toContain('http://gya.example/branch/md?whose=company&tab=overall')
  expect(text).toContain('Switch it off in your profile: http://gya.example/profile')

  expect(mail?.html).toContain('Fish &lt;b&gt;&amp;&lt;/b&gt; &quot;Chips&quot;')
  expect(mail?.html).not.toContain('<b>')
  expect(mail?.html).toContain('£3,563')
  expect(mail?.html).toContain('href="http://gya.example/branch/md?whose=company&amp;tab=overall"')
  expect(mail?.html).toContain('href="http://gya.example/profile"')
})

test('the summary contains overdue properties', async () => {
  // A launch is due seven days after the take on.
  await lookAt('2026-03-20T17:30:00Z')
  expect(plain(mailTo('company')?.text)).toContain('Overdue\n  Pre for sale: 2 (0)\n  For sale: 0 (0)\n  Sold: 0 (0)')
})

test('weekly-summaries sends one e-mail to each active administrator of the company', async () => {
  const { companyId } = fixtures.a
  const someone = (email: string, more: object) =>
    fixtures.addUser({ type: 'COMPANY_ADMIN', companyId, email: `${email}@people.example`, ...more })
  await someone('second-admin', {})
  await someone('not-activated', { activated: false })
  const deleted = await someone('deleted', {})
  await fixtures.database.db.updateTable('app_user').set({ deleted_on: fixtures.clock.now() }).where('id', '=', deleted).execute()
  await lookAt(closing)
  expect(mailServer.recipients.map((to) => to.length)).toEqual([1, 1, 1])
  expect(readers()).toEqual([...both(), 'second-admin@people.example'].toSorted())
})

test('weekly-summaries skips deleted companies', async () => {
  await fixtures.as('platform').ok(deleteCompany, { params: fixtures.b })
  // The administrators are told of the deletion.
  await fixtures.runJobs()
  mailServer.recipients.length = 0
  await lookAt(closing)
  expect(readers()).toEqual([fixtures.emailOf('company')])
})

describe('weekly-summaries sends one summary per company and week', () => {
  test('if it runs again', async () => {
    await lookAt(closing)
    await lookAt('2026-03-16T17:31:00Z')
    expect(readers()).toEqual(both())
    expect(await summaryRows()).toHaveLength(2)
  })

  test('if eight processes run it at once', async () => {
    fixtures.clock.moveTo(closing)
    const { connectionString = '' } = fixtures.database.pool.options
    const processes = Array.from({ length: 8 }, () => openPool(connectionString, 2, () => {}))
    const jobContext = { clock: fixtures.clock, publicUrl: fixtures.config.publicUrl }
    await Promise.all(processes.map((database) => sendWeeklySummaries({ ...jobContext, database })))
    await Promise.all(processes.map((database) => database.close()))
    await look()
    expect(readers()).toEqual(both())
    expect((await summaryRows()).map(({ recipients }) => recipients)).toEqual([1, 1])
  })

  test('if a process crashes between two e-mails: none is sent, and the next run sends all', async () => {
    await fixtures.addUser({ type: 'COMPANY_ADMIN', companyId: fixtures.a.companyId, email: 'second-admin@people.example' })
    fixtures.clock.moveTo(closing)
    let ids = 0
    const dying = {
      now: () => fixtures.clock.now(),
      newId: () => {
        ids += 1
        if (ids === 2) throw new Error('the process ended')
        return fixtures.clock.newId()
      },
    }
    const jobContext = { database: fixtures.database, clock: dying, publicUrl: '' }
    await sendWeeklySummaries(jobContext)
    expect((await summaryRows()).map(({ company_id }) => company_id)).not.toContain(fixtures.a.companyId)
    fixtures.clock.advance({ minutes: 1 })
    await look()
    expect(readers()).toEqual([...both(), 'second-admin@people.example'].toSorted())
  })

  test('if one company fails: the others get theirs, and the next run retries it', async () => {
    const { pool } = fixtures.database
    await pool.query(`alter table mail add constraint broken check (company_id <> '${fixtures.a.companyId}')`)
    await lookAt(closing)
    expect(readers()).toEqual([fixtures.emailOf('otherCompany')])
    await pool.query('alter table mail drop constraint broken')
    fixtures.clock.advance({ minutes: 1 })
    await look()
    expect(readers()).toEqual(both())
  })

  test('late, after downtime', async () => {
    await lookAt('2026-03-17T17:30:00Z')
    expect(readers()).toEqual(both())
    expect((await summaryRows()).map(({ last_day }) => last_day)).toEqual(['2026-03-13', '2026-03-13'])
  })

  test('if the end of the week is moved: a mostly reported week is not reported again', async () => {
    await lookAt(closing)
    await fixtures.as('company').ok(updateCompany, { body: { _id: fixtures.a.companyId, mdConfig: { day: 6, time: '18:00' } } })
    await lookAt('2026-03-15T18:00:00Z')
    expect(readers()).toEqual(both())
  })

  test('a week that closes on Monday morning is Monday to Sunday', async () => {
    await fixtures.as('company').ok(updateCompany, { body: { _id: fixtures.a.companyId, mdConfig: { day: 0, time: '09:00' } } })
    await lookAt('2026-03-16T09:00:00Z')
    expect(mailTo('company')?.subject).toBe('Alder & Ash: the week to Sunday 15/03/2026')
  })
})

describe('PUT /user/me: weeklySummary', () => {
  test('an administrator switches their summary off and on, which is recorded', async () => {
    const as = fixtures.as('company')
    expect(await as.ok(readMe)).toMatchObject({ weeklySummary: true })
    expect(await as.ok(updateOwnAccount, { body: { weeklySummary: false, version: 1 } })).toMatchObject({
      weeklySummary: false,
      version: 2,
    })
    expect((await companyEvents(fixtures, fixtures.a.companyId)).at(-1)).toMatchObject({
      kind: 'member-edited',
      data: { changes: [{ field: 'weekly_summary', from: true, to: false }] },
    })
    await lookAt(closing)
    expect(readers()).toEqual([fixtures.emailOf('otherCompany')])
    await as.ok(updateOwnAccount, { body: { weeklySummary: true } })
    // The week is already reported for the company.
    await look()
    expect(readers()).toEqual([fixtures.emailOf('otherCompany')])
    await lookAt('2026-03-20T17:30:00Z')
    expect(readers()).toEqual([...both(), fixtures.emailOf('otherCompany')].toSorted())
  })

  test('is for everybody who works for the company; refuses vendors and the platform', async () => {
    expect(await fixtures.as('staff').ok(updateOwnAccount, { body: { weeklySummary: false } })).toMatchObject({
      weeklySummary: false,
    })
    for (const name of ['vendor', 'platform'] as const) {
      expect([name, await fixtures.as(name).ok(readMe)]).toMatchObject([name, { weeklySummary: null }])
      const refusal = await fixtures.as(name).refusal(updateOwnAccount, { body: { weeklySummary: false } })
      expect([name, refusal]).toMatchObject([name, { status: 400, issues: [{ path: 'weeklySummary' }] }])
    }
  })
})

test('send-mail clears text and HTML of a sent summary', async () => {
  await lookAt(closing)
  const rows = await fixtures.database.db.selectFrom('mail').select(['state', 'body', 'html']).execute()
  expect(rows).toEqual([
    { state: 'sent', body: '', html: null },
    { state: 'sent', body: '', html: null },
  ])
})
