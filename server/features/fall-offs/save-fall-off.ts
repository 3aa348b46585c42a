import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { noExpectedDates } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { removeBuyer } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import type { Db } from '../../db/pool.ts'
import type { NewEvent } from '../events/events.repository.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { updateOfferRow } from '../properties/write/offers.repository.ts'
import { expectedColumns, updatePropertyFields } from '../properties/write/properties.repository.ts'
import { stepEvents } from '../properties/write/step-events.ts'
import { saveStepChanges } from '../properties/write/steps.repository.ts'
import { saveBuyerData } from './buyer-data.ts'
import { type Classified, deleteSaleStart, insertFallOff } from './fall-offs.repository.ts'
import type { prepareFallOff } from './prepare-fall-off.ts'

type Prepared = NonNullable<Awaited<ReturnType<typeof prepareFallOff>>>
type FallOffToSave = { _id: string; note: string; at: Instant } & Omit<Classified, 'phase'>

/** The data of the reason in the record; empty for a fall-off without a classification. */
export const classifiedData = ({ reason, party, phase }: Classified) => ({
  ...(reason ? { reasonId: reason._id, classified: reason.name } : {}),
  ...(party ? { party } : {}),
  phase,
})

/** Ends the sale of a property: archives it, and returns the property to the state before the acceptance. */
export async function saveFallOff(
  db: Db,
  ids: PropertyIds,
  { timeline }: LoadedProperty,
  { offer, buyerData, archive, changes, phase }: Prepared,
  { _id, note, at, reason, party }: FallOffToSave,
): Promise<NewEvent[]> {
  const classified = { reason, party, phase }
  await deleteSaleStart(db, ids, offer._id)
  await insertFallOff(db, ids, { _id, note, archive, now: at, ...classified })
  await updateOfferRow(db, ids.companyId, { ...offer, state: 'R', acceptedOn: null })
  await saveStepChanges(db, ids, changes)
  await saveBuyerData(db, ids, { before: buyerData, after: removeBuyer(buyerData) })
  await updatePropertyFields(db, ids, {
    agreed_price: null,
    completion_date: null,
    lender_id: null,
    ...expectedColumns(noExpectedDates),
  })
  const data = { fallOffId: _id, offerId: offer._id, name: offer.name, amount: offer.amount, reason: note }
  return [{ kind: 'fall-off', data: { ...data, ...classifiedData(classified) } }, ...stepEvents(timeline, changes)]
}
