/**
 * Expected count and fees of a period, with their 80 % ranges. [forecast §8](docs/design/forecast.md#8).
 * Fees are pence, without VAT.
 */

/** Sales that exchange together: a single sale, or the sales of one chain within the company. */
export type Unit = { chance: number; sales: number; fee: number }

export type Range = { low: number; high: number }
export type PeriodForecast = { count: number; fees: number; countRange: Range; feeRange: Range }

const bucketPence = 2_500
const mostExactUnits = 200
const quantile = 1.2816
/** With fewer open sales there is no range. */
export const fewestSalesForRange = 10

/** Distribution of the sum of independent units; each is worth `worth` with its chance. */
function sumOf(units: readonly { chance: number; worth: number }[]): Float64Array {
  const most = units.reduce((sum, { worth }) => sum + worth, 0)
  const chances = new Float64Array(most + 1)
  chances[0] = 1
  let top = 0
  for (const { chance, worth } of units) {
    top += worth
    for (let value = top; value >= 0; value--)
      chances[value] =
        (chances[value] as number) * (1 - chance) + (value >= worth ? (chances[value - worth] as number) * chance : 0)
  }
  return chances
}

function quantileOf(chances: Float64Array, share: number): number {
  let sum = 0
  const value = chances.findIndex((chance) => {
    sum += chance
    return sum >= share - 1e-9
  })
  return value === -1 ? chances.length - 1 : value
}

/** Sums over single sales of a period, for when there are too many to read one by one. Spreads are variances. */
export type PeriodSums = {
  sales: number
  feesInAll: number
  count: number
  fees: number
  countSpread: number
  feeSpread: number
}
export const noSums: PeriodSums = { sales: 0, feesInAll: 0, count: 0, fees: 0, countSpread: 0, feeSpread: 0 }

type Worth = { chance: number; worth: number }
/** Of single sales, in the unit of `worth`. */
type SumsOfWorth = { sales: number; mean: number; squares: number; most: number }

function rangeOf(units: readonly Worth[], widening: number, unit: number, sums: SumsOfWorth): Range {
  const mean = units.reduce((sum, { chance, worth }) => sum + chance * worth, sums.mean)
  const spread = Math.sqrt(units.reduce((sum, { chance, worth }) => sum + chance * (1 - chance) * worth ** 2, sums.squares))
  const most = units.reduce((sum, { worth }) => sum + worth, sums.most)
  const within = (value: number): number => Math.min(most, Math.max(0, value))
  if (sums.sales > 0 || units.length > mostExactUnits)
    return { low: within(mean - quantile * spread * widening) * unit, high: within(mean + quantile * spread * widening) * unit }
  const chances = sumOf(units)
  const wider = (value: number): number => within(mean + (value - mean) * widening)
  return { low: wider(quantileOf(chances, 0.1)) * unit, high: wider(quantileOf(chances, 0.9)) * unit }
}

const toHundredPounds = (pence: number): number => Math.round(pence / 10_000) * 10_000

/**
 * Expected count and fees of a period with their ranges. `widening`: the factor by which past ranges of the company were too narrow, 1 if
 * unknown. `sums`: totals of single sales that are not in `units`. Counts of the range are whole, its fees in full £100.
 */
export function forecastPeriod(units: readonly Unit[], widening = 1, sums: PeriodSums = noSums): PeriodForecast {
  const open = units.filter(({ chance }) => chance > 0)
  const countRange = rangeOf(
    open.map(({ chance, sales }) => ({ chance, worth: sales })),
    widening,
    1,
    { sales: sums.sales, mean: sums.count, squares: sums.countSpread, most: sums.sales },
  )
  const feeRange = rangeOf(
    open.map(({ chance, fee }) => ({ chance, worth: Math.round(fee / bucketPence) })),
    widening,
    bucketPence,
    {
      sales: sums.sales,
      mean: sums.fees / bucketPence,
      squares: sums.feeSpread / bucketPence ** 2,
      most: sums.feesInAll / bucketPence,
    },
  )
  return {
    count: units.reduce((sum, { chance, sales }) => sum + chance * sales, sums.count),
    fees: Math.round(units.reduce((sum, { chance, fee }) => sum + chance * fee, sums.fees)),
    countRange: { low: Math.round(countRange.low), high: Math.round(countRange.high) },
    feeRange: { low: toHundredPounds(feeRange.low), high: toHundredPounds(feeRange.high) },
  }
}
