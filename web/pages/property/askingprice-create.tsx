import { priceViews } from '../../features/asking-price/price-entries.ts'
import { NewPrice } from '../../features/asking-price/price-form.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'

/** /property/askingprice-create: the first asking price, or a reduction. */
export default function AskingPriceCreate() {
  return (
    <PropertyPage crumb="Price">
      {(property, params) => (
        <>
          <ScreenViewLinks of={priceViews(property.mi.askingPrice)} current="/property/askingprice-create" />
          <NewPrice key={property._id} property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
