import { ChainEditor } from '../../features/chain/chain-editor.tsx'
import { PropertyPage } from '../../features/properties/property-page.tsx'

/** /property/chain: the chain of a sale. */
export default function PropertyChainPage() {
  return (
    <PropertyPage crumb="Chain">
      {(property, params) => <ChainEditor key={property._id} property={property} params={params} />}
    </PropertyPage>
  )
}
