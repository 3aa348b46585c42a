import { listWeekRows } from '@gya/domain/features/week/week.contract.ts'
import { weekLabels } from '@gya/domain/features/week/week.model.ts'
import { personName } from '@gya/domain/features/week/week-page.ts'
import { showRange } from '@gya/domain/features/week/week-periods.ts'
import { useCall } from '../../../lib/api/use-call.ts'
import { useListParams } from '../../../lib/url-state/use-list-params.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { rowCountLabel } from '../metric-labels.ts'
import { MetricRowsTable } from '../metric-properties.tsx'
import type { OpenFigure, useWeek, WireWeek } from './use-week.ts'

type Props = {
  week: WireWeek
  figure: OpenFigure
  asked: Pick<ReturnType<typeof useWeek>, 'params' | 'query'>
  onClose: () => void
}

/** The rows of a figure beside the page, 10 at a time, as in the dashboard's lists. */
export function WeekRows({ week, figure: { metric, period, who }, asked, onClose }: Props) {
  const list = useListParams('dashboard')
  const range = week.periods[period]
  const person = week.people.find(({ _id }) => _id === who)
  const read = useCall(
    listWeekRows,
    {
      params: { ...asked.params, metric },
      query: {
        ...asked.query,
        period: String(period) as '0',
        ...(who ? { who } : {}),
        itemsPerPage: '10',
        currentPage: list.query.currentPage,
      },
    },
    { keep: true },
  )
  const rows = read.data && Object.values(read.data.data).flat()
  const count = read.data?.paging.count
  const title = [weekLabels[metric], person && personName(person), range && showRange(range, week.today)]
    .filter(Boolean)
    .join(', ')
  return (
    <Dialog open side wide title={title} onClose={onClose}>
      <p className="mut t12" role="status">
        {count === undefined ? '' : rowCountLabel(metric, count)}
      </p>
      <MetricRowsTable metric={metric} wholeCompany={asked.query.branchIds === undefined} rows={rows} read={read} />
    </Dialog>
  )
}
