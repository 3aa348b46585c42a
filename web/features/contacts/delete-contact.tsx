import { deleteContact, deletePoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import { inWords, useSave } from '../../platform/use-save.tsx'
import { ConfirmByTypingDialog } from '../../ui/confirm-by-typing-dialog.tsx'
import type { WireContact, WirePoc } from './contact-values.ts'
import { contactDeleted } from './contacts.messages.ts'

/** "Deleting a contact removes it and unassigns it from properties": asked first, by typing its full name. */
export function DeleteContact({ contact, onDone }: { contact: WireContact; onDone: () => void }) {
  const saving = useSave(deleteContact, contactDeleted)
  const remove = async () => {
    if (await saving.save({ params: { companyId: contact.company, contactId: contact._id } })) onDone()
  }
  const people = contact.pocs.length
  return (
    <>
      {saving.overlay}
      <ConfirmByTypingDialog
        open
        title="Delete this contact?"
        text={contact.name}
        what="the contact’s full name"
        confirmLabel="Delete contact"
        pending={saving.pending}
        error={saving.error && inWords(saving.error, contactDeleted.failure)}
        onConfirm={() => void remove()}
        onCancel={onDone}
      >
        <p>
          {contact.name}{' '}
          {people === 0 ? 'is' : people === 1 ? 'and its point of contact are' : `and its ${people} points of contact are`}{' '}
          deleted, and no property has them assigned any more. This cannot be undone.
        </p>
      </ConfirmByTypingDialog>
    </>
  )
}

/** The same for one point of contact. */
export function DeletePoc({ poc, onDone }: { poc: WirePoc; onDone: () => void }) {
  const saving = useSave(deletePoc, contactDeleted)
  const params = { companyId: poc.company, contactId: poc.companyContact, pocId: poc._id }
  const remove = async () => {
    if (await saving.save({ params })) onDone()
  }
  return (
    <>
      {saving.overlay}
      <ConfirmByTypingDialog
        open
        title="Delete this point of contact?"
        text={poc.name}
        what="the full name"
        confirmLabel="Delete point of contact"
        pending={saving.pending}
        error={saving.error && inWords(saving.error, contactDeleted.failure)}
        onConfirm={() => void remove()}
        onCancel={onDone}
      >
        <p>{poc.name} is deleted, and no property has them assigned any more. This cannot be undone.</p>
      </ConfirmByTypingDialog>
    </>
  )
}
