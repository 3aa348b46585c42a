import { type Pence, share } from '../../common/money.ts'

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
 * the fee deduction of the branch or else of the company; it is the expected fee that is rounded half-up, and the
 * deduction is what remains. All exclude VAT (domain decisions, "Fees").
 */
export function feesOf(terms: FeeTerms): Fees {
  const price = terms.agreedPrice ?? terms.askingPrice
  const estimate = terms.agreedPrice === null
  const gross = grossFee(terms, price)
  if (gross === null)
    return { gross: null, deduction: null, expected: null, percent: terms.type === 0 ? terms.percent : null, estimate }
  const expected = share(gross, 10_000 - terms.deduction, 10_000)
  const percent = terms.type === 0 ? terms.percent : percentOf(gross, price)
  return { gross, deduction: gross - expected, expected, percent, estimate }
}

/** A fixed fee above the price itself, one that stands in for "on application" say, is no percentage of a sale. */
const percentOf = (gross: Pence, price: Pence | null): number | null =>
  price && gross <= price ? share(gross, 100_000, price) : null

const grossFee = ({ type, fixedFee, percent }: FeeTerms, price: Pence | null): Pence | null => {
  if (type === 1) return fixedFee
  return percent === null || price === null ? null : share(price, percent, 100_000)
}

/** The deduction that holds for a branch: its own when it has one switched on, else the company's. In hundredths of a percent. */
export const deductionOf = (
  branch: { useBranchDeduction: boolean; feeDeduction: number | null },
  companyDeduction: number | null,
): number => (branch.useBranchDeduction ? branch.feeDeduction : companyDeduction) ?? 0
