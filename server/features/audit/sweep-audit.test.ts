import { readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { login } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { jobAdder } from '../../jobs/queue.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const signIn = (remoteAddress: string) =>
  fixtures.app.inject({
    method: 'POST',
    url: `/api${login.path}`,
    remoteAddress,
    payload: { email: fixtures.emailOf('staff'), password: testPassword },
  })
const sweep = async () => {
  await jobAdder(fixtures.database.db)('sweep-sessions', {})
  await jobAdder(fixtures.database.db)('sweep-audit', {})
  await fixtures.runJobs()
}
const networks = async () => ({
  audit: (await auditEntries(fixtures.database, 'signed-in')).map(({ network }) => network),
  log: (
    await fixtures.database.pool.query<{ network: string }>(
      'select network from session_log where network is not null order by id',
    )
  ).rows.map(({ network }) => network),
})

test('sweep-audit truncates networks after 12 months, deletes audit entries after 24 and session log entries after 72', async () => {
  await signIn('203.0.113.9')
  await signIn('2001:db8:1:2::5')
  const whole = ['203.0.113.9', '2001:db8:1:2::5']
  fixtures.clock.advance({ days: 364 })
  await sweep()
  expect(await networks()).toEqual({ audit: whole, log: whole })
  fixtures.clock.advance({ days: 3 })
  await sweep()
  const cut = ['203.0.113.0/24', '2001:db8:1::/48']
  expect(await networks()).toEqual({ audit: cut, log: cut })
  await sweep()
  expect(await networks()).toEqual({ audit: cut, log: cut })
  fixtures.clock.advance({ days: 366 })
  await sweep()
  expect(await networks()).toEqual({ audit: [], log: cut })
  fixtures.clock.advance({ days: 5 * 366 })
  await sweep()
  expect(await networks()).toEqual({ audit: [], log: [] })
})

test('PUT /company sets the audit retention to 12 to 84 months; the default is 24', async () => {
  const set = (auditMonths: number) => ({ body: { _id: fixtures.a.companyId, security: { auditMonths } } })
  const keptChanges = async () => (await auditEntries(fixtures.database, 'settings-changed')).map(({ data }) => data.changed)
  await fixtures.as('company').ok(updateCompany, set(84))
  expect((await fixtures.as('company').ok(readCompany, { params: fixtures.a })).security.auditMonths).toBe(84)
  for (const months of [11, 85])
    expect(await fixtures.as('company').refusal(updateCompany, set(months))).toMatchObject({
      status: 400,
      issues: [{ path: 'security.auditMonths' }],
    })
  fixtures.clock.advance({ days: 6 * 366 })
  await sweep()
  expect(await keptChanges()).toEqual(['retention of the audit'])
  fixtures.clock.advance({ days: 366 })
  await sweep()
  expect(await keptChanges()).toEqual([])
})
