import { addressKnownLabel, contactSaved } from '../../features/contacts/contacts.messages.ts'
import { PartyLinksPanel } from '../../features/party-links/party-links-panel.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'
import { ContactsForm } from '../../features/property-contacts/contacts-form.tsx'

const contactWords = { ...contactSaved, addressKnown: addressKnownLabel }

/** /property/contacts: contacts of vendor and buyer. */
export default function Contacts() {
  return (
    <PropertyPage crumb="Contacts">
      {(property, params) => (
        <>
          <ContactsForm key={property._id} property={property} params={params} contactMessages={contactWords} />
          <PartyLinksPanel key={`links-${property._id}`} property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
