import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { createMessageTemplate, switchAutomatic } from '@gya/domain/features/messages/message-templates.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { sendAutomaticMessages } from './automatic-messages.ts'

let fixtures: Fixtures
let place: PropertyPath
let sales = 0
let template: { id: string; version: number }
const company = () => fixtures.as('company')
beforeAll(async () => {
  fixtures = await openFixtures()
  await fixtures.database.db.updateTable('app_user').set({ email_verified: true }).where('type', '=', 'VENDOR').execute()
  const { _id, version } = await company().ok(createMessageTemplate, {
    params: fixtures.a,
    body: {
      name: 'Well done',
      channel: 'email',
      audience: ['vendor', 'buyer'],
      event: 'offerAccepted',
      subject: '{line1}: agreed',
      body: 'Dear {recipient}, the offer is accepted.',
    },
  })
  template = { id: _id, version }
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  sales += 1
  place = await takeOn(company(), fixtures.first, fixtures.idOf.vendor, `${sales} Automatic Street`)
})

const turn = async (automatic: boolean): Promise<void> => {
  const params = { ...fixtures.a, templateId: template.id }
  await company().ok(switchAutomatic, { params, body: { automatic } })
}
const accept = () =>
  company().ok(addOffer, {
    params: place,
    body: { name: 'Bea Buyer', email: `bea-${sales}@people.example`, amount: 285_000, cashBuy: false, chain: false, state: 'A' },
  })
/** The wait of two minutes goes by. */
async function wait(): Promise<void> {
  fixtures.clock.advance({ minutes: 2 })
  await sendAutomaticMessages(fixtures)
}
const sent = async () => {
  const mails = await fixtures.database.db
    .selectFrom('mail')
    .select('recipients')
    .where('subject', '=', `${sales} Automatic Street: agreed`)
    .execute()
  return mails.flatMap(({ recipients }) => recipients).toSorted()
}
const both = () => [`bea-${sales}@people.example`, fixtures.emailOf('vendor')].toSorted()

describe('Story 14: automatic messages', () => {
  test('"Automatic off: accepting sends nothing"; what happened while it was off is not sent later', async () => {
    await accept()
    await turn(true)
    await wait()
    expect(await sent()).toEqual([])
  })

  test('"on: one each, and none again on fall-off and restore of the same offer"', async () => {
    await turn(true)
    await accept()
    await sendAutomaticMessages(fixtures)
    expect(await sent()).toEqual([])
    await wait()
    expect(await sent()).toEqual(both())
    const { saleResets } = await company().ok(performFallOff, { params: place, body: { note: 'Changed their mind' } })
    await wait()
    await company().ok(restoreFallOff, { params: { ...place, fallOffId: saleResets[0]?._id ?? '' } })
    await wait()
    expect(await sent()).toEqual(both())
  })

  test('"an undone event sends nothing": a sale that falls off within two minutes', async () => {
    await turn(true)
    await accept()
    await company().ok(performFallOff, { params: place, body: { note: 'A mistake' } })
    await wait()
    expect(await sent()).toEqual([])
  })

  test('"to a vendor only at a confirmed address that wants e-mail"', async () => {
    await turn(true)
    const wants = fixtures.database.db.updateTable('app_user').where('id', '=', fixtures.idOf.vendor)
    await wants.set({ contact_by_email: false }).execute()
    await accept()
    await wait()
    expect(await sent()).toEqual([`bea-${sales}@people.example`])
    await wants.set({ contact_by_email: true }).execute()
  })

  test('steps that are not its event send nothing', async () => {
    await turn(true)
    await accept()
    await wait()
    await company().ok(saveTimeline, { params: place, body: { timeline: [{ key: stepKeys.MemoOfSaleSent, state: 'C' }] } })
    await wait()
    expect(await sent()).toEqual(both())
  })
})
