import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Db } from '../../db/pool.ts'
import { insertAll } from '../../demo/insert-all.ts'
import { insertProperties } from '../../demo/insert-demo.ts'
import { changeOffer, makeOffer, sendMemo } from '../../demo/offer-actions.ts'
import { addNote, askPrice, saveSteps, setFields, takeOn, viewing } from '../../demo/property-actions.ts'
import { type Action, newSimulatedProperty, runActions, type SimulatedProperty } from '../../demo/simulated-property.ts'
import { deriveProperties } from '../properties/write/derive-properties.ts'
import { insertVendor } from '../properties/write/vendor-accounts.ts'

const completed = (key: number): Action => saveSteps([{ key, state: 'C' }])

const buyer = { name: 'Sample Buyer', email: 'buyer@sample.example', tel: '07700 900002' }
const terms = { ...buyer, cashBuy: false, depositSize: 4_000_000, mip: true, chain: false, isRenting: true, notes: '' }

/** A sale after two months: offer accepted, searches late, valuation delayed. Actions with their age in days. */
const story = (by: string, today: DateOnly): [daysAgo: number, action: Action][] => [
  [63, takeOn],
  [63, askPrice(385_000, 3)],
  [63, setFields('management-info-saved', { agency_fee_type: 0, agency_fee_percent: 1250, c_term: 24 })],
  [58, completed(stepKeys.PropertyLaunched)],
  [50, viewing(buyer.name, addDays(today, -50), '14:30', 'Very taken with the garden. Coming back with a tape measure.')],
  [48, completed(stepKeys.Viewings)],
  [46, makeOffer({ ...terms, amount: 37_000_000 })],
  [44, changeOffer(buyer.name, { amount: 37_850_000 })],
  [44, changeOffer(buyer.name, { state: 'A' })],
  [41, sendMemo],
  [40, setFields('management-info-saved', { chain: 0 })],
  [36, completed(stepKeys.NotHavingSurvey)],
  [34, completed(stepKeys.DraftContractsIssued)],
  [33, completed(stepKeys.MortgageAppSubmitted)],
  [30, completed(stepKeys.SearchesAppliedFor)],
  [30, addNote(by, 'Searches ordered and paid for. The council quotes 15 working days.', stepKeys.SearchesAppliedFor)],
  [20, completed(stepKeys.MortgageValuationBooked)],
  [6, saveSteps([{ key: stepKeys.MortgageValuationCompleted, state: 'B' }])],
  [6, addNote(by, 'The lender has put the valuation back by a week. Ring on Monday.', stepKeys.MortgageValuationCompleted)],
]

type SampleSalePlace = { companyId: string; branch: { id: string; town: string; county: string } }
type SampleSaleContext = { db: Db; present: CurrentTime; userId: string; newId: () => string; passwordHash: string }

/** Creates a property with made-up people by the same rules as a real one. No e-mail is sent. */
export async function insertSampleSale({ companyId, branch }: SampleSalePlace, context: SampleSaleContext): Promise<void> {
  const { db, present, userId, newId, passwordHash } = context
  const ids = { companyId, propertyId: newId() }
  const ownerId = newId()
  await insertVendor(db, {
    id: ownerId,
    company_id: companyId,
    type: 'VENDOR',
    first_name: 'Sample',
    last_name: 'Vendor',
    email: `vendor.${ids.propertyId}@sample.example`,
    tel: '07700 900001',
    password_hash: passwordHash,
    activated: true,
    contact_by_email: false,
    createdon: present.now,
  })
  const life: SimulatedProperty = newSimulatedProperty(
    {
      company_id: companyId,
      id: ids.propertyId,
      branch_id: branch.id,
      owner_id: ownerId,
      line1: 'Sample sale, 1 Example Street',
      town: branch.town,
      county: branch.county,
      postcode: 'ZZ99 9ZZ',
      bedrooms: 3,
      ownership: 'freehold',
      is_sample: true,
      createdon: present.now,
      updatedon: present.now,
    },
    newId,
  )
  const happenings = story(userId, present.today).map(([daysAgo, action], index) => ({
    on: addDays(present.today, -daysAgo),
    minute: 600 + 5 * index,
    by: userId,
    action,
  }))
  runActions(life, happenings, present)
  await insertProperties(db, [life])
  await insertAll(db, 'property_day', life.days)
  await deriveProperties({ db, companyId, today: present.today }, [ids.propertyId])
}
