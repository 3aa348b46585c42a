import { addressLine } from '@gya/domain/common/address-line.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listDuplicateContacts, mergeContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { contactTypeLabels } from '@gya/domain/features/contacts/contacts.model.ts'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { MailLink, TelLink } from '../../ui/navigation/contact-links.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { WireContact } from './contact-fields.tsx'
import './contacts.css'
import { contactsMerged, notKnown } from './contacts.messages.ts'

type Group = Wire<typeof listDuplicateContacts, 'response'>['data'][number]

const reasons: Record<Group['because'], string> = { email: 'Same e-mail address', name: 'Same name and postcode' }

/** "Merge of duplicates": groups of likely duplicates, each with the choice of which contact to keep. */
export function DuplicateContacts({ companyId }: { companyId: string }) {
  const duplicates = useCall(listDuplicateContacts, { params: { companyId } })
  if (duplicates.error && !duplicates.data)
    return <ErrorState onRetry={() => void duplicates.refetch()}>{duplicates.error.message}</ErrorState>
  if (!duplicates.data) return <SkeletonForm fields={4} />
  const groups = duplicates.data.data
  if (groups.length === 0)
    return (
      <EmptyState title="No likely duplicates">
        Contacts with the same e-mail address, or with the same name and postcode, stand here to be merged.
      </EmptyState>
    )
  return (
    <div className="grid1 narrow">
      {groups.map((group) => (
        <DuplicateGroup key={group.contacts.map(({ _id }) => _id).join()} group={group} />
      ))}
    </div>
  )
}

function DuplicateGroup({ group: { because, contacts } }: { group: Group }) {
  const [keptId, setKeptId] = useState(mostComplete(contacts)._id)
  const [isMerging, setIsMerging] = useState(false)
  const kept = contacts.find(({ _id }) => _id === keptId) ?? mostComplete(contacts)
  const merged = contacts.filter(({ _id }) => _id !== kept._id)
  return (
    <FormPanel
      title={kept.name}
      aside={<span className="mut t12">{reasons[because]}</span>}
      foot={
        <Button aria-haspopup="dialog" onClick={() => setIsMerging(true)}>
          {merged.length === 1 ? 'Merge' : `Merge ${merged.length} into it`}
        </Button>
      }
    >
      <fieldset className="duplicates">
        <legend>Which one stays?</legend>
        {contacts.map((contact) => (
          <label key={contact._id} className="duplicate">
            <input
              type="radio"
              name={`stays-${contacts[0]?._id}`}
              checked={contact._id === kept._id}
              onChange={() => setKeptId(contact._id)}
            />
            <ContactSummary contact={contact} />
          </label>
        ))}
      </fieldset>
      {isMerging && <MergeDialog kept={kept} merged={merged} onDone={() => setIsMerging(false)} />}
    </FormPanel>
  )
}

const ContactSummary = ({ contact }: { contact: WireContact }) => {
  const people = contact.pocs.length
  return (
    <span>
      <b>{contact.name}</b>{' '}
      <span className="mut">
        {contactTypeLabels[contact.type]}, {people === 1 ? '1 point of contact' : `${people} points of contact`}
      </span>
      <span className="contact-reach">
        <TelLink tel={contact.tel} />
        <MailLink email={contact.email} />
        {!contact.tel && !contact.email && <span className="mut">No e-mail or telephone known</span>}
      </span>
      <span className="mut">{contact.address ? addressLine(contact.address) : `Address: ${notKnown.toLowerCase()}`}</span>
    </span>
  )
}

const completeness = ({ email, tel, address, type, pocs }: WireContact): number =>
  [email, tel, address, type !== 'unknown'].filter(Boolean).length + pocs.length

/** The default contact to keep. */
const mostComplete = (contacts: Group['contacts']): WireContact =>
  contacts.reduce((most, one) => (completeness(one) > completeness(most) ? one : most))

function MergeDialog({ kept, merged, onDone }: { kept: WireContact; merged: readonly WireContact[]; onDone: () => void }) {
  const saving = useSave(mergeContacts, contactsMerged)
  const params = { companyId: kept.company, contactId: kept._id }
  const merge = async () => {
    for (const { _id } of merged) if ((await saving.save({ params, body: { duplicate: _id } })) === null) return
    onDone()
  }
  return (
    <>
      {saving.overlay}
      <ConfirmDialog
        open
        title={`Merge into ${kept.name}?`}
        confirmLabel="Merge"
        danger
        pending={saving.pending}
        error={saving.error && refusalText(saving.error, contactsMerged.failure)}
        onConfirm={() => void merge()}
        onCancel={onDone}
      >
        <p>
          The points of contact and all sales of {merged.map(({ name }) => name).join(', ')}
          {merged.some(({ name }) => name === kept.name) && ' (the other one)'} move to <b>{kept.name}</b>, and what it does not
          know yet is filled in. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  )
}
