import { readContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { type ReactNode, useMemo } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import type { ScreenViews } from '../../lib/screen-views.tsx'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonForm } from '../../ui/feedback/loading.tsx'
import type { WireContact } from './contact-fields.tsx'
import { contactList, createContactLabel, createPocLabel, pocList } from './contacts.messages.ts'

/** The list's search and page in the URL, so that a form opened from the list can return to it. */
export const useListSearch = (): { q: string | undefined; page: string | undefined } => {
  const q = useSearchParam('q')
  const page = useSearchParam('page')
  return useMemo(() => ({ q, page }), [q, page])
}

/** Reads a contact; no request while an id is undefined. */
export const useContact = (companyId: string | undefined, contactId: string | undefined) =>
  useCall(
    readContact,
    { params: { companyId: companyId ?? '', contactId: contactId ?? '' } },
    { enabled: companyId !== undefined && contactId !== undefined },
  )

/** Renders `children` with the contact, or its loading, error or empty state. */
export function WithContact({
  contact,
  children,
}: {
  contact: ReturnType<typeof useContact>
  children: (contact: WireContact) => ReactNode
}) {
  if (contact.data) return <>{children(contact.data)}</>
  if (contact.error) return <ReadFailed what="contact" error={contact.error} onRetry={() => void contact.refetch()} />
  return contact.isPending && contact.fetchStatus === 'idle' ? (
    <ErrorState title="No contact found.">Choose a contact first, under Contacts.</ErrorState>
  ) : (
    <SkeletonForm fields={6} />
  )
}

/**
 * "Tabs are 'Contact list' and 'Create contact'." [administration §2](docs/design/administration.md#2), screen 11. The other two are ours.
 */
export const contactViews: ScreenViews = {
  label: 'Contacts',
  views: [
    { label: contactList, path: '/company/contacts' },
    { label: createContactLabel, path: '/company/create-contact' },
    {
      label: 'Duplicates',
      path: '/company/contacts',
      key: 'duplicates',
      search: { view: 'duplicates' },
      permission: 'contact.edit',
    },
    { label: 'Deleted', path: '/company/contacts', key: 'deleted', search: { view: 'deleted' }, permission: 'contact.edit' },
  ],
}

/** "Tabs are 'POC list' and 'Create POC'." Screen 12. */
export const pocViews = (contact: string): ScreenViews => ({
  label: 'Points of contact',
  views: [
    { label: pocList, path: '/company/pocs', search: { contact } },
    { label: createPocLabel, path: '/company/create-poc', search: { contact } },
  ],
})
