import { PropertyPage } from '../../features/properties/property-page.tsx'
import { ReferralsForm } from '../../features/referrals/referrals-form.tsx'

/** /property/referrals: referrals to solicitors and mortgage brokers. */
export default function Referrals() {
  return (
    <PropertyPage crumb="Referrals">
      {(property, params) => <ReferralsForm key={property._id} property={property} params={params} />}
    </PropertyPage>
  )
}
