import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { useState } from 'react'
import { useScopedPath } from '../../platform/place.ts'
import { SaveFormPage } from '../../platform/save-form-page.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ContactFields, contactLabels } from './contact-fields.tsx'
import { newContact, toContactBody, type WireContact } from './contact-values.ts'
import { contactSaved, createContactLabel, createPocLabel } from './contacts.messages.ts'

/** A new solicitor or mortgage broker. After a success the form is empty again, and the new contact's people can be added. */
export function CreateContact({ companyId }: { companyId: string }) {
  const [created, setCreated] = useState<WireContact | null>(null)
  const to = useScopedPath()
  const saving = useSaveForm({
    call: createContact,
    name: `contact-create-${companyId}`,
    isNew: true,
    initialValues: newContact,
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
