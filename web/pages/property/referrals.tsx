import { PropertyPage } from '../../features/properties/property-page.tsx'
import { ReferralsForm } from '../../features/referrals/referrals-form.tsx'

/** /property/referrals: who was referred to a solicitor or a mortgage broker. */
export default function Referrals() {
  return (
    <PropertyPage crumb="Referrals">
      {(property, params) => <ReferralsForm key={property._id} property={property} params={params} />}
    </PropertyPage>
  )
}
