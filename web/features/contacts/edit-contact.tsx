import { updateContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { changedFields } from '../../platform/changed-fields.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { ContactFields, contactLabels } from './contact-fields.tsx'
import { bodyOf, valuesOf, type WireContact } from './contact-values.ts'
import { contactUpdated } from './contacts.messages.ts'

/** "The edit form has Save." Give it the contact's id as key. */
export function EditContact({ contact, back }: { contact: WireContact; back: string }) {
  const saving = useSaveForm({
    call: updateContact,
    name: `contact-${contact._id}`,
    initialValues: valuesOf(contact),
    version: contact.version,
    toInput: (values, version) => ({
      params: { companyId: contact.company, contactId: contact._id },
      body: { ...bodyOf(values), version },
    }),
    messages: contactUpdated,
  })
  const { form } = saving
  return (
    <form {...saving.props} aria-label={`Edit ${contact.name}`}>
      <div className="grid1 narrow before-savebar">
        {saving.above}
        <ContactFields
          title={`Edit ${contact.name}`}
          field={form.getInputProps}
          addressKnown={form.values.addressKnown}
          loses={contact.address !== null}
        />
      </div>
      <SaveBar
        summary={changedFields(form, contactLabels).join(', ') || undefined}
        disabledReason={saving.disabledReason}
        pending={saving.pending}
        onDiscard={saving.dirty ? form.reset : undefined}
      >
        <LinkButton to={back} icon={IconArrowLeft}>
          Back
        </LinkButton>
      </SaveBar>
    </form>
  )
}
