import { readContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { useCall } from '../../platform/use-call.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import type { WireContact } from './contact-values.ts'

/** A parameter of the address: which contact, and what is edited. */
export const useSearchParam = (name: string): string | undefined =>
  useRouterState({ select: (state) => (state.location.search as Record<string, string | undefined>)[name] })

/** The search and the page of the list that is in the address, so that a form opened from it leads back to it. */
export const useListSearch = (): { q: string | undefined; page: string | undefined } => {
  const q = useSearchParam('q')
  const page = useSearchParam('page')
  return useMemo(() => ({ q, page }), [q, page])
}

/** The contact of a company with this id. Not asked while either is unknown. */
export const useContact = (companyId: string | undefined, contactId: string | undefined) =>
  useCall(
    readContact,
    { params: { companyId: companyId ?? '', contactId: contactId ?? '' } },
    { enabled: companyId !== undefined && contactId !== undefined },
  )

/** What a contact is needed for, once it is there; while it is not, why. */
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
