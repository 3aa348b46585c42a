import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { listWebhookMessages, listWebhooks } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import { webhookLight } from '@gya/domain/features/webhooks/webhooks.rules.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../test/support/fixtures.ts'
import { findMailsTo } from '../../test/support/sent-mails.ts'
import { insertEntries } from '../../test/support/tampering.ts'
import { sealEntries } from '../features/record/seal-entries.ts'
import { signerOf } from '../features/record/sign-checkpoints.ts'
import { verifyRecord } from '../features/record/verify-record.ts'
import { readPolicy } from '../features/second-factors/second-factors.repository.ts'
import { redeemTotpCode } from '../features/second-factors/totp.ts'
import { prepareDemoFactor } from './demo-factor.ts'
import { prepareDemoPolicy } from './demo-policy.ts'
import { fillDemoCheckPack } from './fill-check-pack.ts'
import { fillDemoRecord } from './fill-record.ts'
import { fillDemoWebhooks } from './fill-webhooks.ts'
import { showcaseHome } from './showcase-property.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  const companyId = fixtures.a.companyId
  await fixtures.addUser({ type: 'COMPANY_ADMIN', companyId, email: 'company@demo.example' })
  await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, showcaseHome.address.line1)
  await insertEntries(fixtures.database.pool, companyId, 200, '2026-02-25T09:00:00Z')
  await fillDemoRecord(fixtures)
})
afterAll(() => fixtures.close())

const now = () => fixtures.clock.now()
const tampered = async () => {
  const companies = fixtures.database.db.selectFrom('company').select('id').where('name', '=', 'Tampered & Sons')
  return (await companies.execute()).map(({ id }) => id)
}

test('fillDemoRecord: nightly checkpoints in the mailbox, and an unbroken record', async () => {
  const mails = await findMailsTo(fixtures, 'company@demo.example')
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.every(({ subject }) => subject.startsWith('Keep this: checkpoint of the record of Alder & Ash'))).toBe(true)
  expect(
    await verifyRecord(fixtures.database, fixtures.a.companyId, { now: now(), signer: signerOf(fixtures.config) }),
  ).toMatchObject({ whole: true })
})

test('fillDemoRecord: entry 41 of Tampered & Sons was changed, and its checkpoint shows it', async () => {
  const [companyId = ''] = await tampered()
  expect(await verifyRecord(fixtures.database, companyId, { now: now(), signer: signerOf(fixtures.config) })).toMatchObject({
    whole: false,
    holdsUpTo: 40,
    brokenAt: 41,
    what: 'entry-changed',
  })
})

test('fillDemoRecord: a record file of the showcase sale is ready, in its record and in the audit', async () => {
  await fixtures.runJobs()
  const { db } = fixtures.database
  expect(await db.selectFrom('record_file').select(['copy', 'recipient', 'state', 'verdict']).execute()).toEqual([
    { copy: 'full', recipient: 'The Property Ombudsman', state: 'ready', verdict: expect.objectContaining({ whole: true }) },
  ])
  const made = (table: 'event' | 'audit') => db.selectFrom(table).select('kind').where('kind', '=', 'record-file-made').execute()
  expect([await made('event'), await made('audit')].map(({ length }) => length)).toEqual([1, 1])
})

test('fillDemoRecord: an export without files can be downloaded', async () => {
  await fixtures.runJobs()
  const exports = await fixtures.database.db.selectFrom('company_export').select(['state', 'with_files', 'failure']).execute()
  expect(exports).toEqual([{ state: 'done', with_files: false, failure: null }])
})

test('fillDemoCheckPack: an inspector’s file is made, once', async () => {
  await fillDemoCheckPack(fixtures)
  await fixtures.runJobs()
  await fillDemoCheckPack(fixtures)
  const { db } = fixtures.database
  const files = await db.selectFrom('company_export').select(['state', 'failure']).where('kind', '=', 'checks').execute()
  expect(files).toEqual([{ state: 'done', failure: null }])
  const audited = await db.selectFrom('audit').select('user_id').where('kind', '=', 'checks-exported').execute()
  expect(audited).toHaveLength(1)
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

test('fillDemoWebhooks: one endpoint delivers, one fails with dead messages, one is off; a second start adds nothing', async () => {
  const { app, database, clock, config } = fixtures
  const fill = () => fillDemoWebhooks({ database, clock, config, secrets: app.gya.secrets })
  for (const key of [31, 32, 33])
    await fixtures.as('company').ok(saveTimeline, { params: fixtures.first, body: { timeline: [{ key, state: 'IP' }] } })
  await sealEntries(database, fixtures.a.companyId)
  await fill()
  await fill()
  const { data } = await fixtures.as('company').ok(listWebhooks, { params: fixtures.a })
  expect(data.map((webhook) => [webhook.description, webhookLight(webhook, now())])).toEqual([
    ['Website', 'delivering'],
    ['Accounts', 'failing'],
    ['Old website', 'off'],
  ])
  const [website] = data
  const params = { ...fixtures.a, webhookId: website?._id ?? '' }
  const messages = await fixtures.as('company').ok(listWebhookMessages, { params })
  expect(new Set(messages.data.map(({ state }) => state))).toEqual(new Set(['delivered']))
  expect(messages.data.map(({ position }) => position)).toEqual(
    messages.data.map(({ position }) => position).toSorted((a, b) => b - a),
  )
})

test('prepareDemoPolicy: company admins from in 10 days, moved ahead by each start until somebody changes it', async () => {
  const { database, clock, a } = fixtures
  const policy = async () => readPolicy(database.db, a.companyId)
  await prepareDemoPolicy(database, clock)
  expect(await policy()).toMatchObject({ secondFactorFor: ['COMPANY_ADMIN'], requiredFrom: addDays(londonDay(now()), 10) })
  clock.advance({ days: 9 })
  await prepareDemoPolicy(database, clock)
  const moved = await policy()
  expect(moved.requiredFrom).toBe(addDays(londonDay(now()), 10))
  await database.db
    .updateTable('company_sign_in')
    .set({ version: moved.version + 1 })
    .execute()
  clock.advance({ days: 9 })
  await prepareDemoPolicy(database, clock)
  expect((await policy()).requiredFrom).toBe(moved.requiredFrom)
  const kinds = await database.db.selectFrom('audit').select('kind').where('kind', '=', 'sign-in-policy-changed').execute()
  expect(kinds).toHaveLength(1)
})
