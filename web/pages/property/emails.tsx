import { SaleEmails } from '../../features/mail-in/sale-emails.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/emails: the e-mails of a sale, received and sent, by thread. */
export default function Emails() {
  return (
    <PropertyPage crumb="E-mails">
      {(property, params) => (
        <div className="after-tabs">
          <SaleEmails key={property._id} params={params} />
        </div>
      )}
    </PropertyPage>
  )
}
