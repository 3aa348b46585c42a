import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { ChainTold } from '../../features/fall-offs/chain-told.tsx'
import { FallOffsTable } from '../../features/fall-offs/fall-offs-table.tsx'
import { RescueTable } from '../../features/fall-offs/rescue-table.tsx'
import { PropertyPage, type WireProperty } from '../../features/properties/property-page.tsx'
import { useMay } from '../../lib/session/session.tsx'

/**
 * While the property is for sale again: possible buyers, and agents in the chain who have to be told about the last fall-off or restore.
 */
function AfterFallOff({ property, params }: { property: WireProperty; params: PropertyParams }) {
  const [last] = property.saleResets
  const isForSale = property.active && property.offers.every(({ state }) => state !== 'A')
  if (!last) return null
  return (
    <>
      {isForSale && last.restoredOn === null && <RescueTable property={property} params={params} fallOffId={last._id} />}
      <ChainTold params={params} />
    </>
  )
}

/** /property/fall-offs: fall-offs, which can be restored and deleted, and the follow-up of the last one. */
export default function FallOffs() {
  const canEdit = useMay('property.edit')
  return (
    <PropertyPage crumb="Fall Offs">
      {(property, params) => (
        <div className="after-tabs">
          <FallOffsTable property={property} params={params} />
          {canEdit && <AfterFallOff property={property} params={params} />}
        </div>
      )}
    </PropertyPage>
  )
}
