import { AddOffer } from '../../features/offers/offer-form.tsx'
import { offersSummary, offerViews } from '../../features/offers/offer-values.ts'
import { PropertyPage } from '../../features/properties/property-page.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'

export default function OfferCreate() {
  return (
    <PropertyPage crumb="Add offer">
      {(property, params) => (
        <>
          <ScreenViewLinks of={offerViews} current="/property/offer-create">
            <span className="mut">{offersSummary(property.offers)}</span>
          </ScreenViewLinks>
          <AddOffer key={property._id} property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
