import { createContact, createPoc, updateContact, updatePoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { useState } from 'react'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import {
  ContactFields,
  contactLabels,
  newContact,
  newPoc,
  PocFields,
  pocLabels,
  toContactBody,
  toContactValues,
  toPocBody,
  toPocValues,
  type WireContact,
  type WirePoc,
} from './contact-fields.tsx'
import { contactSaved, contactUpdated, createContactLabel, createPocLabel } from './contacts.messages.ts'

/** Creates a contact, then resets the form and offers to add points of contact. */
export function CreateContact({ companyId, start }: { companyId: string; start?: { name: string; email: string } | undefined }) {
  const [created, setCreated] = useState<WireContact | null>(null)
  const to = useScopedPath()
  const saving = useSaveForm({
    call: createContact,
    name: `contact-create-${companyId}`,
    isNew: true,
    initialValues: { ...newContact, ...start },
    toInput: (values) => ({ params: { companyId }, body: toContactBody(values) }),
    messages: contactSaved,
    onSaved: (contact) => {
      setCreated(contact)
      form.setValues(newContact)
      form.resetDirty(newContact)
      window.scrollTo({ top: 0 })
    },
  })
  const { form } = saving
  return (
    <SaveFormPage label={createContactLabel} saving={saving} labels={contactLabels} saveLabel={createContactLabel}>
      {created && (
        <Notice
          tone="good"
          title={contactSaved.success.title}
          action={<LinkButton to={to('/company/create-poc', {}, { contact: created._id })}>{createPocLabel}</LinkButton>}
        >
          Add the people at {created.name} whom your branches deal with.
        </Notice>
      )}
      <ContactFields title="New contact" field={form.getInputProps} addressKnown={form.values.addressKnown} />
    </SaveFormPage>
  )
}

/** Creates a point of contact, then resets the form. */
export function CreatePoc({ contact }: { contact: WireContact }) {
  const saving = useSaveForm({
    call: createPoc,
    name: `poc-create-${contact._id}`,
    isNew: true,
    initialValues: newPoc,
    toInput: (values) => ({ params: { companyId: contact.company, contactId: contact._id }, body: toPocBody(values) }),
    messages: contactSaved,
    onSaved: () => {
      form.setValues(newPoc)
      form.resetDirty(newPoc)
    },
  })
  const { form } = saving
  return (
    <SaveFormPage label={createPocLabel} saving={saving} labels={pocLabels} saveLabel={createPocLabel}>
      <PocFields title={`New point of contact at ${contact.name}`} field={form.getInputProps} />
    </SaveFormPage>
  )
}

/** "The edit form has Save." Use the contact's id as React key. */
export function EditContact({ contact, back }: { contact: WireContact; back: string }) {
  const saving = useSaveForm({
    call: updateContact,
    name: `contact-${contact._id}`,
    initialValues: toContactValues(contact),
    version: contact.version,
    toInput: (values, version) => ({
      params: { companyId: contact.company, contactId: contact._id },
      body: { ...toContactBody(values), version },
    }),
    messages: contactUpdated,
  })
  const { form } = saving
  return (
    <SaveFormPage label={`Edit ${contact.name}`} saving={saving} labels={contactLabels} back={back}>
      <ContactFields
        title={`Edit ${contact.name}`}
        field={form.getInputProps}
        addressKnown={form.values.addressKnown}
        loses={contact.address !== null}
      />
    </SaveFormPage>
  )
}

/** "Editing has a back button." Use the id of the point of contact as React key. */
export function EditPoc({ poc, back }: { poc: WirePoc; back: string }) {
  const saving = useSaveForm({
    call: updatePoc,
    name: `poc-${poc._id}`,
    initialValues: toPocValues(poc),
    version: poc.version,
    toInput: (values, version) => ({
      params: { companyId: poc.company, contactId: poc.companyContact, pocId: poc._id },
      body: { ...toPocBody(values), version },
    }),
    messages: contactUpdated,
  })
  const { form } = saving
  return (
    <SaveFormPage label={`Manage ${poc.name}`} saving={saving} labels={pocLabels} back={back}>
      <PocFields title={`Manage ${poc.name}`} field={form.getInputProps} />
    </SaveFormPage>
  )
}
