import { StatusProposal } from '../../features/chain/status-proposal.tsx'
import { OfferViews } from '../../features/offers/offer-views.tsx'
import { OffersAndManage } from '../../features/offers/offers-and-manage.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/offers: every offer on the property, and the form of the chosen one. */
export default function Offers() {
  return (
    <PropertyPage crumb="Offers">
      {(property, params) => (
        <>
          <OfferViews current="history" offers={property.offers} />
          <StatusProposal property={property} params={params} />
          <OffersAndManage property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
