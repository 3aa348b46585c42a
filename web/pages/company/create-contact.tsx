import { CompanyPage } from '../../features/companies/company-page.tsx'
import { ContactViews } from '../../features/contacts/contact-views.tsx'
import { createContactWords } from '../../features/contacts/contacts.messages.ts'
import { CreateContact } from '../../features/contacts/create-contact.tsx'
import { usePlace, useTo } from '../../platform/place.ts'

/** /company/create-contact: a new contact. */
export default function CreateContactPage() {
  const { company } = usePlace()
  const to = useTo()
  return (
    <CompanyPage crumb={createContactWords} under={[{ label: 'Contacts', to: to('/company/contacts') }]} title="Contacts">
      <ContactViews current="create" />
      {company && <CreateContact key={company} companyId={company} />}
    </CompanyPage>
  )
}
