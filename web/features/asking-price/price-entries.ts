import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { currentEntry, isScheduled } from '@gya/domain/features/asking-price/price-in-force.ts'

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

/** Price on application: often without a price. */
export const priceOnApplication: PriceOption = 4

/** Fixed price, the option of a new entry. */
export const fixedPrice: PriceOption = 3

export const priceOptionLabel = (option: PriceOption): string => priceOptions.find(({ value }) => value === option)?.label ?? ''

/** An entry with the price that held before it. Entries come newest first, as the property has them. */
export type PriceRow = PriceEntry & { previousPrice: number | null; current: boolean; scheduled: boolean }

export const priceRows = (entries: readonly PriceEntry[], today: DateOnly): PriceRow[] => {
  const inForce = currentEntry(entries, today)
  return entries.map((entry, index) => ({
    ...entry,
    previousPrice: entries[index + 1]?.price ?? null,
    current: entry === inForce,
    scheduled: isScheduled(entry, today),
  }))
}
