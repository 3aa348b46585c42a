import type { PriceOption } from '@gya/domain/features/asking-price/asking-price.model.ts'
import { propertyFields } from '@gya/domain/features/properties/property.fields.ts'
import { MoneyField } from '../../ui/fields/number-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { useMemberOptions } from '../common/use-member-options.ts'
import { feeWords, type Terms, termLabels } from './take-on-values.ts'

type TermsFieldsProps = {
  priceOptions: readonly Option<PriceOption>[]
  field: (path: string) => object
  values: Terms
  branchId: string
  me: { _id: string; name: string } | null
}

/** Price, fee and negotiator of a property that is taken on. */
export const TermsFields = ({ field, values, branchId, me, priceOptions }: TermsFieldsProps) => {
  const options = useMemberOptions(branchId)(null)
  const isKnown = me === null || options.some(({ value }) => value === me._id)
  return (
    <FormPanel title="Price and fee" aside={<span className="mut">can wait</span>}>
      <FieldGrid>
        <MoneyField {...field('askingPrice')} label={termLabels.askingPrice} optional min={0} />
        <SelectField {...field('priceOption')} label={termLabels.priceOption} options={priceOptions} />
        <TextField {...field('fee')} label={termLabels.fee} optional maxLength={20} hint={feeWords(values)} />
        <SelectField
          {...field('negotiator')}
          label={propertyFields.negotiator.label}
          options={isKnown ? options : [...options, { value: me._id, label: me.name }]}
        />
      </FieldGrid>
    </FormPanel>
  )
}
