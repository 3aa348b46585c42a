import { PropertyPage } from '../../features/properties/property-page.tsx'
import { AddViewing, ViewingHistory, viewingViews } from '../../features/viewings/viewings.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'

export default function ViewingCreate() {
  return (
    <PropertyPage crumb="Add Viewing">
      {({ _id, viewings, version }, params) => (
        <>
          <ScreenViewLinks of={viewingViews} current="/property/viewing-create" />
          <AddViewing key={_id} params={params} />
          {viewings.length > 0 && <ViewingHistory rows={viewings} version={version} params={params} />}
        </>
      )}
    </PropertyPage>
  )
}
