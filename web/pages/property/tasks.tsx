import { PropertyPage } from '../../features/properties/property-page.tsx'
import { TasksOfSale } from '../../features/tasks/tasks-of-sale.tsx'

/** /property/tasks: the tasks of a sale. */
export default function Tasks() {
  return (
    <PropertyPage crumb="Tasks">
      {(property, { companyId, branchId, propertyId }) => (
        <TasksOfSale key={property._id} companyId={companyId} sale={{ propertyId, branchId, line1: property.address.line1 }} />
      )}
    </PropertyPage>
  )
}
