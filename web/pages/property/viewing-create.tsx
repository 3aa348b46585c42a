import { PropertyPage } from '../../features/properties/property-page.tsx'
import { CreateViewing } from '../../features/viewings/create-viewing.tsx'
import { ViewingViews } from '../../features/viewings/viewing-views.tsx'

/** /property/viewing-create: a new viewing. */
export default function ViewingCreate() {
  return (
    <PropertyPage crumb="Add Viewing">
      {(property, params) => (
        <>
          <ViewingViews current="add" />
          <CreateViewing key={property._id} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
