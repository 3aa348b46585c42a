import { workingDayFrom } from '../../common/bank-holidays.ts'
import type { DateOnly } from '../../common/dates.ts'
import { isAgreedPhase, isSalePhase } from '../timeline/phase.ts'
import type { ExpectedFacts } from './expected-dates.rules.ts'

export type VendorExpected = { exchange: DateOnly | null; completion: DateOnly | null }

/**
 * "Vendor, only where shareExpected …; never that it moved or is late." A day that has passed is left out, because it would
 * show that the sale is late, and with a passed exchange no completion either: nobody can move before contracts are exchanged. Of a weekend
 * or bank holiday the next working day is told. Null if there is nothing to show.
 */
export function vendorExpected(facts: ExpectedFacts, today: DateOnly): VendorExpected | null {
  if (!facts.shareExpected) return null
  if (isAgreedPhase(facts.phase) && facts.expectedExchange !== null && facts.expectedExchange < today) return null
  const toCome = (day: DateOnly | null) => (day !== null && day >= today ? workingDayFrom(day) : null)
  const exchange = isAgreedPhase(facts.phase) ? toCome(facts.expectedExchange) : null
  const completion = isSalePhase(facts.phase) && facts.completionDate === null ? toCome(facts.expectedCompletion) : null
  return exchange === null && completion === null ? null : { exchange, completion }
}
