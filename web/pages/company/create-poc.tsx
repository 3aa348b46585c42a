import { CompanyPage } from '../../features/companies/company-page.tsx'
import { CreatePoc } from '../../features/contacts/contact-form.tsx'
import { pocViews, useContact, WithContact } from '../../features/contacts/contact-page.tsx'
import { createPocLabel } from '../../features/contacts/contacts.messages.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParam } from '../../lib/url-state/search-params.ts'

/** /company/create-poc: a new point of contact of the contact in the URL. */
export default function CreatePocPage() {
  const { company } = useCurrentScope()
  const to = useScopedPath()
  const contactId = useSearchParam('contact')
  const contact = useContact(company, contactId)
  const name = contact.data?.name ?? 'Contact'
  return (
    <CompanyPage
      crumb={createPocLabel}
      under={[
        { label: 'Contacts', to: to('/company/contacts') },
        { label: name, to: to('/company/pocs', {}, { contact: contactId }) },
      ]}
      title={name}
    >
      <WithContact contact={contact}>
        {(found) => (
          <>
            <ScreenViewLinks of={pocViews(found._id)} current="/company/create-poc" />
            <CreatePoc key={found._id} contact={found} />
          </>
        )}
      </WithContact>
    </CompanyPage>
  )
}
