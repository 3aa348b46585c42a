import { showDate } from '@gya/domain/common/dates.ts'
import { showChange, showPounds } from '@gya/domain/common/money.ts'
import { useMemo, useState } from 'react'
import { today } from '../../platform/today.ts'
import { EditAndRemove } from '../../ui/edit-and-remove.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { EditPriceDialog } from './edit-price-dialog.tsx'
import { PriceChart } from './price-chart.tsx'
import { type PriceRow, type PropertyWithPrices, priceOptionLabel, priceRows } from './price-entries.ts'
import { RemovePriceDialog } from './remove-price.tsx'

const Change = ({ row }: { row: PriceRow }) =>
  row.previousPrice === null ? <span className="mut">First price</span> : showChange(row.previousPrice, row.price)

type PriceActions = { onEdit: (row: PriceRow) => void; onRemove: (row: PriceRow) => void }

const Actions = ({ row, onEdit, onRemove }: { row: PriceRow } & PriceActions) => (
  <EditAndRemove
    of={`${showPounds(row.price)} from ${showDate(row.effectiveDate)}`}
    onEdit={() => onEdit(row)}
    onRemove={() => onRemove(row)}
  />
)

const PriceTags = ({ row }: { row: PriceRow }) => (
  <>
    {row.current && <Tag tone="accent">Current</Tag>}
    {row.scheduled && <Tag>Scheduled</Tag>}
  </>
)

const columnsFor = (acts: PriceActions): readonly Column<PriceRow>[] => [
  {
    id: 'when',
    head: 'Effective date',
    main: true,
    cell: (row) => (
      <>
        {showDate(row.effectiveDate)} <PriceTags row={row} />
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
    cell: (row) => <Actions row={row} {...acts} />,
  },
]

const PriceCard = ({ row, ...acts }: { row: PriceRow } & PriceActions) => (
  <>
    <div className="r1">
      <b>{showPounds(row.price)}</b>
      <PriceTags row={row} />
      <span className="spacer" />
      <span className="mut">{showDate(row.effectiveDate)}</span>
    </div>
    <div className="r2">
      <span>{priceOptionLabel(row.priceOption)}</span>
      <span className="mut">
        <Change row={row} />
      </span>
      <span className="spacer" />
      <Actions row={row} {...acts} />
    </div>
  </>
)

type Props = { property: PropertyWithPrices; params: { companyId: string; branchId: string; propertyId: string } }

/** Every asking price the property has had, newest first, each with its change against the one before. */
export function PriceHistory({ property, params }: Props) {
  const [removing, setRemoving] = useState<PriceRow | null>(null)
  const [editing, setEditing] = useState<PriceRow | null>(null)
  const columns = useMemo(() => columnsFor({ onEdit: setEditing, onRemove: setRemoving }), [])
  return (
    <>
      <PriceChart entries={property.mi.askingPrice} />
      <PagedTable
        label="Asking price history"
        className="narrow"
        columns={columns}
        rows={priceRows(property.mi.askingPrice, today())}
        rowKey={(row) => row._id}
        card={(row) => <PriceCard row={row} onEdit={setEditing} onRemove={setRemoving} />}
      />
      {editing && <EditPriceDialog entry={editing} version={property.version} params={params} onClose={() => setEditing(null)} />}
      {removing && <RemovePriceDialog entry={removing} params={params} onDone={() => setRemoving(null)} />}
    </>
  )
}
