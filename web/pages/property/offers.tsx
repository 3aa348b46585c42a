import { isAgreedPhase } from '@gya/domain/features/timeline/phase.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { useContext } from 'react'
import { ChainStatusProposal } from '../../features/chain/chain-status-proposal.tsx'
import { AcceptGate } from '../../features/gates/accept-gate.tsx'
import { saleStartPanel } from '../../features/offers/offer-form.tsx'
import { OfferHistoryAndForm } from '../../features/offers/offer-history.tsx'
import { offersSummary, offerViews } from '../../features/offers/offer-values.ts'
import { PropertyPage } from '../../features/properties/property-page.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { DialogsContext, type SaleStartProps } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { usePanelParam } from '../../lib/url-state/use-panel-param.ts'
import { Button } from '../../ui/button.tsx'

export default function Offers() {
  return (
    <PropertyPage crumb="Offers">
      {(property, params) => (
        <>
          <ScreenViewLinks of={offerViews} current="/property/offers">
            <span className="mut">{offersSummary(property.offers)}</span>
          </ScreenViewLinks>
          <SaleStart property={property} params={params} />
          <ChainStatusProposal property={property} params={params} />
          <OfferHistoryAndForm
            property={property}
            params={params}
            withGate={({ _id, state }, show) => (
              <AcceptGate params={params} offerId={_id} isAccepted={state === 'A'} documents={property.documents}>
                {show}
              </AcceptGate>
            )}
          />
        </>
      )}
    </PropertyPage>
  )
}

/** Opens automatically after an acceptance, and again until the memorandum is sent. */
function SaleStart({ property, params }: Pick<SaleStartProps, 'property' | 'params'>) {
  const panel = usePanelParam(saleStartPanel)
  const { saleStart } = useContext(DialogsContext)
  const mayEdit = useMay('property.edit')
  const isSent = property.timeline.data.some(({ key, state }) => key === stepKeys.MemoOfSaleSent && state === 'C')
  if (!mayEdit || !isAgreedPhase(property.phase) || isSent) return null
  if (panel.open) return saleStart({ property, params, onClose: panel.hide })
  return (
    <p>
      <Button onClick={panel.show}>Start this sale</Button>
    </p>
  )
}
