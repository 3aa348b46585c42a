import './forecast.css'
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
  branchColumns,
  decidesColumn,
  fallsColumn,
  feeColumn,
  halfByColumn,
  type OnDay,
  useForecastSales,
} from './forecast-sales.tsx'

/** "Shown in this order, at most three in a row." The others are on the page of the sale. */
const Reasons = ({ risks }: Pick<ForecastRow, 'risks'>) => (
  <span className="risks">
    {risks.slice(0, mostRisksShown).map(({ risk, words, tone }) => (
      <Tag key={risk} tone={tone}>
        {words}
      </Tag>
    ))}
    {risks.length > mostRisksShown && <span className="mut">and {risks.length - mostRisksShown} more</span>}
  </span>
)

const columnsOf = (wholeCompany: boolean, onDay: OnDay): readonly Column<ForecastRow>[] => [
  addressColumn,
  ...branchColumns(wholeCompany),
  fallsColumn,
  { id: 'reasons', head: 'Reasons', className: 'wraps wide', cell: Reasons },
  decidesColumn,
  halfByColumn(onDay),
  feeColumn,
]

/** The sales that fall through most likely, and why. Forecast design, section 7. */
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
          <span className="mut forecast-key">
            The tenth of the company’s sales that fall through most likely, and sales whose mortgage offer may run out. By chance
            of falling through × expected fee.
          </span>
        }
        empty={
          <EmptyState title="No sale is at risk">Sales that are more likely than others to fall through stand here.</EmptyState>
        }
        card={(row) => (
          <div className="pcard">
            <div className="r1">
              <b>{row.line1}</b>
              <span className="spacer" />
              <span>{row.fallsThroughWords}</span>
            </div>
            <div className="r2 mut">{row.decides.words}</div>
            <Reasons risks={row.risks} />
          </div>
        )}
      />
      <FallThrough scope={scope} />
    </>
  )
}
