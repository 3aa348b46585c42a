import { PropertyPage } from '../../features/properties/property-page.tsx'
import { RelaunchHistory, relaunchViews } from '../../features/relaunches/relaunches.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'

export default function Relaunches() {
  return (
    <PropertyPage crumb="Relaunches">
      {({ relaunches, version }, params) => (
        <>
          <ScreenViewLinks of={relaunchViews} current="/property/relaunches" />
          <RelaunchHistory rows={relaunches} version={version} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
