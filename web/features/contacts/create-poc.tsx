import { createPoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { SaveFormPage } from '../../platform/save-form-page.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { PocFields, pocLabels } from './contact-fields.tsx'
import { newPoc, toPocBody, type WireContact } from './contact-values.ts'
import { contactSaved, createPocLabel } from './contacts.messages.ts'

/** A new point of contact of a contact. After a success the form is empty again, for the next one. */
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
