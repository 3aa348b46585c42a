import { calculateFees } from '@gya/domain/features/management-info/fees.ts'
import type { ManagementInfo } from '@gya/domain/features/management-info/management-info.model.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { NewEvent } from '../../events/events.repository.ts'

const stepsWithFee: readonly unknown[] = [stepKeys.Exchanged, stepKeys.Completed]

type Terms = Pick<
  ManagementInfo,
  'agreedPrice' | 'currentAskingPrice' | 'agencyFeeType' | 'agencyFee' | 'agencyFeePercent' | 'feeDeduction' | 'fees'
>

/** In pence, null if it is not known; undefined for events whose fee is not counted. */
function expectedFeeOf({ kind, data = {} }: NewEvent, mi: Terms): number | null | undefined {
  if (kind === 'fall-off') return mi.fees.expected
  if (kind === 'step-changed' && data.to === 'C' && stepsWithFee.includes(data.key)) return mi.fees.expected
  if (kind !== 'offer-accepted') return undefined
  return calculateFees({
    agreedPrice: typeof data.amount === 'number' ? data.amount : mi.agreedPrice,
    askingPrice: mi.currentAskingPrice,
    type: mi.agencyFeeType,
    fixedFee: mi.agencyFee,
    percent: mi.agencyFeePercent,
    deduction: mi.feeDeduction,
  }).expected
}

/**
 * Adds the expected fee to the events whose fee the dashboard adds up. `mi` is the state before the events: a fall-off has the fee
 * of the sale that it ends, an acceptance the fee at its amount. At the end of the day the property may have another sale or none.
 */
export const addExpectedFees = (events: readonly NewEvent[], mi: Terms): NewEvent[] =>
  events.map((event) => {
    const expectedFee = expectedFeeOf(event, mi)
    return expectedFee === undefined ? event : { ...event, data: { ...event.data, expectedFee } }
  })
