import { createPoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { PocFields, pocLabels } from './contact-fields.tsx'
import { newPoc, pocBodyOf, type WireContact } from './contact-values.ts'
import { contactSaved, createPocWords } from './contacts.messages.ts'

/** A new point of contact of a contact. After a success the form is empty again, for the next one. */
export function CreatePoc({ contact }: { contact: WireContact }) {
  const saving = useSaveForm({
    call: createPoc,
    name: `poc-create-${contact._id}`,
    initialValues: newPoc,
    toInput: (values) => ({ params: { companyId: contact.company, contactId: contact._id }, body: pocBodyOf(values) }),
    messages: contactSaved,
    onSaved: () => {
      form.setValues(newPoc)
      form.resetDirty(newPoc)
    },
  })
  const { form } = saving
  return (
    <form {...saving.props} aria-label={createPocWords}>
      <div className="grid1 narrow before-savebar">
        {saving.above}
        <PocFields title={`New point of contact at ${contact.name}`} field={form.getInputProps} />
      </div>
      <SaveBar
        summary={changedFields(form, pocLabels).join(', ') || undefined}
        saveLabel={createPocWords}
        disabledReason={saving.disabledReason}
        pending={saving.pending}
        onDiscard={saving.dirty ? form.reset : undefined}
      />
    </form>
  )
}
