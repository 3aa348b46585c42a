import { showChange, showPercentOf } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'

/** The whole property, as every save of an asking price answers it. */
export type PropertyWithPrices = Wire<typeof addAskingPrice, 'response'>
export type PriceEntry = PropertyWithPrices['mi']['askingPrice'][number]
export type PriceOption = PriceEntry['priceOption']

/** "0 guide price, 1 offers in region of, 2 offers over, 3 fixed price (label 'Asking price'), 4 price on application." */
export const priceOptions: readonly { value: PriceOption; label: string }[] = [
  { value: 3, label: 'Asking price' },
  { value: 0, label: 'Guide price' },
  { value: 1, label: 'Offers in region of' },
  { value: 2, label: 'Offers over' },
  { value: 4, label: 'Price on application' },
]

/** Fixed price, the option of a new entry. */
export const fixedPrice: PriceOption = 3

export const priceOptionLabel = (option: PriceOption): string => priceOptions.find(({ value }) => value === option)?.label ?? ''

/** What a price changed by: `−£10,000 (−2.5 %)`; null for the first, which has none before it. */
export function changeInWords(from: number | null, to: number): string | null {
  if (from === null) return null
  if (from === to) return 'No change'
  const percent = showPercentOf(to - from, from)?.replace('-', '\u2212')
  return percent ? `${showChange(from, to)} (${percent})` : showChange(from, to)
}

/** An entry with the price that held before it. Entries come newest first, as the property has them. */
export type PriceRow = PriceEntry & { before: number | null; current: boolean }

export const rowsOf = (entries: readonly PriceEntry[]): PriceRow[] =>
  entries.map((entry, index) => ({ ...entry, before: entries[index + 1]?.price ?? null, current: index === 0 }))
