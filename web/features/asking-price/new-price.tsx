import { showChange, showPounds } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { useState } from 'react'
import { changedFields } from '../../platform/changed-fields.ts'
import { useScopedPath } from '../../platform/place.ts'
import { today } from '../../platform/today.ts'
import { useCacheAnswer } from '../../platform/use-call.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { useFollowLink } from '../../ui/link.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { askingPriceSaved } from './asking-price.messages.ts'
import { fixedPrice, type PropertyWithPrices } from './price-entries.ts'
import { PriceFields, type PriceValues, priceLabels, unlikelyPrice } from './price-fields.tsx'

type AskingPriceBody = Wire<typeof addAskingPrice, 'body'>

/** "A new entry defaults to price 0, effective date today, option fixed price; … the price is copied from the latest one." */
const defaultPriceValues = (latest: number | null): PriceValues => ({
  price: latest ?? 0,
  effectiveDate: today(),
  priceOption: fixedPrice,
})

/** What the new price does to the one that holds now, in words. */
const priceComparison = (current: number | null, price: number | null): string | undefined => {
  if (current === null || price === null || Number.isNaN(price)) return undefined
  return price === current
    ? `The same as now: ${showPounds(current)}`
    : `${showChange(current, price)} against ${showPounds(current)} now`
}

type NewPriceProps = { property: PropertyWithPrices; params: { companyId: string; branchId: string; propertyId: string } }

/** The first price of a property, or a price reduction; afterwards the history is shown. */
export function NewPrice({ property, params }: NewPriceProps) {
  const current = property.mi.currentAskingPrice
  const [initialValues] = useState(() => defaultPriceValues(current))
  const first = property.mi.askingPrice.length === 0
  const title = first ? 'Enter price' : 'Price reduction'
  const follow = useFollowLink()
  const to = useScopedPath()
  const keep = useCacheAnswer()
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
      keep(readProperty, { params }, answer)
      follow(to('/property/askingprice'))
    },
  })
  const { form } = saving
  return (
    <form {...saving.props} aria-label={title}>
      <div className="grid1 narrow before-savebar">
        {saving.notices}
        <FormPanel title={title}>
          <PriceFields form={form} columns={3} priceHint={priceComparison(current, form.values.price)} />
        </FormPanel>
      </div>
      <SaveBar
        summary={changedFields(form, priceLabels).join(', ') || undefined}
        disabledReason={saving.disabledReason}
        pending={saving.pending}
        onDiscard={saving.dirty ? form.reset : undefined}
      />
    </form>
  )
}
