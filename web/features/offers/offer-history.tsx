import { showDate } from '@gya/domain/common/dates.ts'
import { showPercentOf, showPounds } from '@gya/domain/common/money.ts'
import { useMemo, useState } from 'react'
import { useScopedPath } from '../../platform/place.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import type { Column, SortState } from '../../ui/table-column.ts'
import type { WireOffer } from './offer-values.ts'
import { buyerPosition, OfferStateTag } from './offer-words.tsx'

const Position = ({ offer }: { offer: WireOffer }) => {
  const { pays, stands } = buyerPosition(offer)
  const text = stands.join(', ')
  return (
    <span className="pos">
      {pays}
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
  const { pays, stands } = buyerPosition(offer)
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
      <span className="r3">{[pays, ...stands].join(', ')}</span>
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
  /** Keep it constant. */
  onChoose: (offer: WireOffer) => void
}

/** Every offer that was made, newest first; choosing one shows it in the manage form. */
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
