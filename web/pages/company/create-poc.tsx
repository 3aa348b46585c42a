import { CompanyPage } from '../../features/companies/company-page.tsx'
import { OfContact, useContact, useInAddress } from '../../features/contacts/contact-page.tsx'
import { PocViews } from '../../features/contacts/contact-views.tsx'
import { createPocWords } from '../../features/contacts/contacts.messages.ts'
import { CreatePoc } from '../../features/contacts/create-poc.tsx'
import { usePlace, useTo } from '../../platform/place.ts'

/** /company/create-poc: a new point of contact of the contact that the address names. */
export default function CreatePocPage() {
  const { company } = usePlace()
  const to = useTo()
  const contactId = useInAddress('contact')
  const contact = useContact(company, contactId)
  const name = contact.data?.name ?? 'Contact'
  return (
    <CompanyPage
      crumb={createPocWords}
      under={[
        { label: 'Contacts', to: to('/company/contacts') },
        { label: name, to: to('/company/pocs', {}, { contact: contactId }) },
      ]}
      title={name}
    >
      <OfContact contact={contact}>
        {(found) => (
          <>
            <PocViews current="create" contact={found._id} />
            <CreatePoc key={found._id} contact={found} />
          </>
        )}
      </OfContact>
    </CompanyPage>
  )
}
