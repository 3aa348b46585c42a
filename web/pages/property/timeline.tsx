import { PerformFallOff } from '../../features/fall-offs/perform-fall-off.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'
import { TimelineEditor } from '../../features/timeline/timeline-editor.tsx'

/** The sale's progress, step by step. */
export default function PropertyTimelinePage() {
  return (
    <PropertyPage crumb="Timeline">
      {(property, params) => (
        <TimelineEditor
          key={property._id}
          property={property}
          params={params}
          actions={(dirty) => <PerformFallOff property={property} params={params} unsaved={dirty} />}
        />
      )}
    </PropertyPage>
  )
}
