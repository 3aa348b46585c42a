import { StatusProposal } from '../../features/chain/status-proposal.tsx'
import { ManageInfo } from '../../features/management-info/manage-info.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/mireport: the management information of a property, its fee and its sold price. */
export default function ManagementInformation() {
  return (
    <PropertyPage crumb="Info">
      {(property, params) => (
        <>
          <StatusProposal property={property} params={params} />
          <ManageInfo key={property._id} property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
