import { type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { type PriceOption, priceOptionLabels } from '@gya/domain/features/asking-price/asking-price.model.ts'
import { currentEntry, isScheduled } from '@gya/domain/features/asking-price/asking-price.rules.ts'
import type { ScreenViews } from '../../lib/screen-views.tsx'

/** Every asking price endpoint returns the whole property. */
export type PropertyWithPrices = Wire<typeof addAskingPrice, 'response'>
export type PriceEntry = PropertyWithPrices['mi']['askingPrice'][number]

/** The default first. */
export const priceOptions = ([3, 0, 1, 2, 4] as const).map((value) => ({ value, label: priceOptionLabels[value] }))

/** Price on application; the price is often 0. */
export const priceOnApplication: PriceOption = 4

/** The default option of a new entry. */
export const defaultPriceOption: PriceOption = 3

/** An entry with the price before it. Entries are sorted newest first. */
export type PriceRow = PriceEntry & { previousPrice: number | null; current: boolean; scheduled: boolean }

export const priceRows = (entries: readonly PriceEntry[], today: DateOnly): PriceRow[] => {
  const current = currentEntry(entries, today)
  return entries.map((entry, index) => ({
    ...entry,
    previousPrice: entries[index + 1]?.price ?? null,
    current: entry === current,
    scheduled: isScheduled(entry, today),
  }))
}

/**
 * "History is shown only when at least one asking price exists. The other tab is titled 'Enter price' when none exist and
 * 'Price reduction' otherwise." [property §2](docs/design/property.md#2).
 */
export const priceViews = (entries: readonly object[]): ScreenViews => ({
  label: 'Asking price',
  views: [
    ...(entries.length === 0 ? [] : [{ label: 'History', path: '/property/askingprice' }]),
    { label: entries.length === 0 ? 'Enter price' : 'Price reduction', path: '/property/askingprice-create' },
  ],
})

type DatedPrice = { _id: string; price: number; effectiveDate: DateOnly }

/** A price in the chart: its first day, and its position in percent from the left and the top. */
export type PriceChartPoint = { id: string; price: number; from: DateOnly; x: number; y: number }

export type PriceChartLine = {
  points: PriceChartPoint[]
  /** An SVG step path in a 100 × 100 box. */
  path: string
  lowest: number
  highest: number
  start: DateOnly
  end: DateOnly
}

/** Percent of the box kept free above the highest and below the lowest price. */
const chartMargin = 12

/**
 * The asking price from its first day until today, or until the last price's day if that is in the future.
 * `entries` are sorted newest first. Null for fewer than two entries.
 */
export function priceChartLine(entries: readonly DatedPrice[], today: DateOnly): PriceChartLine | null {
  const oldestFirst = entries.toReversed()
  const first = oldestFirst[0]
  const last = oldestFirst.at(-1)
  if (!first || !last || oldestFirst.length < 2) return null
  const start = first.effectiveDate
  const end = last.effectiveDate > today ? last.effectiveDate : today
  const days = Math.max(1, daysBetween(start, end))
  const prices = oldestFirst.map(({ price }) => price)
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const x = (day: DateOnly) => round((100 * daysBetween(start, day)) / days)
  const y = (price: number) =>
    highest === lowest ? 50 : round(chartMargin + ((100 - 2 * chartMargin) * (highest - price)) / (highest - lowest))
  const points = oldestFirst.map(({ _id, price, effectiveDate }) => ({
    id: _id,
    price,
    from: effectiveDate,
    x: x(effectiveDate),
    y: y(price),
  }))
  const steps = points.map((point, index) => (index === 0 ? `M${point.x} ${point.y}` : `H${point.x}V${point.y}`))
  return { points, path: `${steps.join('')}H100`, lowest, highest, start, end }
}

const round = (value: number): number => Math.round(value * 100) / 100
