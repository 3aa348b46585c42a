import { CompanyPage } from '../../features/companies/company-page.tsx'
import { CreateContact } from '../../features/contacts/contact-form.tsx'
import { ContactViews } from '../../features/contacts/contact-page.tsx'
import { createContactLabel } from '../../features/contacts/contacts.messages.ts'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'

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
