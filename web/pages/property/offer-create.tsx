import { CreateOffer } from '../../features/offers/create-offer.tsx'
import { OfferViews } from '../../features/offers/offer-views.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/offer-create: a new offer. */
export default function OfferCreate() {
  return (
    <PropertyPage crumb="Add offer">
      {(property, params) => (
        <>
          <OfferViews current="add" offers={property.offers} />
          <CreateOffer key={property._id} property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
