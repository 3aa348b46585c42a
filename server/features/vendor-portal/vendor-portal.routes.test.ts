import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import {
  listPortalProperties,
  readPortalProperty,
  savePortalPreferences,
} from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { sendVendorNews } from './send-vendor-news.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '7 Vendor Street')
  fixtures.clock.advance({ minutes: 1 })
})

const secrets = { name: 'Buyer Whose Name Is Private', tel: '0118 496 0145', notes: 'bank says no to the first lender' }
const sell = () =>
  fixtures.as('staff').ok(addOffer, {
    params: place,
    body: { ...secrets, amount: 285_000, cashBuy: false, chain: true, state: 'A' },
  })
const complete = (...names: StepName[]) =>
  fixtures
    .as('staff')
    .ok(saveTimeline, { params: place, body: { timeline: names.map((name) => ({ key: stepKeys[name], state: 'C' as const })) } })
const read = (who: 'vendor' | 'secondVendor' = 'vendor') => fixtures.as(who).ok(readPortalProperty, { params: place })
const confirm = (verified: boolean) =>
  fixtures.database.db.updateTable('app_user').set({ email_verified: verified }).where('id', '=', fixtures.idOf.vendor).execute()

describe('GET vendor/properties and GET vendor/property', () => {
  test('list own properties only', async () => {
    const { data } = await fixtures.as('vendor').ok(listPortalProperties)
    expect(data.find(({ _id }) => _id === place.propertyId)).toMatchObject({
      address: { line1: '7 Vendor Street' },
      phase: 'preForSale',
    })
    const { data: others } = await fixtures.as('secondVendor').ok(listPortalProperties)
    expect(others.map(({ address }) => address.line1)).toEqual(['2 Second Street'])
  })

  test('return progress, contact and messages', async () => {
    await sell()
    fixtures.clock.advance({ minutes: 1 })
    await complete('MemoOfSaleSent', 'DraftContractsIssued')
    const own = await read()
    expect(own).toMatchObject({ phase: 'sold', price: 285_000, offerAcceptedOn: '2026-03-10', completionDate: null })
    expect(own.sale).toMatchObject({ done: 3, tracks: [{ title: 'Your sale', done: 2 }, { title: 'Legal', done: 1 }, {}, {}] })
    expect(own.sale.now.map(({ name }) => name)).toContain('Application submitted')
    expect(own.contact.name).toBe('First Street')
    expect(own.news[0]?.lines).toContain('The draft contract was issued.')
  })

  test('return no fees, notes or details of other parties', async () => {
    await sell()
    const text = JSON.stringify(await read())
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/fee|because|notes|owner|buyerName/i)
  })

  test('another vendor’s property returns 404', async () => {
    const refused = await fixtures.as('secondVendor').refusal(readPortalProperty, { params: place })
    expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('Messages when a step is saved, by e-mail too if their preferences say so', () => {
  /** After the waiting time for corrections. */
  const mails = async () => {
    fixtures.clock.advance({ minutes: 2 })
    await sendVendorNews({ ...fixtures, publicUrl: fixtures.config.publicUrl })
    return findMailsTo(fixtures, fixtures.emailOf('vendor'))
  }

  test('one e-mail per save, to a confirmed address', async () => {
    await confirm(true)
    await sell()
    await mails()
    await complete('MemoOfSaleSent')
    const [mail] = await mails()
    expect(mail?.subject).toBe('7 Vendor Street: news of your property')
    expect(mail?.text).toContain('- The memorandum of sale went out.')
    expect(mail?.text).toContain('- We are waiting for the buyer’s mortgage application.')
    expect(mail?.text).toMatch(/^\d+ of \d+ steps done\. See how it stands: /m)
    expect(mail?.text).not.toContain(secrets.name)
  })

  test('none without the preference or to an unconfirmed address', async () => {
    const before = (await mails()).length
    await confirm(false)
    await sell()
    await confirm(true)
    expect(await fixtures.as('vendor').ok(savePortalPreferences, { body: { email: false } })).toMatchObject({ email: false })
    await complete('MemoOfSaleSent')
    expect(await mails()).toHaveLength(before)
    expect((await fixtures.as('vendor').ok(listPortalProperties)).contactPrefs.email).toBe(false)
    await fixtures.as('vendor').ok(savePortalPreferences, { body: { email: true } })
  })

  test('at most 30 an hour; later saves still appear in the app', async () => {
    await confirm(true)
    await fixtures.database.pool.query(`insert into rate_limit values ($1, $2, 30) on conflict (key) do update set tries = 30`, [
      `news-to:${fixtures.idOf.vendor}`,
      fixtures.clock.now(),
    ])
    const before = (await mails()).length
    await complete('MortgageAppSubmitted')
    expect(await mails()).toHaveLength(before)
    fixtures.clock.advance({ hours: 1 })
    await complete('MortgageValuationBooked')
    expect(await mails()).toHaveLength(before + 1)
  })

  test('none for a save without vendor steps', async () => {
    await confirm(true)
    const before = (await mails()).length
    await fixtures.as('staff').ok(saveTimeline, { params: place, body: { invoiceSent: true } })
    expect(await mails()).toHaveLength(before)
  })
})
