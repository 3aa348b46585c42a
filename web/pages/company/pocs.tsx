import { listPocs } from '@gya/domain/features/contacts/contacts.contract.ts'
import { useState } from 'react'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { ActingFor } from '../../features/contacts/acting-for.tsx'
import type { WireContact, WirePoc } from '../../features/contacts/contact-fields.tsx'
import { EditPoc } from '../../features/contacts/contact-form.tsx'
import { pocViews, useContact, useListSearch, WithContact } from '../../features/contacts/contact-page.tsx'
import { createPocLabel, searchPocs } from '../../features/contacts/contacts.messages.ts'
import { PocsTable } from '../../features/contacts/contacts-table.tsx'
import { DeletePocDialog } from '../../features/contacts/delete-contact.tsx'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'
import { Tag } from '../../ui/tag.tsx'

/** /company/pocs: points of contact of a contact and the properties it acts for, or the form of the one in the URL. */
export default function PocsPage() {
  const { company } = useCurrentScope()
  const to = useScopedPath()
  const contactId = useSearchParam('contact')
  const contact = useContact(company, contactId)
  const name = contact.data?.name ?? 'Contact'
  return (
    <CompanyPage
      crumb={name}
      under={[{ label: 'Contacts', to: to('/company/contacts') }]}
      title={name}
      beside={contact.data?.recommended && <Tag tone="good">Recommended</Tag>}
      actions={contact.data && <LinkButton to={to('/company/contacts', {}, { edit: contact.data._id })}>Edit contact</LinkButton>}
    >
      <WithContact contact={contact}>{(found) => <People key={found._id} contact={found} />}</WithContact>
    </CompanyPage>
  )
}

function People({ contact }: { contact: WireContact }) {
  const to = useScopedPath()
  const editing = useSearchParam('edit')
  const poc = contact.pocs.find(({ _id }) => _id === editing)
  const back = to('/company/pocs', {}, { ...useListSearch(), contact: contact._id })
  return (
    <>
      <ScreenViewLinks of={pocViews(contact._id)} current="/company/pocs" />
      {editing === undefined ? (
        <>
          <PocList contact={contact} />
          <ActingFor contact={contact} />
        </>
      ) : poc ? (
        <EditPoc key={poc._id} poc={poc} back={back} />
      ) : (
        <ErrorState title="No point of contact found.">It may have been deleted since this address was made.</ErrorState>
      )}
    </>
  )
}

function PocList({ contact }: { contact: WireContact }) {
  const list = useListParams('pocs')
  const to = useScopedPath()
  const [deleting, setDeleting] = useState<WirePoc | null>(null)
  const pocs = useCall(
    listPocs,
    { params: { companyId: contact.company }, query: { ...list.query, contactId: contact._id } },
    { keep: true },
  )
  const count = pocs.data?.paging.count
  return (
    <>
      <FilterBar
        search={
          <SearchField
            label="Search"
            className="grow"
            placeholder={searchPocs}
            maxLength={200}
            value={list.typed}
            onChange={list.setTyped}
          />
        }
      />
      <PocsTable
        contactId={contact._id}
        {...pagedTableProps(pocs)}
        onPage={list.setPage}
        onPageSize={list.setSize}
        onDelete={setDeleting}
        empty={
          <NoRows list={list} count={count} notFound="Nobody is called">
            <EmptyState
              title="No points of contact yet"
              actions={<LinkButton to={to('/company/create-poc', {}, { contact: contact._id })}>{createPocLabel}</LinkButton>}
            >
              The people at {contact.name} whom your branches write to and ring.
            </EmptyState>
          </NoRows>
        }
      />
      {deleting && <DeletePocDialog poc={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}
