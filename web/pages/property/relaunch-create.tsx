import { PropertyPage } from '../../features/properties/property-page.tsx'
import { CreateRelaunch } from '../../features/relaunches/create-relaunch.tsx'
import { RelaunchViews } from '../../features/relaunches/relaunch-views.tsx'

/** /property/relaunch-create: a new relaunch. */
export default function RelaunchCreate() {
  return (
    <PropertyPage crumb="Add Relaunch">
      {(property, params) => (
        <>
          <RelaunchViews current="add" />
          <CreateRelaunch key={property._id} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
