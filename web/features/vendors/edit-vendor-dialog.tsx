import type { Wire } from '@gya/domain/endpoint.ts'
import { updateVendor } from '@gya/domain/features/vendors/vendors.contract.ts'
import { SaveFormDialog } from '../../platform/save-form-dialog.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { FieldGrid } from '../../ui/form-panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { StaffEmailQuestion } from './staff-email-question.tsx'
import { jointNameHint, vendorSaved } from './vendors.messages.ts'

type UpdatedVendor = Wire<typeof updateVendor, 'response'>

/** Changes the vendor of a property. Whoever changed them first wins; the other is told and keeps what was typed. */
export function EditVendorDialog({ owner, branchId, onClose }: { owner: UpdatedVendor; branchId: string; onClose: () => void }) {
  const saving = useSaveForm({
    call: updateVendor,
    name: `vendor-${owner._id}`,
    initialValues: {
      firstName: owner.firstName,
      lastName: owner.lastName,
      email: owner.email,
      tel: owner.tel,
      contactPrefs: owner.contactPrefs,
      staffEmail: '',
    },
    version: owner.version,
    toInput: ({ staffEmail, ...values }, version) => ({
      params: { branchId },
      body: {
        _id: owner._id,
        ...values,
        ...(staffEmail && staffEmail === values.email ? { staffConfirmed: true } : {}),
        version,
      },
    }),
    messages: vendorSaved,
    onSaved: onClose,
  })
  const { form } = saving
  return (
    <SaveFormDialog
      title="Edit vendor"
      saving={saving}
      onClose={onClose}
      disabledReason={saving.disabledReason}
      saveLabel="Save vendor"
    >
      <StaffEmailQuestion
        error={saving.error}
        email={form.values.email}
        pending={saving.pending}
        onConfirm={() => {
          form.setFieldValue('staffEmail', form.values.email)
          saving.submit()
        }}
      />
      <FieldGrid>
        <TextField {...form.getInputProps('firstName')} label="First name" required hint={jointNameHint(form.values)} />
        <TextField {...form.getInputProps('lastName')} label="Last name" required />
        <TextField
          {...form.getInputProps('email')}
          label="E-mail"
          type="email"
          required
          className="full"
          hint={
            form.values.email.trim().toLowerCase() === owner.email
              ? undefined
              : 'A changed address must be confirmed again, by a link that goes to it.'
          }
        />
        <TextField {...form.getInputProps('tel')} label="Telephone" type="tel" optional className="full" />
        <fieldset className="full">
          <legend className="lab">Contact preferences</legend>
          <div className="checks">
            <CheckField {...form.getInputProps('contactPrefs.email', { type: 'checkbox' })} label="E-mail" />
            <CheckField {...form.getInputProps('contactPrefs.push', { type: 'checkbox' })} label="Push notification" />
          </div>
        </fieldset>
      </FieldGrid>
    </SaveFormDialog>
  )
}
