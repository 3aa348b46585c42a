import { searchVendors } from '@gya/domain/features/vendors/vendors.contract.ts'
import { minVendorSearch } from '@gya/domain/features/vendors/vendors.rules.ts'
import { useState } from 'react'
import { type ApiError, callApi } from '../../lib/api/call-api.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { LookupField } from '../../ui/fields/lookup-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { NewPasswordFields } from '../common/new-password-fields.tsx'
import type { VendorValues } from './vendor-values.ts'
import { jointNameHint, noUserFound, vendorMissing, vendorOfOtherBranch } from './vendors.messages.ts'

type InputProps = (path: string, options?: { type: 'checkbox' }) => object

export const optionOfVendor = ({ _id, fullName, email }: { _id: string; fullName: string; email: string }): Option<string> => ({
  value: _id,
  label: fullName,
  note: email,
})

/** "Existing vendor search: minimum 3 characters, 800 ms delay, search by e-mail." [property §2](docs/design/property.md#2). */
const searchByEmail =
  (companyId: string) =>
  async (email: string, signal: AbortSignal): Promise<Option<string>[]> => {
    const { data, exists } = await callApi(searchVendors, { query: { email, companyId }, signal })
    const found = data.map(optionOfVendor)
    return exists ? [...found, vendorOfOtherBranch] : found
  }

const ExistingVendor = ({
  field,
  companyId,
  vendor,
}: {
  field: InputProps
  companyId: string
  vendor: Option<string> | null
}) => (
  <LookupField
    {...field('vendor')}
    label="Vendor’s e-mail"
    minimum={minVendorSearch}
    placeholder={`Type at least ${minVendorSearch} characters`}
    find={searchByEmail(companyId)}
    emptyText={noUserFound}
    hint={vendor?.note ?? 'Finds the vendors of your branches by their e-mail address.'}
  />
)

const NewVendor = ({ field, values }: { field: InputProps; values: VendorValues }) => (
  <FieldGrid>
    <TextField {...field('firstName')} label="First name" required hint={jointNameHint(values)} />
    <TextField {...field('lastName')} label="Last name" required />
    <TextField {...field('email')} label="E-mail" type="email" required />
    <TextField {...field('tel')} label="Telephone" type="tel" optional />
    <fieldset className="full">
      <legend className="lab">Contact preferences</legend>
      <div className="checks">
        <CheckField {...field('contactPrefs.email', { type: 'checkbox' })} label="E-mail" />
        <CheckField {...field('contactPrefs.push', { type: 'checkbox' })} label="Push notification" />
      </div>
    </fieldset>
    <NewPasswordFields field={field} values={values} person="the vendor is" />
  </FieldGrid>
)

type VendorFieldsProps = {
  /** `(path) => form.getInputProps('owner.' + path)` */
  field: InputProps
  values: VendorValues
  companyId: string
  /** The owner was refused as a whole: none was chosen, or the new one is incomplete. */
  missing: boolean
}

export const VendorFields = ({ field, values, companyId, missing }: VendorFieldsProps) => (
  <FormPanel title="Owner">
    <div className="grid1">
      {missing && <Notice tone="bad">{vendorMissing}</Notice>}
      <SegmentedField
        {...field('kind')}
        label="Owner"
        hideLabel
        wide
        options={[
          { value: 'existing', label: 'Existing vendor' },
          { value: 'new', label: 'New vendor' },
        ]}
      />
      {values.kind === 'existing' ? (
        <ExistingVendor field={field} companyId={companyId} vendor={values.vendor} />
      ) : (
        <NewVendor field={field} values={values} />
      )}
    </div>
  </FormPanel>
)

type StaffEmailQuestionProps = {
  error: ApiError | null
  email: string
  pending: boolean
  /** Saves again with the confirmation. */
  onConfirm: () => void
}

/** Asks for confirmation if the vendor's e-mail address is that of a colleague. */
export function StaffEmailQuestion({ error, email, pending, onConfirm }: StaffEmailQuestionProps) {
  const [answered, setAnswered] = useState<ApiError | null>(null)
  if (error?.code !== 'VENDOR_IS_STAFF' || error === answered || pending) return null
  return (
    <ConfirmDialog
      open
      title="Is a colleague the vendor?"
      confirmLabel="Yes, they are the vendor"
      onCancel={() => setAnswered(error)}
      onConfirm={() => {
        setAnswered(error)
        onConfirm()
      }}
    >
      <p>
        {email.trim()} is the e-mail address of a colleague of your company. A vendor’s account is apart from the colleague’s own
        and has a password of its own.
      </p>
    </ConfirmDialog>
  )
}
