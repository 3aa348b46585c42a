import { showPounds } from '@gya/domain/common/money.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { ViewLinks } from '../../ui/navigation/tabs.tsx'
import type { WireOffer } from './offer-values.ts'

const counted = (offers: readonly WireOffer[]): string => {
  if (offers.length === 0) return 'No offers yet'
  const highest = showPounds(Math.max(...offers.map((offer) => offer.amount)))
  return offers.length === 1 ? `1 offer, ${highest}` : `${offers.length} offers, highest ${highest}`
}

/** "Tabs History and Add offer." Property document, section 2. */
export const OfferViews = ({ current, offers }: { current: 'history' | 'add'; offers: readonly WireOffer[] }) => {
  const to = useScopedPath()
  return (
    <div className="toolbar">
      <ViewLinks
        label="Offers"
        views={[
          { label: 'History', to: to('/property/offers'), current: current === 'history' },
          { label: 'Add offer', to: to('/property/offer-create'), current: current === 'add' },
        ]}
      />
      <span className="mut">{counted(offers)}</span>
    </div>
  )
}
