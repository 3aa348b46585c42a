import type { Wire } from '@gya/domain/endpoint.ts'
import { deleteContact, deletePoc, listContacts, readContactUse } from '@gya/domain/features/contacts/contacts.contract.ts'
import { useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { LookupField } from '../../ui/fields/lookup-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { ConfirmByTypingDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { WireContact, WirePoc } from './contact-fields.tsx'
import { contactDeleted } from './contacts.messages.ts'

type ContactUse = Wire<typeof readContactUse, 'response'>

const countLabel = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Such as "acting on 3 live sales in 2 branches". */
const contactUseText = ({ liveSales, branches, otherSales }: ContactUse): string => {
  const live = `acting on ${countLabel(liveSales, 'live sale', 'live sales')} in ${countLabel(branches, 'branch', 'branches')}`
  const others = `${countLabel(otherSales, 'sale', 'sales')} that ${otherSales === 1 ? 'is' : 'are'} completed or withdrawn`
  if (liveSales === 0) return otherSales === 0 ? 'not acting on any sale' : `not acting on any live sale, but named on ${others}`
  return otherSales === 0 ? live : `${live}, and named on ${others}`
}

/**
 * "Deleting a contact removes it and unassigns it from properties". Confirmed by typing its full name. Another contact can
 * take over its live sales.
 */
export function DeleteContactDialog({ contact, onDone }: { contact: WireContact; onDone: () => void }) {
  const [other, setOther] = useState<Option<string> | null>(null)
  const saving = useSave(deleteContact, contactDeleted)
  const params = { companyId: contact.company, contactId: contact._id }
  const query = other ? { replaceWith: other.value } : {}
  const { data: use } = useCall(readContactUse, { params, query }, { keep: true })
  const remove = async () => {
    if (await saving.save({ params, query })) onDone()
  }
  const people = contact.pocs.length
  const live = use?.liveSales ?? 0
  return (
    <>
      {saving.overlay}
      <ConfirmByTypingDialog
        open
        title="Delete this contact?"
        text={contact.name}
        what="the contact’s full name"
        confirmLabel={other ? 'Replace and delete' : 'Delete contact'}
        pending={saving.pending}
        error={saving.error && refusalText(saving.error, contactDeleted.failure)}
        onConfirm={() => void remove()}
        onCancel={onDone}
      >
        {use ? (
          <p>
            <b>{contact.name}</b> is {contactUseText(use)}.
          </p>
        ) : (
          <SkeletonLines lines={1} />
        )}
        {live > 0 && <ReplacementField contact={contact} value={other} onChange={setOther} />}
        {other && use && (
          <p>
            {other.label} takes over {live === 1 ? 'the live sale' : `all ${live} live sales`}, with nobody in particular to ask
            for yet.
            {use.onBothSides > 0 &&
              ` In ${use.onBothSides === 1 ? 'one' : use.onBothSides} of them ${other.label} then acts for both sides.`}
          </p>
        )}
        <p className="mut">
          {people === 0
            ? `${contact.name} goes`
            : people === 1
              ? `${contact.name} goes with its point of contact`
              : `${contact.name} goes with its ${people} points of contact`}
          , and no {live > 0 && other ? 'other ' : ''}property has it assigned any more. For 30 days it can be restored under
          Deleted.
        </p>
      </ConfirmByTypingDialog>
    </>
  )
}

type ReplacementFieldProps = {
  contact: WireContact
  value: Option<string> | null
  onChange: (other: Option<string> | null) => void
}

/** Searches a replacement among contacts of the same type. */
function ReplacementField({ contact, value, onChange }: ReplacementFieldProps) {
  const find = async (textSearch: string, signal: AbortSignal): Promise<readonly Option<string>[]> => {
    const query = {
      textSearch,
      itemsPerPage: '99',
      currentPage: '0',
      ...(contact.type === 'unknown' ? {} : { actingAs: contact.type }),
    }
    const { data } = await callApi(listContacts, { params: { companyId: contact.company }, query, signal })
    return data.filter(({ _id }) => _id !== contact._id).map(({ _id, name, email }) => ({ value: _id, label: name, note: email }))
  }
  return (
    <LookupField
      label="Replace with"
      optional
      placeholder="Search contacts"
      hint="Takes over all live sales. Without one, nobody acts in its place."
      minimum={1}
      delay={250}
      find={find}
      value={value}
      onChange={onChange}
    />
  )
}

export function DeletePocDialog({ poc, onDone }: { poc: WirePoc; onDone: () => void }) {
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
        error={saving.error && refusalText(saving.error, contactDeleted.failure)}
        onConfirm={() => void remove()}
        onCancel={onDone}
      >
        <p>{poc.name} is deleted, and no property has them assigned any more. This cannot be undone.</p>
      </ConfirmByTypingDialog>
    </>
  )
}
