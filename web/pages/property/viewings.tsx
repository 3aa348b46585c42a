import { PropertyPage } from '../../features/properties/property-page.tsx'
import { ViewingHistory } from '../../features/viewings/viewing-history.tsx'
import { ViewingViews } from '../../features/viewings/viewing-views.tsx'

/** /property/viewings: every one of them, with ways to change and remove it. */
export default function Viewings() {
  return (
    <PropertyPage crumb="Viewings">
      {(property, params) => (
        <>
          <ViewingViews current="history" />
          <ViewingHistory property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
