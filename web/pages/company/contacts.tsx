import { listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { useState } from 'react'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { OfContact, useContact, useInAddress, useListKept } from '../../features/contacts/contact-page.tsx'
import type { WireContact } from '../../features/contacts/contact-values.ts'
import { ContactViews } from '../../features/contacts/contact-views.tsx'
import { createContactWords, searchContacts } from '../../features/contacts/contacts.messages.ts'
import { ContactsTable } from '../../features/contacts/contacts-table.tsx'
import { DeleteContact } from '../../features/contacts/delete-contact.tsx'
import { EditContact } from '../../features/contacts/edit-contact.tsx'
import { useListAddress } from '../../platform/list-address.ts'
import { usePlace, useTo } from '../../platform/place.ts'
import { useCall } from '../../platform/use-call.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { NoRows } from '../../ui/no-rows.tsx'
import { SearchField } from '../../ui/search-field.tsx'

/** /company/contacts: the company's solicitors and mortgage brokers, or the form of the one that the address names. */
export default function ContactsPage() {
  const { company } = usePlace()
  const editing = useInAddress('edit')
  const to = useTo()
  const kept = useListKept()
  const contact = useContact(company, editing)
  if (editing !== undefined)
    return (
      <CompanyPage
        crumb={contact.data?.name ?? 'Contact'}
        under={[{ label: 'Contacts', to: to('/company/contacts') }]}
        title={contact.data?.name ?? 'Contact'}
      >
        <ContactViews current="list" />
        <OfContact contact={contact}>
          {(found) => <EditContact key={found._id} contact={found} back={to('/company/contacts', {}, kept)} />}
        </OfContact>
      </CompanyPage>
    )
  return <ContactList company={company} />
}

function ContactList({ company }: { company: string | undefined }) {
  const list = useListAddress('contacts')
  const to = useTo()
  const [deleting, setDeleting] = useState<WireContact | null>(null)
  const contacts = useCall(
    listContacts,
    { params: { companyId: company ?? '' }, query: list.asked },
    { keep: true, enabled: company !== undefined },
  )
  const count = contacts.data?.paging.count
  return (
    <CompanyPage fill crumb="Contacts" title="Contacts" count={count}>
      <ContactViews current="list" />
      <FilterBar
        search={
          <SearchField
            label="Search"
            width="min(100%, 440px)"
            placeholder={searchContacts}
            maxLength={200}
            value={list.typed}
            onChange={list.setTyped}
          />
        }
      />
      <ContactsTable
        rows={contacts.data?.data}
        paging={contacts.data?.paging}
        onPage={list.setPage}
        onPageSize={list.setSize}
        onDelete={setDeleting}
        busy={contacts.isPlaceholderData}
        error={contacts.data ? undefined : contacts.error?.message}
        onRetry={() => void contacts.refetch()}
        empty={
          <NoRows list={list} count={count} notFound="No name or address holds">
            <EmptyState
              title="No contacts yet"
              actions={<LinkButton to={to('/company/create-contact')}>{createContactWords}</LinkButton>}
            >
              Solicitors and mortgage brokers stand here, with the people your branches deal with.
            </EmptyState>
          </NoRows>
        }
      />
      {deleting && <DeleteContact contact={deleting} onDone={() => setDeleting(null)} />}
    </CompanyPage>
  )
}
