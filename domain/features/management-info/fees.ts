import { type Pence, proportion } from '../../common/money.ts'

/** What the fee of a sale is worked out from. Percentages: `percent` in thousandths, `deduction` in hundredths. */
export type FeeTerms = {
  agreedPrice: Pence | null
  askingPrice: Pence | null
  /** 0 percentage of the agreed price, 1 fixed fee. */
  type: 0 | 1
  fixedFee: Pence | null
  percent: number | null
  deduction: number
}

export type Fees = {
  gross: Pence | null
  deduction: Pence | null
  expected: Pence | null
  percent: number | null
  estimate: boolean
}

/**
 * Gross fee = agreed price × agencyFeePercent / 100, or the fixed fee; while nothing is agreed the current asking price
 * stands in and the fee is an estimate. % of sale = the fee as a percentage of that price. Expected fee = gross fee less
 * the fee deduction of the branch or else of the company. Each figure is rounded half-up once, from the exact fee; the
 * deduction is the difference of the two rounded figures. All exclude VAT (domain decisions, "Fees").
 */
export function calculateFees(terms: FeeTerms): Fees {
  const price = terms.agreedPrice ?? terms.askingPrice
  const estimate = terms.agreedPrice === null
  const exact = exactFee(terms, price)
  if (exact === null)
    return { gross: null, deduction: null, expected: null, percent: terms.type === 0 ? terms.percent : null, estimate }
  const gross = proportion(exact.of, exact.percent, 100_000)
  const expected = proportion(exact.of, exact.percent * (10_000 - terms.deduction), 1_000_000_000)
  const percent = terms.type === 0 ? terms.percent : percentOf(gross, price)
  return { gross, deduction: gross - expected, expected, percent, estimate }
}

/** A fixed fee above the price itself, one that stands in for "on application" say, is no percentage of a sale. */
const percentOf = (gross: Pence, price: Pence | null): number | null =>
  price && gross <= price ? proportion(gross, 100_000, price) : null

/** The gross fee before rounding: so many thousandths of a percent of an amount. */
const exactFee = ({ type, fixedFee, percent }: FeeTerms, price: Pence | null): { of: Pence; percent: number } | null => {
  if (type === 1) return fixedFee === null ? null : { of: fixedFee, percent: 100_000 }
  return percent === null || price === null ? null : { of: price, percent }
}

/** The deduction that holds for a branch: its own when it has one switched on, else the company's. In hundredths of a percent. */
export const feeDeductionFor = (
  branch: { useBranchDeduction: boolean; feeDeduction: number | null },
  companyDeduction: number | null,
): number => (branch.useBranchDeduction ? branch.feeDeduction : companyDeduction) ?? 0
