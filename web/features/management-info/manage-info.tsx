import { showDate } from '@gya/domain/common/dates.ts'
import { chainStatusWords } from '@gya/domain/features/chain/chain-status.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { changedFields } from '../../platform/changed-fields.ts'
import { useMay } from '../../platform/session.tsx'
import { today } from '../../platform/today.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldGrid, FormPanel, TwoColumn } from '../../ui/form-panel.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { PercentField } from '../../ui/percent-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FeePanel } from './fee-panel.tsx'
import './management-info.css'
import { managementInfoSaved } from './management-info.messages.ts'
import {
  bodyOf,
  doubtsOf,
  endsOf,
  feePreview,
  type InfoProperty,
  miLabels as labels,
  type MiValues,
  noticeProblems,
  valuesOf,
} from './mi-values.ts'
import { NoticeFields } from './notice-fields.tsx'
import { NoticeOver } from './notice-over.tsx'
import { SoldPriceDialog, SoldPricePanel } from './sold-price.tsx'

/** "0 no chain, 1 completed, 2 incomplete, 3 unknown": shared enumerations, property document, section 3. */
const chains = ([3, 0, 1, 2] as const).map((value) => ({ value, label: chainStatusWords[value] }))

type Form = UseFormReturnType<MiValues>

const Contract = ({ form }: { form: Form }) => {
  const { contract } = endsOf(form.values)
  return (
    <>
      <FieldGrid columns={3}>
        <DateField {...form.getInputProps('listed')} label={labels.listed} />
        <DateField {...form.getInputProps('cSigned')} label={labels.cSigned} />
        <NumberField {...form.getInputProps('cTerm')} label={labels.cTerm} min={0} max={520} step={1} unit="weeks" />
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

const Fee = ({ form }: { form: Form }) => (
  <FieldGrid>
    <SegmentedField
      {...form.getInputProps('agencyFeeType')}
      label={labels.agencyFeeType}
      wide
      options={[
        { value: 0, label: 'Percentage' },
        { value: 1, label: 'Fixed fee' },
      ]}
    />
    {form.values.agencyFeeType === 0 ? (
      <PercentField
        {...form.getInputProps('agencyFeePercent')}
        label={labels.agencyFeePercent}
        decimals={3}
        step={0.001}
        hint="Of the agreed price, excluding VAT."
      />
    ) : (
      <MoneyField {...form.getInputProps('agencyFee')} label={labels.agencyFee} min={0} hint="Excluding VAT." />
    )}
  </FieldGrid>
)

type Props = { property: InfoProperty; params: { companyId: string; branchId: string; propertyId: string } }

/** "One form (see entity mi)." Property document, section 2. Give it the property's id as key. */
export function ManageInfo({ property, params }: Props) {
  const mayEdit = useMay('property.edit')
  const [changingPrice, setChangingPrice] = useState(false)
  const { mi } = property
  const saving = useSaveForm({
    call: updateManagementInfo,
    name: `mi-${property._id}`,
    initialValues: valuesOf(mi),
    version: property.version,
    toInput: (values, version) => ({ params, body: { ...bodyOf(values), version } }),
    validate: noticeProblems,
    doubts: (values) => doubtsOf(values, mi.agreedPrice ?? mi.currentAskingPrice, today()),
    messages: managementInfoSaved,
  })
  const { form } = saving
  return (
    <>
      <form {...saving.props} className="after-tabs" aria-label="Management information">
        <div className="grid1 before-savebar">
          {saving.above}
          <NoticeOver property={property} params={params} />
          <TwoColumn>
            <FormPanel title="Management information">
              <Section title="Contract">
                <Contract form={form} />
              </Section>
              <Section title="Agency fee">
                <Fee form={form} />
                <CheckField {...form.getInputProps('invoiceSent', { type: 'checkbox' })} label={labels.invoiceSent} />
              </Section>
              <Section title="Sale">
                <FieldGrid>
                  <SelectField {...form.getInputProps('chain')} label={labels.chain} options={chains} />
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
        </div>
        {mayEdit && (
          <SaveBar
            summary={changedFields(form, labels).join(', ') || undefined}
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
