import { readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { login } from '@gya/domain/features/session/session.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobAdder } from '../../platform/jobs.ts'
import { auditEntries } from '../../testing/audit.ts'
import { type Fixtures, openFixtures, testPassword } from '../../testing/world.ts'

let world: Fixtures
beforeAll(async () => {
  world = await openFixtures()
})
afterAll(() => world.close())

const signIn = (remoteAddress: string) =>
  world.app.inject({
    method: 'POST',
    url: `/api${login.path}`,
    remoteAddress,
    payload: { email: world.emailOf('staff'), password: testPassword },
  })
const sweep = async () => {
  await jobAdder(world.database.db)('sweep-sessions', {})
  await jobAdder(world.database.db)('sweep-audit', {})
  await world.runJobs()
}
const networks = async () => ({
  audit: (await auditEntries(world.database, 'signed-in')).map(({ network }) => network),
  log: (
    await world.database.pool.query<{ network: string }>('select network from session_log where network is not null order by id')
  ).rows.map(({ network }) => network),
})

test('Networks are cut after 12 months; the audit ends after 24, the session log after six years', async () => {
  await signIn('203.0.113.9')
  await signIn('2001:db8:1:2::5')
  const whole = ['203.0.113.9', '2001:db8:1:2::5']
  world.clock.advance({ days: 364 })
  await sweep()
  expect(await networks()).toEqual({ audit: whole, log: whole })
  world.clock.advance({ days: 3 })
  await sweep()
  const cut = ['203.0.113.0/24', '2001:db8:1::/48']
  expect(await networks()).toEqual({ audit: cut, log: cut })
  await sweep()
  expect(await networks()).toEqual({ audit: cut, log: cut })
  world.clock.advance({ days: 366 })
  await sweep()
  expect(await networks()).toEqual({ audit: [], log: cut })
  world.clock.advance({ days: 5 * 366 })
  await sweep()
  expect(await networks()).toEqual({ audit: [], log: [] })
})

test('A company keeps its audit for 12 to 84 months, 24 unless it says otherwise', async () => {
  const set = (auditMonths: number) => ({ body: { _id: world.a.companyId, security: { auditMonths } } })
  const kept = async () => (await auditEntries(world.database, 'settings-changed')).map(({ data }) => data.changed)
  await world.as('company').ok(updateCompany, set(84))
  expect((await world.as('company').ok(readCompany, { params: world.a })).security.auditMonths).toBe(84)
  for (const months of [11, 85])
    expect(await world.as('company').refusal(updateCompany, set(months))).toMatchObject({
      status: 400,
      issues: [{ path: 'security.auditMonths' }],
    })
  world.clock.advance({ days: 6 * 366 })
  await sweep()
  expect(await kept()).toEqual(['retention of the audit'])
  world.clock.advance({ days: 366 })
  await sweep()
  expect(await kept()).toEqual([])
})
