import {
  deleteBranch,
  deleteCompany,
  deleteProperty,
  restoreBranch,
  restoreCompany,
  restoreProperty,
} from '@gya/domain/features/deletion/deletion.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import {
  createMessageTemplate,
  saveMessageTemplate,
  switchAutomatic,
} from '@gya/domain/features/messages/message-templates.contract.ts'
import { previewMessages } from '@gya/domain/features/messages/messages.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
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
      ...words,
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

/** Switches automatic sending on after a preview on the sale, or off. */
const turn = async (automatic: boolean, of = { id: template.id, words }): Promise<void> => {
  const params = { ...fixtures.a, templateId: of.id }
  if (automatic) await preview(of.words, of.id)
  await company().ok(switchAutomatic, { params, body: { automatic } })
}
const words = { subject: '{line1}: agreed', body: 'Dear {recipient}, the offer is accepted.' }
const preview = (body = words, templateId = template.id) =>
  company().ok(previewMessages, {
    params: { companyId: fixtures.a.companyId },
    body: {
      templateId,
      ...body,
      to: [{ partyRef: `vendor:${fixtures.idOf.vendor}`, propertyIds: [place.propertyId] }],
    },
  })

const accept = () =>
  company().ok(addOffer, {
    params: place,
    body: { name: 'Bea Buyer', email: `bea-${sales}@people.example`, amount: 285_000, cashBuy: false, chain: false, state: 'A' },
  })
/** Advances the clock by the delay of two minutes and sends. */
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

test('messages above the e-mail limit of the company wait until the limit allows them', async () => {
  await turn(true)
  await accept()
  const key = `e-mails-company-60:${fixtures.a.companyId}`
  await fixtures.database.pool.query('insert into rate_limit values ($1, $2, 5000)', [key, fixtures.clock.now()])
  await wait()
  expect(await sent()).toEqual([])
  fixtures.clock.advance({ hours: 1 })
  await wait()
  expect(await sent()).toEqual(both())
  await fixtures.database.pool.query('delete from rate_limit')
  await turn(false)
})

test('messages above the limit of one address wait until the limit allows them', async () => {
  await turn(true)
  await accept()
  const key = `e-mails-to-60:${fixtures.a.companyId}:bea-${sales}@people.example`
  await fixtures.database.pool.query('insert into rate_limit values ($1, $2, 20)', [key, fixtures.clock.now()])
  await wait()
  expect(await sent()).toEqual([])
  fixtures.clock.advance({ hours: 1 })
  await wait()
  expect(await sent()).toEqual(both())
  await fixtures.database.pool.query('delete from rate_limit')
  await turn(false)
})

describe('Story 14: automatic messages', () => {
  test('"Automatic off: accepting sends nothing"; events while it was off are not sent later', async () => {
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

  test('"never at a restore": a step restored with the sale sends nothing, even if it had never sent a message', async () => {
    await accept()
    await company().ok(saveTimeline, { params: place, body: { timeline: [{ key: stepKeys.MemoOfSaleSent, state: 'C' }] } })
    await wait()
    const memo = { subject: '{line1}: memorandum', body: 'Dear {recipient}, the memorandum was sent.' }
    const { _id: id } = await company().ok(createMessageTemplate, {
      params: fixtures.a,
      body: { name: 'Memo sent', channel: 'email', audience: ['vendor'], event: 'memoSent', ...memo },
    })
    await turn(true, { id, words: memo })
    const { saleResets } = await company().ok(performFallOff, { params: place, body: { note: 'Changed their mind' } })
    await wait()
    await company().ok(restoreFallOff, { params: { ...place, fallOffId: saleResets[0]?._id ?? '' } })
    await wait()
    const subject = `${sales} Automatic Street: memorandum`
    expect(await fixtures.database.db.selectFrom('mail').select('id').where('subject', '=', subject).execute()).toEqual([])
    await turn(false, { id, words: memo })
  })

  test('"an undone event sends nothing": a sale that falls off within two minutes', async () => {
    await turn(true)
    await accept()
    await company().ok(performFallOff, { params: place, body: { note: 'A mistake' } })
    await wait()
    expect(await sent()).toEqual([])
  })

  test('a sale that is paused within two minutes by a withdrawal sends nothing', async () => {
    await turn(true)
    await accept()
    const { propertyId, ...params } = place
    await company().ok(updateProperty, { params, body: { _id: propertyId, active: false } })
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

  test('"a person switches one on after a preview on a real sale": refused without a preview, with another text, or by another user', async () => {
    const made = await company().ok(createMessageTemplate, {
      params: fixtures.a,
      body: { name: 'Exchanged news', channel: 'email', audience: ['vendor'], event: 'exchanged', ...words },
    })
    const switchOn = { params: { ...fixtures.a, templateId: made._id }, body: { automatic: true } }
    expect((await company().refusal(switchAutomatic, switchOn)).code).toBe('PREVIEW_FIRST')
    await preview({ ...words, body: 'Something else' }, made._id)
    expect((await company().refusal(switchAutomatic, switchOn)).code).toBe('PREVIEW_FIRST')
    await preview(words, made._id)
    expect((await fixtures.as('platform').refusal(switchAutomatic, switchOn)).code).toBe('PREVIEW_FIRST')
    expect(await company().ok(switchAutomatic, switchOn)).toMatchObject({ automatic: true })
    await company().ok(switchAutomatic, { ...switchOn, body: { automatic: false } })
    await company().ok(saveMessageTemplate, {
      params: switchOn.params,
      body: { name: 'Exchanged news', channel: 'email', audience: ['vendor'], event: 'exchanged', ...words, body: 'New words' },
    })
    // The new text has not been previewed.
    expect((await company().refusal(switchAutomatic, switchOn)).code).toBe('PREVIEW_FIRST')
  })

  test('other steps than its event send nothing', async () => {
    await turn(true)
    await accept()
    await wait()
    await company().ok(saveTimeline, { params: place, body: { timeline: [{ key: stepKeys.MemoOfSaleSent, state: 'C' }] } })
    await wait()
    expect(await sent()).toEqual(both())
  })
})

describe('A fall-off while automatic messages are waiting', () => {
  const fallen = { subject: '{line1}: fallen off', body: 'Dear {recipient}, the sale has fallen off.' }
  const told = async () => {
    const subject = `${sales} Automatic Street: fallen off`
    const mails = await fixtures.database.db.selectFrom('mail').select('recipients').where('subject', '=', subject).execute()
    return mails.flatMap(({ recipients }) => recipients)
  }
  beforeAll(async () => {
    const made = await company().ok(createMessageTemplate, {
      params: fixtures.a,
      body: { name: 'Fallen off', channel: 'email', audience: ['vendor', 'buyer'], event: 'fallenOff', ...fallen },
    })
    await turn(true, { id: made._id, words: fallen })
  })
  const fallOff = () => company().ok(performFallOff, { params: place, body: { note: 'Changed their mind' } })

  test('the vendor gets a message after two minutes; the former buyer is no longer a party', async () => {
    await accept()
    await fallOff()
    await wait()
    expect(await told()).toEqual([fixtures.emailOf('vendor')])
  })

  test('restored within two minutes: no message is sent', async () => {
    await accept()
    const { saleResets } = await fallOff()
    await company().ok(restoreFallOff, { params: { ...place, fallOffId: saleResets[0]?._id ?? '' } })
    await wait()
    expect(await told()).toEqual([])
  })

  test('another offer accepted within two minutes: the new buyer gets no message about the fall-off', async () => {
    await accept()
    await fallOff()
    const second = {
      name: 'Second Buyer',
      email: `second-${sales}@people.example`,
      amount: 290_000,
      cashBuy: false,
      chain: false,
    }
    await company().ok(addOffer, { params: place, body: { ...second, state: 'A' } })
    await wait()
    expect(await told()).toEqual([])
  })

  test('automatic e-mails do not count as updates: the silence of the vendor does not end', async () => {
    await accept()
    await fallOff()
    await wait()
    const rows = await fixtures.database.db
      .selectFrom('property_report')
      .select('vendor_last_updated_on')
      .where('property_id', '=', place.propertyId)
      .execute()
    expect(rows).toEqual([{ vendor_last_updated_on: null }])
  })
})

describe('A message that waits when its sale is deleted', () => {
  const waiting = async () => (await fixtures.database.pool.query('select from automatic_waiting')).rowCount
  const platform = () => fixtures.signedIn(fixtures.idOf.platform)
  beforeEach(async () => {
    await fixtures.database.pool.query('delete from automatic_waiting')
  })

  test('is removed by the job if an older version left it', async () => {
    await company().ok(deleteProperty, { params: place })
    await fixtures.database.db
      .insertInto('automatic_waiting')
      .values({
        company_id: place.companyId,
        property_id: place.propertyId,
        event: 'offerAccepted',
        occasion: fixtures.clock.newId(),
        send_after: fixtures.clock.now(),
      })
      .execute()
    await wait()
    expect(await waiting()).toBe(0)
    expect(await sent()).toEqual([])
  })

  // Deleting the company ends its sessions, so it is last.
  test.each(['property', 'branch', 'company'])('is not sent after the %s is restored', async (what) => {
    await turn(true)
    await accept()
    expect(await waiting()).toBe(1)
    const { companyId, branchId, propertyId: deletedPropertyId } = place
    const admin = await platform()
    if (what === 'property') await admin.ok(deleteProperty, { params: place })
    if (what === 'branch') await admin.ok(deleteBranch, { params: { companyId, branchId } })
    if (what === 'company') await admin.ok(deleteCompany, { params: { companyId } })
    expect(await waiting()).toBe(0)
    fixtures.clock.advance({ days: 7 })
    const later = await platform()
    if (what === 'property') await later.ok(restoreProperty, { params: { companyId, deletedPropertyId } })
    if (what === 'branch') await later.ok(restoreBranch, { params: { companyId, deletedBranchId: branchId } })
    if (what === 'company') await later.ok(restoreCompany, { params: { deletedCompanyId: companyId } })
    await wait()
    expect(await sent()).toEqual([])
  })
})
