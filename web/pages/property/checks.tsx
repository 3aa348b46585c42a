import { PropertyChecks } from '../../features/customer-checks/property-checks.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/checks: the customers of a property and their checks. */
export default function Checks() {
  return (
    <PropertyPage crumb="Checks">
      {(property, params) => <PropertyChecks key={property._id} property={property} params={params} />}
    </PropertyPage>
  )
}
