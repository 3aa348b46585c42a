import { CompanyPage } from '../../features/companies/company-page.tsx'
import { ContactViews } from '../../features/contacts/contact-views.tsx'
import { createContactLabel } from '../../features/contacts/contacts.messages.ts'
import { CreateContact } from '../../features/contacts/create-contact.tsx'
import { useCurrentScope, useScopedPath } from '../../platform/place.ts'

/** /company/create-contact: a new contact. */
export default function CreateContactPage() {
  const { company } = useCurrentScope()
  const to = useScopedPath()
  return (
    <CompanyPage crumb={createContactLabel} under={[{ label: 'Contacts', to: to('/company/contacts') }]} title="Contacts">
      <ContactViews current="create" />
      {company && <CreateContact key={company} companyId={company} />}
    </CompanyPage>
  )
}
