import { FallOffsTable } from '../../features/fall-offs/fall-offs-table.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/fall-offs: fall-offs, which can be restored and deleted. */
export default function FallOffs() {
  return (
    <PropertyPage crumb="Fall Offs">
      {(property, params) => (
        <div className="after-tabs">
          <FallOffsTable property={property} params={params} />
        </div>
      )}
    </PropertyPage>
  )
}
