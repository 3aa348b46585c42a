import type { ComponentProps } from 'react'
import { useAsksBeforeAccepting } from '../../features/gates/accept-gate.tsx'
import { AddOffer } from '../../features/offers/offer-form.tsx'
import { offersSummary, offerViews } from '../../features/offers/offer-values.ts'
import { PropertyPage } from '../../features/properties/property-page.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'

const Add = (props: Omit<ComponentProps<typeof AddOffer>, 'asksBeforeAccepting'>) => (
  <AddOffer {...props} asksBeforeAccepting={useAsksBeforeAccepting(props.params)} />
)

export default function OfferCreate() {
  return (
    <PropertyPage crumb="Add offer">
      {(property, params) => (
        <>
          <ScreenViewLinks of={offerViews} current="/property/offer-create">
            <span className="mut">{offersSummary(property.offers)}</span>
          </ScreenViewLinks>
          <Add key={property._id} property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
