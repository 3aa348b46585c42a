import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readRetention, saveRetention } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { applyRetention } from './apply-retention.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const params = () => fixtures.a
/** Sessions have expired by then. */
const as = (name: FixtureUser) => fixtures.signedIn(fixtures.idOf[name])
const settings = async () => (await as('company')).ok(readRetention, { params: params() })
const set = async (salesYears: number, mailDays: number) =>
  (await as('company')).ok(saveRetention, {
    params: params(),
    body: { salesYears, mailDays, version: (await settings()).version },
  })
const night = () => applyRetention(fixtures)
const read = async (place: PropertyPath) => (await as('platform')).ok(readProperty, { params: place })
const daysOn = (days: number) => fixtures.clock.moveTo(new Date(Date.parse(testStart) + days * 86_400_000).toISOString())
const aged = async () =>
  (await companyEvents(fixtures, fixtures.a.companyId)).filter(({ kind }) => kind === 'sales-aged').map(({ data }) => data)

/** A sale with a buyer and a note about them, withdrawn after the offer was rejected. */
async function oldSale(line1: string, ownerId: string): Promise<PropertyPath> {
  const place = await takeOn(await as('company'), fixtures.first, ownerId, line1)
  const staff = await as('staff')
  const body = { name: 'Oda Yore', email: 'oda@yore.example', amount: 250_000, cashBuy: false, chain: false }
  const { offers } = await staff.ok(addOffer, { params: place, body })
  await staff.ok(updateOffer, { params: place, body: { _id: offers[0]?._id ?? '', state: 'R' } })
  await staff.ok(addNote, { params: place, body: { message: 'Oda Yore asked again' } })
  await staff.ok(updateProperty, { params: place, body: { _id: place.propertyId, active: false } })
  return place
}

/** The e-mail about the change of a retention period. */
const toAdministrators = '%changed the retention periods'

describe('applyRetention', () => {
  test('keeps sales forever by default; after salesYears pseudonymizes the people of old sales once', async () => {
    const ownerId = await fixtures.addUser({ type: 'VENDOR', email: 'ida@yore.example', companyId: fixtures.a.companyId })
    const old = await oldSale('1 Yore Row', ownerId)
    const offer = (await read(old)).offers[0]
    daysOn(365 * 7)
    expect(await settings()).toMatchObject({ salesYears: 0, mailDays: 365, preview: { sales: 0 } })
    await night()
    expect((await read(old)).offers[0]).toEqual(offer)

    const young = await oldSale('2 Yore Row', fixtures.idOf.vendor)
    await set(6, 0)
    expect((await settings()).preview).toEqual({ sales: 1, mails: 0 })
    await night()
    const after = await read(old)
    expect(after.offers[0]).toMatchObject({ ...offer, name: expect.stringMatching(/^Erased person /), email: '' })
    expect(after.owner.fullName).toMatch(/^Erased person /)
    const { rows } = await fixtures.database.pool.query(`select message from note where property_id = $1`, [old.propertyId])
    expect(rows[0].message).toMatch(/^Erased person \w{6} asked again$/)
    expect((await read(young)).offers[0]?.name).toBe('Oda Yore')
    expect(await aged()).toEqual([{ sales: 1, mails: 0 }])

    const lines = await auditEntries(fixtures.database, 'retention-applied')
    expect(lines).toMatchObject([{ company_id: fixtures.a.companyId, user_id: null, data: { sales: 1, mails: 0 } }])

    await night()
    expect(await aged()).toHaveLength(1)
    expect(await settings()).toMatchObject({ preview: { sales: 0 }, appliedOn: fixtures.clock.now() })
  })

  test('pseudonymizes texts about a sale even if the e-mail was deleted before', async () => {
    const { db } = fixtures.database
    const place = await oldSale('3 Yore Row', fixtures.idOf.vendor)
    const said = { company_id: fixtures.a.companyId, mail_id: fixtures.clock.newId(), property_id: place.propertyId }
    await db
      .insertInto('sent_message')
      .values({ ...said, subject: 'Memorandum of sale', body: 'Oda Yore buys your home.', createdon: fixtures.clock.now() })
      .execute()
    fixtures.clock.advance({ days: 365 * 3 })
    await set(2, 0)
    await night()
    const texts = await db.selectFrom('sent_message').select('body').where('mail_id', '=', said.mail_id).execute()
    expect(texts).toEqual([{ body: expect.stringMatching(/^Erased person \w{6} buys your home\.$/) }])
    await db.deleteFrom('sent_message').execute()
  })

  test('clears the text of old property mail, deletes other old mail, and skips queued mail', async () => {
    const { db } = fixtures.database
    await db.deleteFrom('mail').execute()
    const mail = { company_id: fixtures.a.companyId, recipients: ['who@people.example'], subject: 'S', body: 'Long ago' }
    const write = (subject: string, more: object) =>
      db
        .insertInto('mail')
        .values({ ...mail, subject, id: fixtures.clock.newId(), createdon: fixtures.clock.now(), ...more })
        .execute()
    await write('about', { property_id: fixtures.first.propertyId, state: 'failed', attempts: 8 })
    await write('reset', { state: 'kept' })
    await write('waits', { state: 'queued' })
    await set(0, 30)
    fixtures.clock.advance({ days: 31 })
    await write('new', { state: 'kept' })
    expect((await settings()).preview).toEqual({ sales: 0, mails: 2 })
    await night()
    const left = await db
      .selectFrom('mail')
      .select(['subject', 'body', 'attempts'])
      .where('subject', 'not like', toAdministrators)
      .orderBy('subject')
      .execute()
    expect(left).toEqual([
      { subject: 'about', body: '', attempts: 0 },
      { subject: 'new', body: 'Long ago', attempts: 0 },
      { subject: 'waits', body: 'Long ago', attempts: 0 },
    ])
  })

  test('sent e-mails about sales keep their text for saleMailYears, regardless of the retention of other e-mails', async () => {
    const { db } = fixtures.database
    await db.deleteFrom('mail').execute()
    const write = (subject: string, more: object) =>
      db
        .insertInto('mail')
        .values({
          company_id: fixtures.a.companyId,
          property_id: fixtures.first.propertyId,
          recipients: ['who@people.example'],
          subject,
          body: 'As sent',
          state: 'sent',
          id: fixtures.clock.newId(),
          createdon: fixtures.clock.now(),
          ...more,
        })
        .execute()
    await write('failed', { keep_text: true, state: 'failed' })
    await write('sent', { keep_text: true })
    const { version, saleMailYears } = await settings()
    expect(saleMailYears).toBe(6)
    const body = { salesYears: 0, mailDays: 30, saleMailYears: 2, version }
    await (await as('company')).ok(saveRetention, { params: params(), body })
    expect(await settings()).toMatchObject({ mailDays: 30, saleMailYears: 2 })
    const saidTo = { company_id: fixtures.a.companyId, mail_id: fixtures.clock.newId(), createdon: fixtures.clock.now() }
    await db
      .insertInto('sent_message')
      .values({ ...saidTo, subject: 'To a party', body: 'As sent' })
      .execute()
    const texts = async () => {
      const rows = await db
        .selectFrom('mail')
        .select(['subject', 'body'])
        .where('subject', 'not like', toAdministrators)
        .orderBy('subject')
        .execute()
      const said = await db.selectFrom('sent_message').select(['body']).execute()
      return Object.fromEntries([...rows.map((row) => [row.subject, row.body]), ...said.map(({ body }) => ['said', body])])
    }
    fixtures.clock.advance({ days: 700 })
    expect((await settings()).preview).toEqual({ sales: 0, mails: 1 })
    await night()
    expect(await texts()).toEqual({ failed: '', sent: 'As sent', said: 'As sent' })
    fixtures.clock.advance({ days: 33 })
    expect((await settings()).preview).toEqual({ sales: 0, mails: 1 })
    await night()
    expect(await texts()).toEqual({ failed: '', sent: '', said: '' })
  })

  test('PUT retention with an old version gets STALE_VERSION', async () => {
    const { version } = await settings()
    await set(6, 365)
    const stale = await (await as('company')).refusal(saveRetention, {
      params: params(),
      body: { salesYears: 1, mailDays: 1, version },
    })
    expect([stale.code, stale.details?.savedBy]).toEqual(['STALE_VERSION', 'company people'])
  })
})
