import { showChange, showPercentOf, showPounds, showPoundsAndPence, toPence, toPounds } from '@gya/domain/common/money.ts'
import { calculateFees } from '@gya/domain/features/management-info/fees.ts'
import type { PropertyWithOffers } from './offer-values.ts'

type Mi = PropertyWithOffers['mi']

/** One thing that an amended amount changes: from, to; `to` alone where there is nothing to compare. */
export type AmendmentEffect = { what: string; from: string | null; to: string }

const optionalPence = (pounds: number | null): number | null => (pounds === null ? null : toPence(pounds))

/** The expected fee at another agreed price, in pounds, by the fee's own rule; null while there are no fee terms. */
function expectedFeeAt(mi: Mi, agreedPrice: number): number | null {
  const { gross, deduction } = mi.fees
  if (gross === null) return null
  const { expected } = calculateFees({
    agreedPrice: toPence(agreedPrice),
    askingPrice: null,
    type: mi.agencyFeeType,
    fixedFee: optionalPence(mi.agencyFee),
    percent: mi.agencyFeePercent === null ? null : Math.round(mi.agencyFeePercent * 1000),
    // The branch's or company's deduction, in hundredths of a percent, read back from what it takes off now.
    deduction: gross === 0 ? 0 : Math.round(((deduction ?? 0) / gross) * 10_000),
  })
  return expected === null ? null : toPounds(expected)
}

/** What another amount of the accepted offer changes: agreed price, by how much, share of the asking price, expected fee. */
export function amendmentEffects(mi: Mi, from: number, to: number): AmendmentEffect[] {
  const agreed = mi.agreedPrice ?? from
  const share = showPercentOf(to, mi.currentAskingPrice)
  const fee = expectedFeeAt(mi, to)
  return [
    { what: 'Agreed price', from: showPounds(agreed), to: showPounds(to) },
    { what: 'Change', from: null, to: showChange(agreed, to) },
    ...(share ? [{ what: 'Of asking', from: showPercentOf(agreed, mi.currentAskingPrice), to: share }] : []),
    ...(fee === null || mi.fees.expected === null
      ? []
      : [{ what: 'Expected fee', from: showPoundsAndPence(mi.fees.expected), to: showPoundsAndPence(fee) }]),
  ]
}
