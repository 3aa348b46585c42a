import { showDate } from '@gya/domain/common/dates.ts'
import { showChange, showPounds } from '@gya/domain/common/money.ts'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { PriceChart } from './price-chart.tsx'
import { type PriceRow, type PropertyWithPrices, priceOptionLabel, rowsOf } from './price-entries.ts'
import { RemovePrice } from './remove-price.tsx'

const Change = ({ row }: { row: PriceRow }) =>
  row.before === null ? <span className="mut">First price</span> : showChange(row.before, row.price)

const Remove = ({ row, onRemove }: { row: PriceRow; onRemove: (row: PriceRow) => void }) => (
  <Button
    variant="danger-quiet"
    size="s"
    aria-haspopup="dialog"
    aria-label={`Remove ${showPounds(row.price)} from ${showDate(row.effectiveDate)}`}
    onClick={() => onRemove(row)}
  >
    Remove
  </Button>
)

const columnsFor = (onRemove: (row: PriceRow) => void): readonly Column<PriceRow>[] => [
  {
    id: 'when',
    head: 'Effective date',
    main: true,
    cell: (row) => (
      <>
        {showDate(row.effectiveDate)} {row.current && <Tag tone="accent">Current</Tag>}
      </>
    ),
  },
  { id: 'price', head: 'Price', align: 'right', cell: (row) => <b>{showPounds(row.price)}</b> },
  { id: 'change', head: 'Change', align: 'right', cell: (row) => <Change row={row} /> },
  { id: 'option', head: 'Price option', cell: (row) => priceOptionLabel(row.priceOption) },
  {
    id: 'actions',
    head: '',
    headLabel: 'Actions',
    cell: (row) => (
      <span className="row-end">
        <Remove row={row} onRemove={onRemove} />
      </span>
    ),
  },
]

const PriceCard = ({ row, onRemove }: { row: PriceRow; onRemove: (row: PriceRow) => void }) => (
  <>
    <div className="r1">
      <b>{showPounds(row.price)}</b>
      {row.current && <Tag tone="accent">Current</Tag>}
      <span className="spacer" />
      <span className="mut">{showDate(row.effectiveDate)}</span>
    </div>
    <div className="r2">
      <span>{priceOptionLabel(row.priceOption)}</span>
      <span className="mut">
        <Change row={row} />
      </span>
      <span className="spacer" />
      <Remove row={row} onRemove={onRemove} />
    </div>
  </>
)

type Props = { property: PropertyWithPrices; params: { companyId: string; branchId: string; propertyId: string } }

/** Every asking price the property has had, newest first, each with its change against the one before. */
export function PriceHistory({ property, params }: Props) {
  const [removing, setRemoving] = useState<PriceRow | null>(null)
  const columns = useMemo(() => columnsFor(setRemoving), [])
  return (
    <>
      <PriceChart entries={property.mi.askingPrice} />
      <PagedTable
        label="Asking price history"
        className="narrow"
        columns={columns}
        rows={rowsOf(property.mi.askingPrice)}
        rowKey={(row) => row._id}
        card={(row) => <PriceCard row={row} onRemove={setRemoving} />}
      />
      {removing && <RemovePrice entry={removing} params={params} onDone={() => setRemoving(null)} />}
    </>
  )
}
