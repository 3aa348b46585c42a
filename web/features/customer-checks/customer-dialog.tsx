import { showPounds } from '@gya/domain/common/money.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { addCustomer, type Customers, updateCustomer } from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import {
  type CheckReason,
  type Customer,
  type CustomerForm,
  type CustomerMet,
  type CustomerSide,
  checkReasonLabels,
  checkReasons,
  customerFormLabels,
  customerForms,
  customerMet,
  customerMetLabels,
  customerSideLabels,
} from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { customerAdded, customerSaved } from './customer-checks.messages.ts'
import { RegisterLine, RegisterText } from './register-text.tsx'

type Shared = {
  params: PropertyParams
  /** Offers that a buyer may be of. */
  offers: readonly Pick<Offer, '_id' | 'name' | 'amount' | 'state'>[]
  onSaved: (answer: Customers) => void
  onClose: () => void
}

type AddProps = Shared & {
  side: CustomerSide
  /** The name of the vendor in the sale. */
  vendor: string
  /** The company, trust or estate whose owner is entered. */
  owned: Customer | null
}

type Values = { form: CustomerForm; name: string; met: CustomerMet; reasons: CheckReason[]; offerId: string | null }

/** "The owner's and buyer's name are filled in from the sale." */
export function AddCustomerDialog({ params, offers, side, vendor, owned, onSaved, onClose }: AddProps) {
  const live = offers.filter(({ state }) => state === 'A' || state === 'P')
  const offer =
    side === 'buyer' ? (live.find(({ state }) => state === 'A') ?? (live.length === 1 ? live[0] : undefined)) : undefined
  const initialValues: Values = {
    form: 'person',
    name: owned ? '' : side === 'vendor' ? vendor : (offer?.name ?? ''),
    met: 'in-person',
    reasons: [],
    offerId: offer?._id ?? null,
  }
  const saving = useSaveForm({
    call: addCustomer,
    name: `customer-${params.propertyId}-${side}`,
    isNew: true,
    initialValues,
    toInput: (values) => ({
      params,
      body: { ...values, side, offerId: owned ? null : values.offerId, ownerOf: owned?._id ?? null },
    }),
    messages: customerAdded,
    onSaved,
  })
  const { form, error, dirty } = saving
  return (
    <SaveFormDialog
      title={owned ? `Owner of ${owned.name ?? 'the customer'}` : `Add the ${customerSideLabels[side].toLowerCase()}`}
      saving={saving}
      disabledReason={form.values.name.trim() === '' ? 'Enter a name' : null}
      onClose={onClose}
      wide
      saveLabel="Add"
    >
      {error && !dirty && <Notice tone="bad">{error.message}</Notice>}
      <CustomerFields form={form} offers={side === 'buyer' && !owned ? live : []} />
    </SaveFormDialog>
  )
}

/** Who it is, whether they were met, and why they need a decision. */
export function EditCustomerDialog({ params, offers, customer, onSaved, onClose }: Shared & { customer: Customer }) {
  const { form: kind = 'person', name = '', met = 'in-person', reasons = [], offerId = null } = customer
  const initialValues: Values & { because: string } = { form: kind, name, met, reasons, offerId, because: '' }
  const saving = useSaveForm({
    call: updateCustomer,
    name: `customer-${customer._id}`,
    initialValues,
    version: customer.version,
    toInput: ({ because, ...values }, version) => ({
      params: { ...params, customerId: customer._id },
      body: { ...values, because: because === '' ? undefined : because, version },
    }),
    messages: customerSaved,
    onSaved,
  })
  const { form } = saving
  const isRemoved = reasons.some((reason) => !form.values.reasons.includes(reason))
  const isBuyer = customer.side === 'buyer' && customer.ownerOf === null
  return (
    <SaveFormDialog
      title={`Change ${name || 'the customer'}`}
      saving={saving}
      disabledReason={saving.disabledReason}
      onClose={onClose}
      wide
    >
      <CustomerFields
        form={form}
        offers={isBuyer ? offers.filter(({ _id, state }) => state === 'A' || state === 'P' || _id === offerId) : []}
      />
      {isRemoved && <RegisterText {...form.getInputProps('because')} label="Why a reason is removed" rows={2} limit={500} />}
    </SaveFormDialog>
  )
}

type FieldsProps = { form: SaveForm<Values>['form']; offers: Shared['offers'] }

const CustomerFields = ({ form, offers }: FieldsProps) => {
  const { reasons } = form.values
  return (
    <>
      <SegmentedField
        {...form.getInputProps('form')}
        label="Who it is"
        wide
        options={customerForms.map((value) => ({ value, label: value === 'estate' ? 'Estate' : customerFormLabels[value] }))}
      />
      <RegisterLine {...form.getInputProps('name')} label="Name" maxLength={160} />
      {offers.length > 0 && (
        <SelectField
          {...form.getInputProps('offerId')}
          label="Offer"
          options={[
            { value: null, label: 'None yet' },
            ...offers.map(({ _id, name, amount }) => ({ value: _id, label: `${name}, ${showPounds(amount)}` })),
          ]}
        />
      )}
      <SegmentedField
        {...form.getInputProps('met')}
        label="Met"
        wide
        options={customerMet.map((value) => ({ value, label: customerMetLabels[value] }))}
      />
      <fieldset className="reasons">
        <legend>What asks for a closer look: each needs a decision</legend>
        {checkReasons.map((reason) => (
          <CheckField
            key={reason}
            label={checkReasonLabels[reason]}
            checked={reasons.includes(reason)}
            onChange={(ticked) =>
              form.setFieldValue('reasons', ticked ? [...reasons, reason] : reasons.filter((one) => one !== reason))
            }
          />
        ))}
      </fieldset>
    </>
  )
}
