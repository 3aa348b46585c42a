import { ChainStatusProposal } from '../../features/chain/chain-status-proposal.tsx'
import { ManagementInfoForm } from '../../features/management-info/management-info-form.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/mireport: management information of a property: fee and sold price. */
export default function ManagementInformation() {
  return (
    <PropertyPage crumb="Info">
      {(property, params) => (
        <>
          <ChainStatusProposal property={property} params={params} />
          <ManagementInfoForm key={property._id} property={property} params={params} />
        </>
      )}
    </PropertyPage>
  )
}
