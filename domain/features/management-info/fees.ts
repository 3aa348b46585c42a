import { type Pence, proportion } from '../../common/money.ts'

/** Inputs of the fee calculation. `percent` is thousandths of a percent, `deduction` hundredths. */
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
 * Gross fee = agreed price × agencyFeePercent / 100, or the fixed fee; without an agreed price the current asking price
 * is used and the fee is an estimate. % of sale = fee as a percentage of that price. Expected fee = gross fee less the
 * fee deduction of the branch or else of the company. Each value is rounded half-up once, from the exact fee; the
 * deduction is the difference of the rounded values. All exclude VAT ([domain, Fees](docs/design/domain.md#fees)). Sums in the
 * database use the same by `expected_fee` (server/db/code/expected-fee.sql).
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

/** No percentage if the fixed fee exceeds the price, for example a placeholder price of 1. */
const percentOf = (gross: Pence, price: Pence | null): number | null =>
  price && gross <= price ? proportion(gross, 100_000, price) : null

/** Gross fee before rounding, as thousandths of a percent of an amount. */
const exactFee = ({ type, fixedFee, percent }: FeeTerms, price: Pence | null): { of: Pence; percent: number } | null => {
  if (type === 1) return fixedFee === null ? null : { of: fixedFee, percent: 100_000 }
  return percent === null || price === null ? null : { of: price, percent }
}

/** The branch's own deduction if switched on, otherwise the company's. In hundredths of a percent. */
export const feeDeductionFor = (
  branch: { useBranchDeduction: boolean; feeDeduction: number | null },
  companyDeduction: number | null,
): number => (branch.useBranchDeduction ? branch.feeDeduction : companyDeduction) ?? 0
