import { PropertyPage } from '../../features/properties/property-page.tsx'
import { PropertyRecordLedger } from '../../features/record/property-record.tsx'

/** /property/record: the sealed record of a property. */
export default function PropertyRecordPage() {
  return (
    <PropertyPage crumb="Record">
      {(property, params) => <PropertyRecordLedger key={property._id} params={params} />}
    </PropertyPage>
  )
}
