import { PropertyPage } from '../../features/properties/property-page.tsx'
import { RelaunchHistory } from '../../features/relaunches/relaunch-history.tsx'
import { RelaunchViews } from '../../features/relaunches/relaunch-views.tsx'

/** /property/relaunches: every one of them, with ways to change and remove it. */
export default function Relaunches() {
  return (
    <PropertyPage crumb="Relaunches">
      {(property, params) => (
        <>
          <RelaunchViews current="history" />
          <RelaunchHistory property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
