import { Navigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { priceViews } from '../../features/asking-price/price-entries.ts'
import { PriceHistory } from '../../features/asking-price/price-history.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'

// Paths of the table of screens are plain strings for the router.
const GoTo = Navigate as unknown as ComponentType<{ to: string; search: true; replace: boolean }>

/** /property/askingprice: asking price history; without a price redirects to the form. */
export default function AskingPrice() {
  return (
    <PropertyPage crumb="Price">
      {(property, params) =>
        property.mi.askingPrice.length === 0 ? (
          <GoTo to="/property/askingprice-create" search replace />
        ) : (
          <>
            <ScreenViewLinks of={priceViews(property.mi.askingPrice)} current="/property/askingprice" />
            <PriceHistory property={property} params={params} />
          </>
        )
      }
    </PropertyPage>
  )
}
