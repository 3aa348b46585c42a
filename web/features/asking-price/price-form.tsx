import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { showChange, showPounds } from '@gya/domain/common/money.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { unlikelyAskingPrice, unlikelyPriceDay } from '@gya/domain/common/unlikely-values.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice, updateAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import type { PriceOption } from '@gya/domain/features/asking-price/asking-price.model.ts'
import { isScheduled } from '@gya/domain/features/asking-price/asking-price.rules.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useCacheAnswer } from '../../lib/api/use-call.ts'
import { SaveFormDialog, SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { MoneyField } from '../../ui/fields/number-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { askingPriceSaved } from './asking-price.messages.ts'
import { defaultPriceOption, type PriceRow, type PropertyWithPrices, priceOnApplication, priceOptions } from './price-entries.ts'

export type PriceValues = { price: number | null; effectiveDate: DateOnly | null; priceOption: PriceOption }

/** `before`: the price that precedes this one. */
export const unlikelyPrice = ({ price, effectiveDate, priceOption }: PriceValues, before: number | null) => [
  priceOption === priceOnApplication && price === 0 ? null : unlikelyAskingPrice(price, before),
  unlikelyPriceDay(effectiveDate, today()),
]

export const priceLabels = { price: 'Price', effectiveDate: 'Effective date', priceOption: 'Price option' }

/** The asking price fields, shared by create and edit. */
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

type EditPriceDialogProps = {
  entry: PriceRow
  version: number
  params: PropertyParams
  onClose: () => void
}

/** Corrects a mistyped price; the history keeps the old value. */
export function EditPriceDialog({ entry, version, params, onClose }: EditPriceDialogProps) {
  const { price, effectiveDate, priceOption } = entry
  const initialValues: PriceValues = { price, effectiveDate, priceOption }
  const saving = useSaveForm({
    call: updateAskingPrice,
    name: `askingprice-${entry._id}`,
    initialValues,
    version,
    toInput: (values, loadedVersion) => ({
      params,
      body: { _id: entry._id, ...values, version: loadedVersion } as Wire<typeof updateAskingPrice, 'body'>,
    }),
    implausible: (values) => unlikelyPrice(values, entry.previousPrice),
    messages: askingPriceSaved,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title="Edit price"
      saving={saving}
      onClose={onClose}
      disabledReason={saving.disabledReason}
      saveLabel="Save price"
    >
      <PriceFields form={saving.form} columns={2} />
    </SaveFormDialog>
  )
}

type AskingPriceBody = Wire<typeof addAskingPrice, 'body'>

/** "A new entry defaults to price 0, effective date today, option fixed price; … the price is copied from the latest one." */
const defaultPriceValues = (latest: number | null): PriceValues => ({
  price: latest ?? 0,
  effectiveDate: today(),
  priceOption: defaultPriceOption,
})

/** Compares the new price with the current one. */
const priceComparison = (current: number | null, price: number | null): string | undefined => {
  if (current === null || price === null || Number.isNaN(price)) return undefined
  return price === current
    ? `The same as now: ${showPounds(current)}`
    : `${showChange(current, price)} against ${showPounds(current)} now`
}

type NewPriceProps = { property: PropertyWithPrices; params: PropertyParams }

/** Adds the first price or a price reduction, then opens the history. */
export function NewPrice({ property, params }: NewPriceProps) {
  const current = property.mi.currentAskingPrice
  const [initialValues] = useState(() => defaultPriceValues(current))
  const isFirst = property.mi.askingPrice.length === 0
  const title = isFirst ? 'Enter price' : 'Price reduction'
  const follow = useFollowLink()
  const to = useScopedPath()
  const cacheAnswer = useCacheAnswer()
  const saving = useSaveForm({
    call: addAskingPrice,
    name: `askingprice-create-${property._id}`,
    isNew: true,
    initialValues,
    version: property.version,
    toInput: (values, version) => ({ params, body: { ...values, version } as AskingPriceBody }),
    implausible: (values) => unlikelyPrice(values, current),
    messages: askingPriceSaved,
    onSaved: (answer) => {
      cacheAnswer(readProperty, { params }, answer)
      follow(to('/property/askingprice'))
    },
  })
  const { form } = saving
  return (
    <SaveFormPage label={title} saving={saving} labels={priceLabels}>
      <FormPanel title={title}>
        <PriceFields form={form} columns={3} priceHint={priceComparison(current, form.values.price)} />
      </FormPanel>
    </SaveFormPage>
  )
}
