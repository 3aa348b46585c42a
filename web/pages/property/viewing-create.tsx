import { PropertyPage } from '../../features/properties/property-page.tsx'
import { AddViewing, viewingViews } from '../../features/viewings/viewings.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'

export default function ViewingCreate() {
  return (
    <PropertyPage crumb="Add Viewing">
      {({ _id }, params) => (
        <>
          <ScreenViewLinks of={viewingViews} current="/property/viewing-create" />
          <AddViewing key={_id} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
