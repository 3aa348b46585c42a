import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../test/support/fixtures.ts'
import { findMailsTo } from '../../test/support/sent-mails.ts'
import { insertEntries } from '../../test/support/tampering.ts'
import { verifyRecord } from '../features/record/verify-record.ts'
import { redeemTotpCode } from '../features/second-factors/totp.ts'
import { prepareDemoFactor } from './demo-factor.ts'
import { fillDemoRecord } from './fill-record.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  const companyId = fixtures.a.companyId
  await fixtures.addUser({ type: 'COMPANY_ADMIN', companyId, email: 'company@demo.example' })
  await insertEntries(fixtures.database.pool, companyId, 200, '2026-02-25T09:00:00Z')
  await fillDemoRecord(fixtures)
})
afterAll(() => fixtures.close())

const now = () => fixtures.clock.now()
const tampered = async () => {
  const companies = fixtures.database.db.selectFrom('company').select('id').where('name', '=', 'Tampered & Sons')
  return (await companies.execute()).map(({ id }) => id)
}

test('fillDemoRecord: checkpoints of nights in the mailbox, and a record that is whole', async () => {
  const mails = await findMailsTo(fixtures, 'company@demo.example')
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.every(({ subject }) => subject.startsWith('Keep this: checkpoint of the record of Alder & Ash'))).toBe(true)
  expect(await verifyRecord(fixtures.database, fixtures.a.companyId, { now: now() })).toMatchObject({ whole: true })
})

test('fillDemoRecord: entry 41 of Tampered & Sons was changed, and its checkpoint shows it', async () => {
  const [companyId = ''] = await tampered()
  expect(await verifyRecord(fixtures.database, companyId, { now: now() })).toMatchObject({
    whole: false,
    holdsUpTo: 40,
    brokenAt: 41,
    what: 'entry-changed',
  })
})

test('fillDemoRecord: a second start adds nothing', async () => {
  const mails = (await findMailsTo(fixtures, 'company@demo.example')).length
  await fillDemoRecord(fixtures)
  expect([(await tampered()).length, (await findMailsTo(fixtures, 'company@demo.example')).length]).toEqual([1, mails])
})

test('prepareDemoFactor: the second company admin has a TOTP, whose secret every start prints', async () => {
  const { secrets } = fixtures.app.gya
  expect(await prepareDemoFactor(fixtures.database, secrets, fixtures.clock)).toBeNull()
  const email = 'casimir.dunmallow@larkmead.example'
  const userId = await fixtures.addUser({ type: 'COMPANY_ADMIN', companyId: fixtures.a.companyId, email })
  const first = await prepareDemoFactor(fixtures.database, secrets, fixtures.clock)
  expect(await prepareDemoFactor(fixtures.database, secrets, fixtures.clock)).toEqual(first)
  const totp = new TOTP({ secret: Secret.fromBase32(first?.secret ?? ''), algorithm: 'SHA1', digits: 6, period: 30 })
  const typed = totp.generate({ timestamp: Date.parse(now()) })
  const { db } = fixtures.database
  expect(await redeemTotpCode(db, secrets, { userId, typed, now: now(), confirmed: true })).toBe(true)
})
