import { listContacts, listDuplicateContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { type ContactType, contactTypeLabels, contactTypes } from '@gya/domain/features/contacts/contacts.model.ts'
import { useState } from 'react'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { typeOptions, type WireContact } from '../../features/contacts/contact-fields.tsx'
import { EditContact } from '../../features/contacts/contact-form.tsx'
import { contactViews, useContact, useListSearch, WithContact } from '../../features/contacts/contact-page.tsx'
import { createContactLabel, searchContacts } from '../../features/contacts/contacts.messages.ts'
import { ContactsTable } from '../../features/contacts/contacts-table.tsx'
import { DeleteContactDialog } from '../../features/contacts/delete-contact.tsx'
import { DeletedContacts } from '../../features/contacts/deleted-contacts.tsx'
import { DuplicateContacts } from '../../features/contacts/duplicate-contacts.tsx'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { type SearchParams, useSearchParam } from '../../lib/url-state/search-params.ts'
import { useFilterParams } from '../../lib/url-state/use-filter-params.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'

/** /company/contacts: the company's solicitors and mortgage brokers, or the form of the one in the URL. */
export default function ContactsPage() {
  const { company } = useCurrentScope()
  const editing = useSearchParam('edit')
  const to = useScopedPath()
  const listSearch = useListSearch()
  const view = useSearchParam('view')
  const contact = useContact(company, editing)
  const mayEdit = useMay('contact.edit')
  if (editing !== undefined)
    return (
      <CompanyPage
        crumb={contact.data?.name ?? 'Contact'}
        under={[{ label: 'Contacts', to: to('/company/contacts') }]}
        title={contact.data?.name ?? 'Contact'}
      >
        <ScreenViewLinks of={contactViews} current="/company/contacts" />
        <WithContact contact={contact}>
          {(found) => <EditContact key={found._id} contact={found} back={to('/company/contacts', {}, listSearch)} />}
        </WithContact>
      </CompanyPage>
    )
  if (company !== undefined && mayEdit && (view === 'duplicates' || view === 'deleted')) {
    const label = view === 'duplicates' ? 'Duplicates' : 'Deleted'
    return (
      <CompanyPage crumb={label} under={[{ label: 'Contacts', to: to('/company/contacts') }]} title="Contacts">
        <ScreenViewLinks of={contactViews} current={view} />
        {view === 'duplicates' ? <DuplicateContacts companyId={company} /> : <DeletedContacts companyId={company} />}
      </CompanyPage>
    )
  }
  return <ContactList company={company} />
}

type TypeFilter = { type: ContactType | null }
const anyType: TypeFilter = { type: null }
/** The filter in the URL. */
const typeInAddress = {
  read: ({ type }: SearchParams): TypeFilter | null =>
    type === undefined ? null : { type: contactTypes.find((one) => one === type) ?? null },
  write: ({ type }: TypeFilter): SearchParams => ({ type: type ?? 'any' }),
}

const typeFilterOptions: readonly Option<ContactType | null>[] = [{ value: null, label: 'Any' }, ...typeOptions]

function ContactList({ company }: { company: string | undefined }) {
  const list = useListParams('contacts')
  const [filters, setFilters] = useFilterParams('contacts', typeInAddress, anyType)
  const to = useScopedPath()
  const mayEdit = useMay('contact.edit')
  const [deleting, setDeleting] = useState<WireContact | null>(null)
  const contacts = useCall(
    listContacts,
    { params: { companyId: company ?? '' }, query: { ...list.query, ...(filters.type ? { type: filters.type } : {}) } },
    { keep: true, enabled: company !== undefined },
  )
  const duplicates = useCall(listDuplicateContacts, { params: { companyId: company ?? '' } }, { enabled: company !== undefined })
    .data?.data.length
  const count = contacts.data?.paging.count
  return (
    <CompanyPage fill crumb="Contacts" title="Contacts" count={count}>
      <ScreenViewLinks of={contactViews} current="/company/contacts" />
      {duplicates && mayEdit ? (
        <Notice tone="info" action={<LinkButton to={to('/company/contacts', {}, { view: 'duplicates' })}>Review</LinkButton>}>
          {duplicates === 1 ? 'One contact seems' : `${duplicates} contacts seem`} to be there more than once.
        </Notice>
      ) : null}
      <FilterBar
        active={filters.type ? 1 : 0}
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
      >
        <SelectField
          label="Type"
          width={180}
          value={filters.type}
          onChange={(type) => setFilters({ type })}
          options={typeFilterOptions}
        />
      </FilterBar>
      <ContactsTable
        {...pagedTableProps(contacts)}
        onPage={list.setPage}
        onPageSize={list.setSize}
        onDelete={setDeleting}
        empty={
          <NoRows list={list} count={count} notFound="No contact holds">
            {filters.type ? (
              <EmptyState title="No results found." actions={<Button onClick={() => setFilters(anyType)}>Show all types</Button>}>
                No contact is of the type {contactTypeLabels[filters.type]}.
              </EmptyState>
            ) : (
              <EmptyState
                title="No contacts yet"
                actions={mayEdit && <LinkButton to={to('/company/create-contact')}>{createContactLabel}</LinkButton>}
              >
                Solicitors and mortgage brokers stand here, with the people your branches deal with.
              </EmptyState>
            )}
          </NoRows>
        }
      />
      {deleting && <DeleteContactDialog contact={deleting} onClose={() => setDeleting(null)} />}
    </CompanyPage>
  )
}
