import { addAskingPrice, deleteAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { saveChain } from '@gya/domain/features/chain/chain.contract.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { deleteFallOff, performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addNote, deleteNote, listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer, deleteOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { saveReferrals } from '@gya/domain/features/referrals/referrals.contract.ts'
import { addRelaunch, deleteRelaunch } from '@gya/domain/features/relaunches/relaunches.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { addViewing, deleteViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../../test/support/fixtures.ts'

let fixtures: Fixtures
/** Two properties of one vendor and branch with equal data. */
let [first, second]: PropertyPath[] = []
beforeAll(async () => {
  fixtures = await openFixtures()
  const firm = await fixtures.as('company').ok(createContact, {
    params: { companyId: fixtures.first.companyId },
    body: { name: 'Fenwick & Thrale', email: 'office@firm.example', tel: '0118 496 0200' },
  })
  first = await fill('1 Twin Street', firm._id)
  second = await fill('2 Twin Street', firm._id)
})
afterAll(() => fixtures.close())

const today = '2026-03-10'
const survey = { state: 'IP', surveyData: { date: '2026-03-20', reference: '' } } as const

async function fill(line1: string, firmId: string): Promise<PropertyPath> {
  const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const staff = fixtures.as('staff')
  const solicitor = { contact: firmId }
  const people = [
    { firstName: 'Una', lastName: 'Thimble', email: 'una@people.example', tel: '07700 900201', options: { memo: true } },
  ]
  await staff.ok(addAskingPrice, { params, body: { price: 300_000, effectiveDate: today } })
  await staff.ok(addViewing, { params, body: { name: 'Viewer', when: today } })
  await staff.ok(addRelaunch, { params, body: { when: today } })
  await staff.ok(addNote, { params, body: { message: 'Keys at the branch.' } })
  await staff.ok(addOffer, { params, body: { name: 'First', amount: 280_000, cashBuy: false, chain: false } })
  await fallOff(params)
  await sell(params)
  await staff.ok(saveContacts, {
    params,
    body: { solicitor, additionalContacts: people, buyerDetails: { solicitor, additionalContacts: people } },
  })
  await staff.ok(saveTimeline, {
    params,
    body: {
      timeline: [
        { key: stepKeys.Drain, ...survey },
        { key: stepKeys.Roof, ...survey },
      ],
    },
  })
  await staff.ok(saveReferrals, { params, body: { vendorSolicitor: `${today}T09:00:00.000Z` } })
  await staff.ok(saveChain, { params, body: { items: [{ thisProperty: true }, { note: 'Next door' }] } })
  return params
}

const sell = (params: PropertyPath) =>
  fixtures.as('staff').ok(addOffer, {
    params,
    body: { name: 'Buyer', amount: 290_000, cashBuy: false, chain: false, state: 'A' },
  })

async function fallOff(params: PropertyPath) {
  await sell(params)
  return fixtures.as('staff').ok(performFallOff, { params, body: { note: 'Withdrew' } })
}

/** The rows of a property in every table with a property column, as text. */
async function rowsOf({ propertyId }: PropertyPath): Promise<Record<string, string>> {
  const { pool } = fixtures.database
  const tables = await pool.query<{ name: string; id: string }>(
    `select c.table_name as name, c.column_name as id
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and (column_name = 'property_id' or (table_name, column_name) = ('property', 'id')) order by 1`,
  )
  const texts = tables.rows.map(
    ({ name, id }) =>
      `select '${name}' as name, string_agg(t::text, E'\\n' order by t::text) as rows from ${name} t where ${id} = $1`,
  )
  const { rows } = await pool.query<{ name: string; rows: string | null }>(texts.join(' union all '), [propertyId])
  return Object.fromEntries(rows.flatMap(({ name, rows }) => (rows === null ? [] : [[name, rows]])))
}

test('no call on one property changes rows of another property', async () => {
  if (!first || !second) throw new Error('not filled')
  const params = first
  const staff = fixtures.as('staff')
  const before = await rowsOf(second)
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      'asking_price',
      'chain_item',
      'event',
      'fall_off',
      'note',
      'offer',
      'property',
      'property_additional_contact',
      'property_contact',
      'property_report',
      'property_step',
      'referral',
      'relaunch',
      'viewing',
    ]),
  )
  const { offers, viewings, relaunches, mi } = await staff.ok(readProperty, { params })
  const notes = await staff.ok(listNotes, { params })
  const idOf = (list: readonly { _id: string }[]) => list[0]?._id ?? ''
  const none = { solicitor: null, additionalContacts: [] }
  const acts: Record<string, () => Promise<unknown>> = {
    'remove a survey': () =>
      staff.ok(saveTimeline, {
        params,
        body: { timeline: [{ key: stepKeys.Drain, state: 'IP', appMarkedDelete: true }] },
      }),
    'remove a viewing': () => staff.ok(deleteViewing, { params: { ...params, viewingId: idOf(viewings) } }),
    'remove a relaunch': () => staff.ok(deleteRelaunch, { params: { ...params, relaunchId: idOf(relaunches) } }),
    'remove a note': () => staff.ok(deleteNote, { params: { ...params, noteId: idOf(notes.data) } }),
    'remove an asking price': () => staff.ok(deleteAskingPrice, { params: { ...params, askingPriceId: idOf(mi.askingPrice) } }),
    'remove an offer': () =>
      staff.ok(deleteOffer, { params: { ...params, offerId: idOf(offers.filter(({ state }) => state !== 'A')) } }),
    'remove contacts': () => staff.ok(saveContacts, { params, body: { ...none, buyerDetails: none } }),
    'take a referral back': () => staff.ok(saveReferrals, { params, body: { vendorSolicitor: null } }),
    'remove the links of the chain': () => staff.ok(saveChain, { params, body: { items: [] } }),
    'perform a fall-off, restore it, and perform and remove another': async () => {
      const { saleResets } = await staff.ok(performFallOff, { params, body: { note: 'Survey' } })
      const newest = saleResets.find(({ note }) => note === 'Survey')?._id ?? ''
      await staff.ok(restoreFallOff, { params: { ...params, fallOffId: newest } })
      const again = await staff.ok(performFallOff, { params, body: { note: 'Mortgage' } })
      const last = again.saleResets.find(({ note }) => note === 'Mortgage')?._id ?? ''
      await staff.ok(deleteFallOff, { params: { ...params, fallOffId: last } })
    },
    'delete the property': () => fixtures.as('company').ok(deleteProperty, { params }),
  }
  for (const [name, act] of Object.entries(acts)) {
    await act()
    expect([name, await rowsOf(second)]).toEqual([name, before])
  }
})
