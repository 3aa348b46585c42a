import { type Address, emptyAddress } from '@gya/domain/common/address.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { createContact, createPoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { type ContactType, contactTypeLabels, contactTypes } from '@gya/domain/features/contacts/contacts.model.ts'
import { useEffect, useRef } from 'react'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { refusalText, type SaveMessages } from '../../lib/forms/use-save.tsx'
import { type SaveForm, useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import { AddressFields } from '../common/address-fieldset.tsx'
import { RenderOutsideForm } from './person-card.tsx'

const typeOptions = contactTypes.map((value) => ({ value, label: contactTypeLabels[value] }))

type Contact = Wire<typeof createContact, 'response'>
type Poc = Wire<typeof createPoc, 'response'>

/** Messages of the create call, and the label of the address checkbox. */
export type ContactMessages = SaveMessages & { addressKnown: string }

export type ContactDraft = {
  name: string
  email: string
  tel: string
  type: ContactType
  recommended: boolean
  addressKnown: boolean
  address: Address
}
export type PocDraft = { name: string; email: string; tel: string; note: string }
export const emptyContact: ContactDraft = {
  name: '',
  email: '',
  tel: '',
  type: 'unknown',
  recommended: false,
  addressKnown: false,
  address: emptyAddress,
}
export const emptyPoc: PocDraft = { name: '', email: '', tel: '', note: '' }

type CreateDialogProps<Draft, Made> = {
  /** Values of a failed attempt, restored when the dialog opens again. */
  draft: Draft
  messages: SaveMessages
  onCreated: (made: Made) => void
  onFailed: (why: string, typed: Draft) => void
  onClose: () => void
}

/** "Contact creation failure (modal): the dialog closes and an error callback runs." [property §8](docs/design/property.md#8). */
function useCreateFailure<Draft extends Record<string, unknown>>(
  { error, form }: SaveForm<Draft>,
  messages: SaveMessages,
  onFailed: (why: string, typed: Draft) => void,
) {
  const latest = useRef({ form, messages, onFailed })
  latest.current = { form, messages, onFailed }
  useEffect(() => {
    if (error) latest.current.onFailed(refusalText(error, latest.current.messages.failure), latest.current.form.values)
  }, [error])
}

/** The created contact is selected. */
export function CreateContactDialog(
  props: CreateDialogProps<ContactDraft, Contact> & { messages: ContactMessages; companyId: string; title: string },
) {
  const { companyId, title, draft, messages, onCreated, onFailed, onClose } = props
  const saving = useSaveForm({
    call: createContact,
    name: `property-contact-create-${companyId}`,
    initialValues: draft,
    toInput: ({ addressKnown, address, ...fields }) => ({
      params: { companyId },
      body: { ...fields, address: addressKnown ? address : null },
    }),
    messages,
    onSaved: onCreated,
  })
  useCreateFailure(saving, messages, onFailed)
  const field = saving.form.getInputProps
  return (
    <RenderOutsideForm>
      <SaveFormDialog title={title} saving={saving} onClose={onClose} disabledReason={null} saveLabel="Create contact">
        <FieldGrid>
          <TextField {...field('name')} label="Name" className="full" required />
          <TextField {...field('email')} label="E-mail" type="email" optional />
          <TextField {...field('tel')} label="Telephone" type="tel" optional />
          <SegmentedField {...field('type')} label="Type" className="full" options={typeOptions} />
        </FieldGrid>
        <CheckField {...field('recommended', { type: 'checkbox' })} label="Recommended" />
        <CheckField {...field('addressKnown', { type: 'checkbox' })} label={messages.addressKnown} />
        {saving.form.values.addressKnown && <AddressFields field={(part) => field(`address.${part}`)} />}
      </SaveFormDialog>
    </RenderOutsideForm>
  )
}

/** The created point of contact is selected. */
export function CreatePocDialog(
  props: CreateDialogProps<PocDraft, Poc> & { companyId: string; contact: { _id: string; name: string } },
) {
  const { companyId, contact, draft, messages, onCreated, onFailed, onClose } = props
  const saving = useSaveForm({
    call: createPoc,
    name: `property-poc-create-${contact._id}`,
    initialValues: draft,
    toInput: (values) => ({ params: { companyId, contactId: contact._id }, body: values }),
    messages,
    onSaved: onCreated,
  })
  useCreateFailure(saving, messages, onFailed)
  const field = saving.form.getInputProps
  return (
    <RenderOutsideForm>
      <SaveFormDialog
        title={`New point of contact at ${contact.name}`}
        saving={saving}
        onClose={onClose}
        disabledReason={null}
        saveLabel="Create POC"
      >
        <FieldGrid>
          <TextField {...field('name')} label="Name" className="full" required />
          <TextField {...field('email')} label="E-mail" type="email" required />
          <TextField {...field('tel')} label="Telephone" type="tel" optional />
          <TextAreaField {...field('note')} label="Note" rows={3} limit={2000} optional className="full" />
        </FieldGrid>
      </SaveFormDialog>
    </RenderOutsideForm>
  )
}
