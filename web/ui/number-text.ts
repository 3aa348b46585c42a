/** Reads and writes the numbers people type. Pure; the fields are number-field.tsx, money-field.tsx and percent-field.tsx. */

const grouped = (decimals: number, least: number) =>
  new Intl.NumberFormat('en-GB', { maximumFractionDigits: decimals, minimumFractionDigits: least })

/**
 * A number from what was typed: "285,000", "£1,250.50", "1.25 %", "285k". Undefined when it is not one, or has more
 * decimals than the field takes, so that nothing is rounded behind the reader's back.
 */
export const parseNumber = (text: string, decimals: number): number | undefined => {
  const bare = text.replace(/[\s,£%]/g, '')
  const match = /^(-?)(\d+(?:\.\d*)?|\.\d+)([km]?)$/i.exec(bare)
  if (!match) return undefined
  const scale = { k: 1000, m: 1_000_000 }[match[3]?.toLowerCase() ?? ''] ?? 1
  const value = Number(`${match[1]}${match[2]}`) * scale
  const factor = 10 ** decimals
  const rounded = Math.round(value * factor) / factor
  return Math.abs(rounded - value) < 1e-9 && Math.abs(value) < 1e12 ? rounded : undefined
}

/** With groups of three and the decimals that are there: 1234.5 is "1,234.5". `least` keeps trailing zeros. */
export const formatNumber = (value: number, decimals: number, least = 0): string =>
  Number.isNaN(value) ? '' : grouped(decimals, least).format(value)

/** Whole pounds without pennies, else with two: "57,000", "1,250.50". */
export const formatMoney = (pounds: number): string => formatNumber(pounds, 2, Number.isInteger(pounds) ? 0 : 2)

/** The sentence for a number outside its limits, or undefined. */
export const rangeError = (
  value: number | null,
  min?: number,
  max?: number,
  show: (limit: number) => string = String,
): string | undefined => {
  if (value === null || Number.isNaN(value)) return undefined
  if (min !== undefined && max !== undefined && (value < min || value > max))
    return `Enter a number from ${show(min)} to ${show(max)}.`
  if (min !== undefined && value < min) return `Enter ${show(min)} or more.`
  if (max !== undefined && value > max) return `Enter ${show(max)} or less.`
  return undefined
}
