import { priceOptionLabels } from '@gya/domain/features/asking-price/asking-price.model.ts'
import './price-chart.css'
import { showDate } from '@gya/domain/common/dates.ts'
import { showChange, showPounds } from '@gya/domain/common/money.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { deleteAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import type { ReactNode } from 'react'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { RecordTable } from '../../lib/records/record-table.tsx'
import { today } from '../../lib/today.ts'
import type { Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { askingPriceRemoved, invalidAskingPrice } from './asking-price.messages.ts'
import {
  type PriceChartLine,
  type PriceEntry,
  type PriceRow,
  type PropertyWithPrices,
  priceChartLine,
  priceRows,
} from './price-entries.ts'
import { EditPriceDialog } from './price-form.tsx'

/** Text alternative of the chart; the table below lists every price. */
const chartDescription = ({ points }: PriceChartLine): string => {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const change = first.price === last.price ? 'the same as at first' : showChange(first.price, last.price)
  return `Asking price over time: ${points.length} prices, from ${showPounds(first.price)} on ${showDate(first.from)} to ${showPounds(last.price)} on ${showDate(last.from)}, ${change}.`
}

/** A step chart of the asking price over time. */
const PriceChart = ({ entries }: { entries: readonly PriceEntry[] }) => {
  const line = priceChartLine(entries, today())
  if (!line) return null
  return (
    <div className="pchart narrow" role="img" aria-label={chartDescription(line)}>
      <div className="scale" aria-hidden="true">
        <span>{showPounds(line.highest)}</span>
        {line.lowest !== line.highest && <span>{showPounds(line.lowest)}</span>}
      </div>
      <div className="plot" aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false">
          <path d={`${line.path}V100H0Z`} className="area" />
          <path d={line.path} className="line" />
        </svg>
        {line.points.map(({ id, x, y, price, from }) => (
          <i key={id} style={{ left: `${x}%`, top: `${y}%` }} data-tip={`${showPounds(price)} from ${showDate(from)}`} />
        ))}
      </div>
      <div className="days" aria-hidden="true">
        <span>{showDate(line.start)}</span>
        <span>{line.end === today() ? 'Today' : showDate(line.end)}</span>
      </div>
    </div>
  )
}

type RemovePriceDialogProps = {
  entry: PriceRow
  params: PropertyParams
  onClose: () => void
}

/** The effect of the removal on the asking price. */
const removalConsequence = ({ price, effectiveDate, current, scheduled, previousPrice }: PriceRow): string => {
  const [pounds, day] = [showPounds(price), showDate(effectiveDate)]
  if (scheduled) return `${pounds} was to be the asking price from ${day}. It no longer will be; the asking price stays as it is.`
  const removed = `${pounds} from ${day} is removed from the history.`
  if (!current) return `${removed} The asking price stays as it is.`
  return `${removed} ${previousPrice === null ? 'The property then has no asking price.' : `The asking price is then ${showPounds(previousPrice)} again.`}`
}

/** "Entries can be removed from History." */
const RemovePriceDialog = ({ entry, params, onClose }: RemovePriceDialogProps) => (
  <ConfirmSaveDialog
    call={deleteAskingPrice}
    input={{ params: { ...params, askingPriceId: entry._id } }}
    messages={askingPriceRemoved}
    notFound={invalidAskingPrice}
    title={entry.scheduled ? 'Remove this scheduled price?' : 'Remove this price?'}
    confirmLabel="Remove price"
    danger
    onClose={onClose}
  >
    <p>{removalConsequence(entry)}</p>
  </ConfirmSaveDialog>
)

const Change = ({ row }: { row: PriceRow }) =>
  row.previousPrice === null ? <span className="mut">First price</span> : showChange(row.previousPrice, row.price)

const PriceTags = ({ row }: { row: PriceRow }) => (
  <>
    {row.current && <Tag tone="accent">Current</Tag>}
    {row.scheduled && <Tag>Scheduled</Tag>}
  </>
)

const columns: readonly Column<PriceRow>[] = [
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
  { id: 'option', head: 'Price option', cell: (row) => priceOptionLabels[row.priceOption] },
]

const rowName = (row: PriceRow): string => `${showPounds(row.price)} from ${showDate(row.effectiveDate)}`

const PriceCard = ({ row, actions }: { row: PriceRow; actions: ReactNode }) => (
  <>
    <div className="r1">
      <b>{showPounds(row.price)}</b>
      <PriceTags row={row} />
      <span className="spacer" />
      <span className="mut">{showDate(row.effectiveDate)}</span>
    </div>
    <div className="r2">
      <span>{priceOptionLabels[row.priceOption]}</span>
      <span className="mut">
        <Change row={row} />
      </span>
      <span className="spacer" />
      {actions}
    </div>
  </>
)

type Props = { property: PropertyWithPrices; params: PropertyParams }

/** All asking prices, newest first, each with its change from the previous one. */
export const PriceHistory = ({ property, params }: Props) => (
  <>
    <PriceChart entries={property.mi.askingPrice} />
    <RecordTable
      label="Asking price history"
      className="narrow"
      columns={columns}
      rows={priceRows(property.mi.askingPrice, today())}
      rowName={rowName}
      card={(row, actions) => <PriceCard row={row} actions={actions} />}
      editDialog={(row, close) => <EditPriceDialog entry={row} version={property.version} params={params} onClose={close} />}
      removeDialog={(row, close) => <RemovePriceDialog entry={row} params={params} onClose={close} />}
    />
  </>
)
