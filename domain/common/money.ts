/**
 * Money is whole pence internally and pounds with at most two decimals on the wire. Percentages are stored as thousandths
 * (agency fee) and hundredths (fee deduction) of a percent ([domain, Time and money](docs/design/domain.md#time-and-money)). Rounding is
 * half-up to the penny, once, at the end.
 */
export type Pence = number

export const toPence = (pounds: number): Pence => Math.round(pounds * 100)
export const toPounds = (pence: Pence): number => pence / 100

/** `pence × numerator ÷ denominator`, rounded half-up to the penny; exact by using bigint. */
export const proportion = (pence: Pence, numerator: number, denominator: number): Pence => {
  const doubled = 2n * BigInt(pence) * BigInt(numerator) + BigInt(denominator)
  return Number(doubled / (2n * BigInt(denominator)))
}

const whole = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', minimumFractionDigits: 2 })

/** Takes pounds: `£1,234,500`, or `£3,562.50` if there are pence. */
export const showPounds = (pounds: number): string => (Number.isInteger(pounds) ? whole : exact).format(pounds)

/** Always with pence, for fee columns: `£3,562.50`. */
export const showPoundsAndPence = (pounds: number): string => exact.format(pounds)

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `98.3 %`; null if `whole` is null or 0. */
export const showPercentOf = (part: number, whole: number | null): string | null =>
  whole ? `${oneDecimal.format((part / whole) * 100).replace('-', '\u2212')} %` : null

/** Difference in pounds and percent: `−£3,500 (−0.9 %)`, `+£1,250.50 (+2.0 %)`, `No change`. */
export const showChange = (from: number, to: number): string => {
  const change = toPence(to) - toPence(from)
  if (change === 0) return 'No change'
  const sign = change < 0 ? '\u2212' : '+'
  const percent = showPercentOf(Math.abs(toPounds(change)), from)
  return `${sign}${showPounds(Math.abs(toPounds(change)))}${percent ? ` (${sign}${percent})` : ''}`
}
