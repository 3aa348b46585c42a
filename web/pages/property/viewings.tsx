import { PropertyPage } from '../../features/properties/property-page.tsx'
import { ViewingHistory, viewingViews } from '../../features/viewings/viewings.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'

export default function Viewings() {
  return (
    <PropertyPage crumb="Viewings">
      {({ viewings, version }, params) => (
        <>
          <ScreenViewLinks of={viewingViews} current="/property/viewings" />
          <ViewingHistory rows={viewings} version={version} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
