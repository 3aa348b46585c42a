import { PropertyPage } from '../../features/properties/property-page.tsx'
import { AddRelaunch, relaunchViews } from '../../features/relaunches/relaunches.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'

export default function RelaunchCreate() {
  return (
    <PropertyPage crumb="Add Relaunch">
      {({ _id }, params) => (
        <>
          <ScreenViewLinks of={relaunchViews} current="/property/relaunch-create" />
          <AddRelaunch key={_id} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
