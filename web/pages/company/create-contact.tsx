import { CompanyPage } from '../../features/companies/company-page.tsx'
import { CreateContact } from '../../features/contacts/contact-form.tsx'
import { contactViews } from '../../features/contacts/contact-page.tsx'
import { createContactLabel } from '../../features/contacts/contacts.messages.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'

/** /company/create-contact: a new contact. */
export default function CreateContactPage() {
  const { company } = useCurrentScope()
  const to = useScopedPath()
  return (
    <CompanyPage crumb={createContactLabel} under={[{ label: 'Contacts', to: to('/company/contacts') }]} title="Contacts">
      <ScreenViewLinks of={contactViews} current="/company/create-contact" />
      {company && <CreateContact key={company} companyId={company} />}
    </CompanyPage>
  )
}
