import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { TwoColumn } from '../../ui/form-panel.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ManageOffer } from './manage-offer.tsx'
import { OffersTable } from './offer-history.tsx'
import type { PropertyWithOffers, WireOffer } from './offer-values.ts'

/** How much of the manage form must be in sight, in pixels, before choosing an offer leaves the page where it is. */
const minimumVisibleHeight = 200

/** The offer that the address names, else the accepted one, else the newest; and how another is chosen. */
function useSelectedOffer(offers: readonly WireOffer[]) {
  const named = useRouterState({ select: (state) => (state.location.search as { offer?: string }).offer })
  const navigate = useNavigate()
  const choose = useCallback(
    (offer: WireOffer) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, offer: offer._id }),
        replace: true,
        resetScroll: false,
      } as never),
    [navigate],
  )
  const found = offers.find((offer) => offer._id === named)
  const seen = useRef<string | undefined>(undefined)
  if (found) seen.current = named
  return {
    chosen: found ?? offers.find((offer) => offer.state === 'A') ?? offers[0],
    /** A link to an offer that somebody has removed; one that is removed on this page is no surprise. */
    gone: named !== undefined && !found && named !== seen.current,
    choose,
  }
}

type OfferHistoryProps = { property: PropertyWithOffers; params: { companyId: string; branchId: string; propertyId: string } }

/** "History is a table plus a manage form." Property document, section 2. */
export function OfferHistoryAndForm({ property, params }: OfferHistoryProps) {
  const { chosen, gone, choose } = useSelectedOffer(property.offers)
  const form = useRef<HTMLDivElement>(null)
  const before = useRef(chosen?._id)
  useEffect(() => {
    if (before.current === chosen?._id) return
    before.current = chosen?._id
    const top = form.current?.getBoundingClientRect().top ?? 0
    if (top > window.innerHeight - minimumVisibleHeight) form.current?.scrollIntoView({ block: 'start' })
  }, [chosen?._id])
  return (
    <>
      {gone && property.offers.length > 0 && <Notice tone="warn">The offer that this address names is no longer here.</Notice>}
      <Columns one={!chosen}>
        <OffersTable
          offers={property.offers}
          askingPrice={property.mi.currentAskingPrice}
          selectedId={chosen?._id}
          onChoose={choose}
        />
        {chosen && (
          <div ref={form}>
            <ManageOffer key={chosen._id} property={property} offer={chosen} params={params} />
          </div>
        )}
      </Columns>
    </>
  )
}

const Columns = ({ one, children }: { one: boolean; children: React.ReactNode }) =>
  one ? <>{children}</> : <TwoColumn>{children}</TwoColumn>
