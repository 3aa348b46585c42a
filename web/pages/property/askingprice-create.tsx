import { NewPrice, PriceViews } from '../../features/asking-price/price-form.tsx'
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
