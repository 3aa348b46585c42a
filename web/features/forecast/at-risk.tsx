import './forecast.css'
import { showPounds } from '@gya/domain/common/money.ts'
import type { ForecastRow } from '@gya/domain/features/forecast/forecast.contract.ts'
import { mostRisksShown } from '@gya/domain/features/forecast/sale-risk.ts'
import { useMemo } from 'react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import type { ForecastScope } from './coming.tsx'
import { FallThrough } from './fall-through.tsx'
import {
  addressColumn,
  Decides,
  decidesColumn,
  fallsColumn,
  feeColumn,
  halfByColumn,
  type OnDay,
  useForecastSales,
} from './forecast-sales.tsx'

/** "Shown in this order, at most three in a row." The page of the sale shows the others. */
const Reasons = ({ risks }: Pick<ForecastRow, 'risks'>) => (
  <span className="risks">
    {risks.slice(0, mostRisksShown).map(({ risk, words, tone }) => (
      <Tag key={risk} tone={tone}>
        {words}
      </Tag>
    ))}
    {risks.length > mostRisksShown && <span className="mut">and {risks.length - mostRisksShown} more</span>}
    {risks.length === 0 && <span className="mut">No single reason</span>}
  </span>
)

/** The sort order of the list. */
const feeAtRiskColumn: Column<ForecastRow> = {
  id: 'feeAtRisk',
  head: 'Fee at risk',
  headLabel: 'Fee at risk: chance of falling through × expected fee',
  sort: 'fallsThrough',
  align: 'right',
  className: 'tnum',
  cell: ({ fallsThrough, fee }) => (fee === null ? '' : showPounds(Math.round(fallsThrough * fee))),
}

const columnsOf = (wholeCompany: boolean, onDay: OnDay): readonly Column<ForecastRow>[] => [
  addressColumn(wholeCompany),
  fallsColumn,
  feeAtRiskColumn,
  { id: 'reasons', head: 'Reasons', className: 'wraps wide', cell: Reasons },
  decidesColumn,
  halfByColumn(onDay),
  feeColumn,
]

/** The sales most likely to fall through, and why. [forecast §7](docs/design/forecast.md#7). */
export function AtRiskTab({ scope, onDay }: { scope: ForecastScope; onDay: OnDay }) {
  const list = useForecastSales(scope, { name: 'forecast.risk', first: 'fallsThrough:desc', atRisk: true, onDay })
  const wholeCompany = scope.branchId === null
  const columns = useMemo(() => columnsOf(wholeCompany, onDay), [wholeCompany, onDay])
  return (
    <>
      <PagedTable
        label="Sales at risk"
        columns={columns}
        {...list}
        above={
          list.rows?.length === 0 ? undefined : (
            <span className="mut forecast-key">
              The tenth of the company’s sales that are most likely to fall through, and sales whose mortgage offer may expire
            </span>
          )
        }
        empty={
          <EmptyState title="No sales at risk">Sales that are more likely than others to fall through appear here.</EmptyState>
        }
        card={(row) => (
          <div className="pcard">
            <div className="r1">
              <b>{row.line1}</b>
              <span className="spacer" />
              <span>{row.fallsThroughWords}</span>
            </div>
            {wholeCompany && <div className="r2 mut">{row.branch.name}</div>}
            <Decides decides={row.decides} />
            <Reasons risks={row.risks} />
          </div>
        )}
      />
      <FallThrough scope={scope} />
    </>
  )
}
