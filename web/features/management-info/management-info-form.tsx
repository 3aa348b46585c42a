import { showDate } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { chainStatusLabels } from '@gya/domain/features/chain/chain-status.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { EditableFields } from '../../lib/forms/editable-fields.tsx'
import { changedFields } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { today } from '../../lib/today.ts'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { MoneyField, NumberField, PercentField } from '../../ui/fields/number-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { FieldGrid, FormPanel, TwoColumn } from '../../ui/layout/form-panel.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { FeePanel, SoldPriceDialog, SoldPricePanel } from './fee-and-sold-price.tsx'
import './management-info.css'
import { managementInfoSaved } from './management-info.messages.ts'
import {
  bodyOf,
  contractAndNoticeEnds,
  feePreview,
  type InfoProperty,
  implausibleValues,
  type ManagementInfoValues,
  managementInfoLabels,
  validateNotice,
  valuesOf,
} from './management-info-values.ts'
import { ExpiredNotice, NoticeFields } from './notice-fields.tsx'

/** "0 no chain, 1 completed, 2 incomplete, 3 unknown": shared enumerations, [property §3](docs/design/property.md#3). */
const chainOptions = ([3, 0, 1, 2] as const).map((value) => ({ value, label: chainStatusLabels[value] }))

type Form = UseFormReturnType<ManagementInfoValues>

const ContractFields = ({ form }: { form: Form }) => {
  const { contract } = contractAndNoticeEnds(form.values)
  return (
    <>
      <FieldGrid columns={3}>
        <DateField {...form.getInputProps('listed')} label={managementInfoLabels.listed} nearest="past" />
        <DateField {...form.getInputProps('cSigned')} label={managementInfoLabels.cSigned} nearest="past" />
        <NumberField
          {...form.getInputProps('cTerm')}
          label={managementInfoLabels.cTerm}
          min={0}
          max={520}
          step={1}
          unit="weeks"
        />
      </FieldGrid>
      <p className="ends" aria-live="polite">
        {contract ? (
          <>
            Contract ends <b>{showDate(contract)}</b>.
          </>
        ) : (
          'The contract’s end shows once it has a day and a term.'
        )}
      </p>
    </>
  )
}

const FeeFields = ({ form }: { form: Form }) => (
  <FieldGrid>
    <SegmentedField
      {...form.getInputProps('agencyFeeType')}
      label={managementInfoLabels.agencyFeeType}
      wide
      options={[
        { value: 0, label: 'Percentage' },
        { value: 1, label: 'Fixed fee' },
      ]}
    />
    {form.values.agencyFeeType === 0 ? (
      <PercentField
        {...form.getInputProps('agencyFeePercent')}
        label={managementInfoLabels.agencyFeePercent}
        decimals={3}
        step={0.001}
        hint="Of the agreed price, excluding VAT."
      />
    ) : (
      <MoneyField {...form.getInputProps('agencyFee')} label={managementInfoLabels.agencyFee} min={0} hint="Excluding VAT." />
    )}
  </FieldGrid>
)

type Props = { property: InfoProperty; params: PropertyParams }

/** "One form (see entity mi)." [property §2](docs/design/property.md#2). Use the property's id as key. */
export function ManagementInfoForm({ property, params }: Props) {
  const mayEdit = useMay('property.edit')
  const [changingPrice, setChangingPrice] = useState(false)
  const { mi } = property
  const saving = useSaveForm({
    call: updateManagementInfo,
    name: `mi-${property._id}`,
    initialValues: valuesOf(mi),
    version: property.version,
    toInput: (values, version) => ({ params, body: { ...bodyOf(values), version } }),
    validate: validateNotice,
    implausible: (values) => implausibleValues(values, mi.agreedPrice ?? mi.currentAskingPrice, today()),
    messages: managementInfoSaved,
  })
  const { form } = saving
  return (
    <>
      <form {...saving.props} className="after-tabs" aria-label="Management information">
        <div className="grid1 before-savebar">
          {saving.notices}
          <ExpiredNotice property={property} params={params} />
          <EditableFields editable={mayEdit}>
            <TwoColumn>
              <FormPanel title="Management information">
                <Section title="Contract">
                  <ContractFields form={form} />
                </Section>
                <Section title="Agency fee">
                  <FeeFields form={form} />
                  <CheckField
                    {...form.getInputProps('invoiceSent', { type: 'checkbox' })}
                    label={managementInfoLabels.invoiceSent}
                  />
                </Section>
                <Section title="Sale">
                  <FieldGrid>
                    <SelectField {...form.getInputProps('chain')} label={managementInfoLabels.chain} options={chainOptions} />
                  </FieldGrid>
                </Section>
                <Section title="Notice">
                  <NoticeFields form={form} noticePeriodInDays={mi.noticePeriodInDays} />
                </Section>
              </FormPanel>
              <div className="stack">
                <FeePanel mi={mi} fees={feePreview(mi, form.values)} />
                <SoldPricePanel property={property} mayEdit={mayEdit} onChange={() => setChangingPrice(true)} />
              </div>
            </TwoColumn>
          </EditableFields>
        </div>
        {mayEdit && (
          <SaveBar
            summary={changedFields(form, managementInfoLabels).join(', ') || undefined}
            disabledReason={saving.disabledReason}
            pending={saving.pending}
            onDiscard={saving.dirty ? form.reset : undefined}
          />
        )}
      </form>
      {changingPrice && <SoldPriceDialog property={property} params={params} onClose={() => setChangingPrice(false)} />}
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="group">
    <legend>{title}</legend>
    <div className="grid1">{children}</div>
  </fieldset>
)
