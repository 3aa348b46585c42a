import { ChainStatusProposal } from '../../features/chain/chain-status-proposal.tsx'
import { OfferHistoryAndForm } from '../../features/offers/offer-history.tsx'
import { offersSummary, offerViews } from '../../features/offers/offer-values.ts'
import { PropertyPage } from '../../features/properties/property-page.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'

export default function Offers() {
  return (
    <PropertyPage crumb="Offers">
      {(property, params) => (
        <>
          <ScreenViewLinks of={offerViews} current="/property/offers">
            <span className="mut">{offersSummary(property.offers)}</span>
          </ScreenViewLinks>
          <ChainStatusProposal property={property} params={params} />
          <OfferHistoryAndForm property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
