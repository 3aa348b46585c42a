/**
 * Money is whole pence inside the product and pounds with at most two decimals on the wire. Percentages: the agency fee
 * in thousandths of a percent, the fee deduction in hundredths (domain decisions, "Time and money"). Rounding is half-up
 * to the penny, once, at the end.
 */
export type Pence = number

export const toPence = (pounds: number): Pence => Math.round(pounds * 100)
export const toPounds = (pence: Pence): number => pence / 100

/** `pence × numerator ÷ denominator`, half-up to the penny, exact for every amount a property can have. */
export const proportion = (pence: Pence, numerator: number, denominator: number): Pence => {
  const doubled = 2n * BigInt(pence) * BigInt(numerator) + BigInt(denominator)
  return Number(doubled / (2n * BigInt(denominator)))
}

const whole = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', minimumFractionDigits: 2 })

/** `£1,234,500`, or `£3,562.50` when there are pennies. Takes pounds, as the wire gives them. */
export const showPounds = (pounds: number): string => (Number.isInteger(pounds) ? whole : exact).format(pounds)

/** Always with pennies, for columns of fees: `£3,562.50`. */
export const showPoundsAndPence = (pounds: number): string => exact.format(pounds)

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** One amount as a percentage of another, `98.3 %`; null when the other is not known or nothing. */
export const showPercentOf = (part: number, whole: number | null): string | null =>
  whole ? `${oneDecimal.format((part / whole) * 100).replace('-', '\u2212')} %` : null

/** What an amount changed by, in pounds and of what it was: `−£3,500 (−0.9 %)`, `+£1,250.50 (+2.0 %)`, `No change`. */
export const showChange = (from: number, to: number): string => {
  const change = toPence(to) - toPence(from)
  if (change === 0) return 'No change'
  const sign = change < 0 ? '\u2212' : '+'
  const percent = showPercentOf(Math.abs(toPounds(change)), from)
  return `${sign}${showPounds(Math.abs(toPounds(change)))}${percent ? ` (${sign}${percent})` : ''}`
}
