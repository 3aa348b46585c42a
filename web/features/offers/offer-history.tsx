import { showDate } from '@gya/domain/common/dates.ts'
import { showPercentOf, showPounds } from '@gya/domain/common/money.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TwoColumn } from '../../ui/layout/form-panel.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column, SortState } from '../../ui/table/table-column.ts'
import { ManageOffer } from './manage-offer.tsx'
import { type AcceptanceGate, buyerPosition, OfferStateTag } from './offer-form.tsx'
import type { PropertyWithOffers, WireOffer } from './offer-values.ts'

const Position = ({ offer }: { offer: WireOffer }) => {
  const { payment, details } = buyerPosition(offer)
  const text = details.join(', ')
  return (
    <span className="pos">
      {payment}
      <small>{text.charAt(0).toUpperCase() + text.slice(1)}</small>
    </span>
  )
}

const columnsFor = (askingPrice: number | null): readonly Column<WireOffer>[] => [
  { id: 'buyer', head: 'Buyer', main: true, sort: 'name', cell: (offer) => offer.name },
  { id: 'amount', head: 'Amount', align: 'right', sort: 'amount', cell: (offer) => showPounds(offer.amount) },
  {
    id: 'share',
    head: 'Of asking',
    align: 'right',
    className: 'mut',
    cell: (offer) => showPercentOf(offer.amount, askingPrice) ?? '–',
  },
  { id: 'when', head: 'Offered', sort: 'when', cell: (offer) => showDate(offer.when) },
  { id: 'position', head: 'Position', cell: (offer) => <Position offer={offer} /> },
  { id: 'state', head: 'Status', cell: (offer) => <OfferStateTag state={offer.state} /> },
]

const OfferCard = ({ offer, askingPrice }: { offer: WireOffer; askingPrice: number | null }) => {
  const share = showPercentOf(offer.amount, askingPrice)
  const { payment, details } = buyerPosition(offer)
  return (
    <>
      <span className="r1">
        <b>{offer.name}</b>
        <span className="spacer" />
        <OfferStateTag state={offer.state} />
      </span>
      <span className="r2">
        {showPounds(offer.amount)}
        {share && <span className="mut">{share}</span>}
        <span className="spacer" />
        <span className="mut">{showDate(offer.when)}</span>
      </span>
      <span className="r3">{[payment, ...details].join(', ')}</span>
    </>
  )
}

const comparators: Record<string, (a: WireOffer, b: WireOffer) => number> = {
  name: (a, b) => a.name.localeCompare(b.name, 'en-GB'),
  amount: (a, b) => a.amount - b.amount,
  when: (a, b) => a.when.localeCompare(b.when),
}

const sorted = (offers: readonly WireOffer[], { by, direction }: SortState): WireOffer[] => {
  const order = comparators[by] ?? (() => 0)
  return offers.toSorted((a, b) => (direction === 'asc' ? order(a, b) : order(b, a)))
}

type OffersTableProps = {
  offers: readonly WireOffer[]
  askingPrice: number | null
  selectedId: string | undefined
  /** Must be constant (`useCallback`). */
  onChoose: (offer: WireOffer) => void
}

export const OffersTable = ({ offers, askingPrice, selectedId, onChoose }: OffersTableProps) => {
  const [sort, setSort] = useState<SortState>({ by: 'when', direction: 'desc' })
  const columns = useMemo(() => columnsFor(askingPrice), [askingPrice])
  const to = useScopedPath()
  return (
    <PagedTable
      label="Offer history"
      tight
      columns={columns}
      rows={sorted(offers, sort)}
      rowKey={(offer) => offer._id}
      onOpen={onChoose}
      selectedKey={selectedId}
      sort={sort}
      onSort={setSort}
      card={(offer) => <OfferCard offer={offer} askingPrice={askingPrice} />}
      empty={
        <EmptyState title="No offers yet" actions={<LinkButton to={to('/property/offer-create')}>Add offer</LinkButton>}>
          Offers that are recorded here can be accepted, rejected or withdrawn.
        </EmptyState>
      }
    />
  )
}

/** Pixels of the form that must be visible; if fewer are, selecting an offer scrolls to it. */
const minimumVisibleHeight = 200

/** The offer of the URL, otherwise the accepted one, otherwise the newest. */
function useSelectedOffer(offers: readonly WireOffer[]) {
  const named = useSearchParam('offer')
  const setParams = useSetSearchParams()
  const choose = useCallback((offer: WireOffer) => setParams({ offer: offer._id }, { replace: true }), [setParams])
  const namedOffer = offers.find((offer) => offer._id === named)
  const seen = useRef<string | undefined>(undefined)
  if (namedOffer) seen.current = named
  return {
    chosen: namedOffer ?? offers.find((offer) => offer.state === 'A') ?? offers[0],
    /** The offer in the URL was removed by a colleague. One that was removed on this page is not reported. */
    isMissing: named !== undefined && !namedOffer && named !== seen.current,
    choose,
  }
}

type OfferHistoryProps = {
  property: PropertyWithOffers
  params: PropertyParams
  /** Adds the checks that are required before an offer is accepted. */
  withGate: (offer: WireOffer, show: (gate: AcceptanceGate) => React.ReactNode) => React.ReactNode
}

/** "History is a table plus a manage form." [property §2](docs/design/property.md#2). */
export function OfferHistoryAndForm({ property, params, withGate }: OfferHistoryProps) {
  const { chosen, isMissing, choose } = useSelectedOffer(property.offers)
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
      {isMissing && property.offers.length > 0 && (
        <Notice tone="warn">The offer that this address names is no longer here.</Notice>
      )}
      <Columns one={!chosen}>
        <OffersTable
          offers={property.offers}
          askingPrice={property.mi.currentAskingPrice}
          selectedId={chosen?._id}
          onChoose={choose}
        />
        {chosen && (
          <div ref={form}>
            {withGate(chosen, (gate) => (
              <ManageOffer key={chosen._id} property={property} offer={chosen} params={params} gate={gate} />
            ))}
          </div>
        )}
      </Columns>
    </>
  )
}

const Columns = ({ one, children }: { one: boolean; children: React.ReactNode }) =>
  one ? <>{children}</> : <TwoColumn>{children}</TwoColumn>
