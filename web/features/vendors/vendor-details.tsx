import './vendor-details.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { resendVerification } from '@gya/domain/features/account/account.contract.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { updateVendor } from '@gya/domain/features/vendors/vendors.contract.ts'
import { isPlaceholderEmail } from '@gya/domain/features/vendors/vendors.rules.ts'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { TelLink } from '../../ui/navigation/contact-links.tsx'
import { Tag } from '../../ui/tag.tsx'
import { StaffEmailQuestion } from './vendor-fields.tsx'
import { jointNameHint, vendorSaved, verificationResent } from './vendors.messages.ts'

/** "An action to resend the e-mail verification when the vendor has an activation token." [property §2](docs/design/property.md#2). */
export function ResendVerification({ token }: { token: string }) {
  const saving = useSave(resendVerification, verificationResent)
  return (
    <>
      {saving.overlay}
      {saving.error && <Notice tone="bad">{refusalText(saving.error, verificationResent.failure)}</Notice>}
      <Button pending={saving.pending} onClick={() => void saving.save({ body: { token } })}>
        Resend e-mail verification
      </Button>
    </>
  )
}

type Owner = Wire<typeof readProperty, 'response'>['owner']

/** "The last-login display reads that the vendor is using the app, or has not yet logged in. DD/MM/YYYY hh:mma." */
const LastLogin = ({ at }: { at: string | null }) =>
  at ? <>Using the app, last login {showDateTime(at)}</> : <span className="mut">Not yet logged in to the app</span>

const preferencesOf = ({ email, push }: Owner['contactPrefs']): string => {
  const chosen = [...(email ? ['E-mail'] : []), ...(push ? ['Push notification'] : [])]
  return chosen.length === 0 ? 'None' : chosen.join(', ')
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

type Props = { owner: Owner; mayEdit: boolean; onEdit: () => void }

/** "Vendor details shown on edit: name, e-mail, telephone, contact preferences." [property §2](docs/design/property.md#2). */
export const VendorDetails = ({ owner, mayEdit, onEdit }: Props) => (
  <FormPanel
    title="Vendor"
    aside={
      mayEdit && (
        <>
          <span className="spacer" />
          <Button size="s" icon={IconPencil} aria-haspopup="dialog" onClick={onEdit}>
            Edit vendor
          </Button>
        </>
      )
    }
  >
    <dl className="details">
      <Detail name="Name">{owner.fullName}</Detail>
      <Detail name="E-mail">
        {isPlaceholderEmail(owner.email) ? (
          <span className="mut">Not known</span>
        ) : (
          <>
            <a className="link" href={`mailto:${owner.email}`}>
              {owner.email}
            </a>{' '}
            {!owner.emailVerified && <Tag tone="amber">Not verified</Tag>}
          </>
        )}
      </Detail>
      <Detail name="Telephone">{owner.tel ? <TelLink tel={owner.tel} /> : <span className="mut">Not known</span>}</Detail>
      {owner.pendingEmail && <Detail name="New e-mail, to be confirmed">{owner.pendingEmail}</Detail>}
      <Detail name="Contact preferences">{preferencesOf(owner.contactPrefs)}</Detail>
      <Detail name="Last login">
        <LastLogin at={owner.lastLogin} />
      </Detail>
    </dl>
    {mayEdit && owner.accountActivationToken && !isPlaceholderEmail(owner.email) && (
      <div className="group grid1 start">
        <ResendVerification token={owner.accountActivationToken} />
      </div>
    )}
  </FormPanel>
)

type UpdatedVendor = Wire<typeof updateVendor, 'response'>

/** A concurrent save is refused and keeps the edits. */
export function EditVendorDialog({ owner, branchId, onClose }: { owner: UpdatedVendor; branchId: string; onClose: () => void }) {
  const isUnknown = isPlaceholderEmail(owner.email)
  const saving = useSaveForm({
    call: updateVendor,
    name: `vendor-${owner._id}`,
    initialValues: {
      firstName: owner.firstName,
      lastName: owner.lastName,
      email: isUnknown ? '' : owner.email,
      tel: owner.tel,
      contactPrefs: owner.contactPrefs,
      staffEmail: '',
    },
    version: owner.version,
    toInput: ({ staffEmail, email, ...values }, version) => ({
      params: { branchId },
      body: {
        _id: owner._id,
        ...values,
        ...(isUnknown && email === '' ? {} : { email }),
        ...(staffEmail && staffEmail === email ? { staffConfirmed: true } : {}),
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
          required={!isUnknown}
          className="full"
          hint={
            isUnknown || form.values.email.trim().toLowerCase() === owner.email
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
