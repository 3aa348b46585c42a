import { ChainStatusProposal } from '../../features/chain/chain-status-proposal.tsx'
import { OfferHistoryAndForm } from '../../features/offers/offer-history.tsx'
import { OfferViews } from '../../features/offers/offer-views.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/offers: every offer on the property, and the form of the chosen one. */
export default function Offers() {
  return (
    <PropertyPage crumb="Offers">
      {(property, params) => (
        <>
          <OfferViews current="history" offers={property.offers} />
          <ChainStatusProposal property={property} params={params} />
          <OfferHistoryAndForm property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
