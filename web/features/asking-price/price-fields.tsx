import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { unlikelyAskingPrice, unlikelyPriceDay } from '@gya/domain/common/unlikely-values.ts'
import { isScheduled } from '@gya/domain/features/asking-price/price-in-force.ts'
import type { UseFormReturnType } from '@mantine/form'
import { today } from '../../platform/today.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FieldGrid } from '../../ui/form-panel.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { type PriceOption, priceOnApplication, priceOptions } from './price-entries.ts'

export type PriceValues = { price: number | null; effectiveDate: DateOnly | null; priceOption: PriceOption }

/** `before`: the price that holds, or held, before this one. */
export const unlikelyPrice = ({ price, effectiveDate, priceOption }: PriceValues, before: number | null) => [
  priceOption === priceOnApplication && price === 0 ? null : unlikelyAskingPrice(price, before),
  unlikelyPriceDay(effectiveDate, today()),
]

export const priceLabels = { price: 'Price', effectiveDate: 'Effective date', priceOption: 'Price option' }

/** The fields of an asking price, the same for a new one and a stored one. */
export function PriceFields({
  form: { getInputProps: field, values },
  priceHint,
  columns,
}: {
  form: UseFormReturnType<PriceValues>
  priceHint?: string | undefined
  columns: 2 | 3
}) {
  const { effectiveDate } = values
  const scheduled = effectiveDate !== null && /^\d{4}-\d{2}-\d{2}$/.test(effectiveDate) && isScheduled({ effectiveDate }, today())
  return (
    <FieldGrid columns={columns}>
      <MoneyField {...field('price')} label={priceLabels.price} required min={0} hint={priceHint} />
      <DateField
        {...field('effectiveDate')}
        label={priceLabels.effectiveDate}
        required
        hint={scheduled ? `Scheduled: it becomes the asking price on ${showDate(effectiveDate)}.` : undefined}
      />
      <SelectField {...field('priceOption')} label={priceLabels.priceOption} options={priceOptions} />
    </FieldGrid>
  )
}
