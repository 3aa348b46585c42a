import { showCount } from '@gya/domain/common/show-count.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { deleteContact, deletePoc, listContacts, readContactUse } from '@gya/domain/features/contacts/contacts.contract.ts'
import { useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { LookupField } from '../../ui/fields/lookup-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { foundByPerson } from '../common/found-by-person.ts'
import type { WireContact, WirePoc } from './contact-fields.tsx'
import { contactDeleted } from './contacts.messages.ts'

type ContactUse = Wire<typeof readContactUse, 'response'>

/** Such as "acting on 3 live sales in 2 branches". */
const contactUseText = ({ liveSales, branches, otherSales }: ContactUse): string => {
  const live = `acting on ${showCount(liveSales, 'live sale', 'live sales')} in ${showCount(branches, 'branch', 'branches')}`
  const others = `${showCount(otherSales, 'sale', 'sales')} that ${otherSales === 1 ? 'is' : 'are'} completed or withdrawn`
  if (liveSales === 0) return otherSales === 0 ? 'not acting on any sale' : `not acting on any live sale, but named on ${others}`
  return otherSales === 0 ? live : `${live}, and named on ${others}`
}

/**
 * "Deleting a contact removes it and unassigns it from properties". Confirmed by typing its full name. Another contact can
 * take over its live sales.
 */
export function DeleteContactDialog({ contact, onClose }: { contact: WireContact; onClose: () => void }) {
  const [replacement, setReplacement] = useState<Option<string> | null>(null)
  const input = {
    params: { companyId: contact.company, contactId: contact._id },
    query: replacement ? { replaceWith: replacement.value } : {},
  }
  const { data: use } = useCall(readContactUse, input, { keep: true })
  const people = contact.pocs.length
  const live = use?.liveSales ?? 0
  return (
    <ConfirmSaveDialog
      call={deleteContact}
      input={input}
      messages={contactDeleted}
      title="Delete this contact?"
      confirmLabel={replacement ? 'Replace and delete' : 'Delete contact'}
      typing={{ text: contact.name, what: 'the contact’s full name' }}
      onClose={onClose}
    >
      {use ? (
        <p>
          <b>{contact.name}</b> is {contactUseText(use)}.
        </p>
      ) : (
        <SkeletonLines lines={1} />
      )}
      {live > 0 && <ReplacementField contact={contact} value={replacement} onChange={setReplacement} />}
      {replacement && use && (
        <p>
          {replacement.label} takes over {live === 1 ? 'the live sale' : `all ${live} live sales`}, with nobody in particular to
          ask for yet.
          {use.onBothSides > 0 &&
            ` In ${use.onBothSides === 1 ? 'one' : use.onBothSides} of them ${replacement.label} then acts for both sides.`}
        </p>
      )}
      <p className="mut">
        {people === 0
          ? `${contact.name} goes`
          : people === 1
            ? `${contact.name} goes with its point of contact`
            : `${contact.name} goes with its ${people} points of contact`}
        , and no {live > 0 && replacement ? 'other ' : ''}property has it assigned any more. For 30 days it can be restored under
        Deleted.
      </p>
    </ConfirmSaveDialog>
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
    return data
      .filter(({ _id }) => _id !== contact._id)
      .map((found) => ({ value: found._id, label: found.name, note: foundByPerson(found, textSearch) || found.email }))
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

export const DeletePocDialog = ({ poc, onClose }: { poc: WirePoc; onClose: () => void }) => (
  <ConfirmSaveDialog
    call={deletePoc}
    input={{ params: { companyId: poc.company, contactId: poc.companyContact, pocId: poc._id } }}
    messages={contactDeleted}
    title="Delete this point of contact?"
    confirmLabel="Delete point of contact"
    typing={{ text: poc.name, what: 'the full name' }}
    onClose={onClose}
  >
    <p>{poc.name} is deleted, and no property has them assigned any more. This cannot be undone.</p>
  </ConfirmSaveDialog>
)
