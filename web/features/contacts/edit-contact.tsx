import { updateContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { SaveFormPage } from '../../platform/save-form-page.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { ContactFields, contactLabels } from './contact-fields.tsx'
import { toContactBody, toContactValues, type WireContact } from './contact-values.ts'
import { contactUpdated } from './contacts.messages.ts'

/** "The edit form has Save." Give it the contact's id as key. */
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
