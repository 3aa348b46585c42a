import { NewPrice } from '../../features/asking-price/new-price.tsx'
import { PriceViews } from '../../features/asking-price/price-views.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/askingprice-create: the first asking price, or a reduction. */
export default function AskingPriceCreate() {
  return (
    <PropertyPage crumb="Price">
      {(property, params) => (
        <>
          <PriceViews current="enter" entries={property.mi.askingPrice} />
          <NewPrice key={property._id} property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
