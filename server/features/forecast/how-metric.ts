import { addDays, showDate } from '@gya/domain/common/dates.ts'
import { showPounds, showPoundsAndPence, toPounds } from '@gya/domain/common/money.ts'
import { toPaging } from '@gya/domain/common/paging.ts'
import { Day } from '@gya/domain/common/wire.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { DashboardValue } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { definitionOf, type Metric, metricDays } from '@gya/domain/features/dashboard/metrics.ts'
import { type Period, periodDays, periodEnding } from '@gya/domain/features/dashboard/periods.ts'
import type { How } from '@gya/domain/features/forecast/how.contract.ts'
import type { Db } from '../../db/pool.ts'
import { listMetricRows, metricMoves, readEndOfWeek, readMetricValues } from '../dashboard/dashboard.read-model.ts'
import type { FigureRequest } from './figure-request.ts'
import { findMetricCauses } from './metric-causes.ts'

/** Maximum number of listed changes; all are counted. */
const mostMoves = 50

const valueInWords = (metric: Metric, value: DashboardValue | undefined): string => {
  if (value?.count === undefined) return 'not known'
  const { measure } = definitionOf(metric)
  if (measure === 'fees') return showPoundsAndPence(toPounds(value.sum ?? 0))
  if (measure === 'count') return String(value.count)
  if (value.avg == null) return 'none'
  return measure === 'averagePrice' ? showPounds(Math.round(value.avg)) : `${value.avg} %`
}

/** A dashboard metric on a day, its rows, and the properties added and removed since the day before. */
export async function howMetric(
  db: Db,
  { scope, key, page, today, metric }: FigureRequest & { metric: Metric },
): Promise<How | null> {
  if (!Day.safeParse(key).success) return null
  if (key > today)
    throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'key', message: 'Choose today or a day before.' }] })
  const endOfWeek = await readEndOfWeek(db, scope)
  const [period, before] = [key, addDays(key, -1)].map((day) => periodEnding(day, periodDays, endOfWeek)) as [Period, Period]
  const values = await readMetricValues(db, scope, [metric], [period, before])
  const [now, then] = [values[metric]?.[period.key], values[metric]?.[before.key]]
  const { rows, count } = await listMetricRows(db, scope, metric, period, page, today)
  const { moves, added, removed } = await metricMoves(db, scope, metric, { period, before, limit: mostMoves })
  const { label, definition, kind, measure } = definitionOf(metric)
  const isStock = kind === 'stock'
  const days = metricDays(metric, period)
  const when = isStock ? `on ${showDate(key)}` : `from ${showDate(days.first)} to ${showDate(days.last)}`
  const causes = await findMetricCauses(db, { companyId: scope.companyId, day: key, metric }, moves)
  const changes = moves.map(({ property_id, branch_id, line1, isIn }, index) => ({
    on: key,
    from: isIn ? '' : 'counted',
    to: isIn ? 'counted' : '',
    ...(causes[index] ?? { because: '', eventId: null }),
    property: { _id: property_id, branch: branch_id, line1 },
  }))
  const words = valueInWords(metric, now)
  return {
    title: `${label}: ${words}`,
    definition,
    sentence:
      now?.count === undefined
        ? `Not known on ${showDate(key)}: the history of the company begins later.`
        : `${label} ${when}: ${words}${measure === 'count' ? '' : `, of ${now.count === 1 ? '1 row' : `${now.count} rows`}`}.`,
    terms: [
      {
        label: isStock ? showDate(key) : `${showDate(days.first)} to ${showDate(days.last)}`,
        value: words,
        from: countWords(now),
      },
      {
        label: isStock ? showDate(before.last) : 'The same period a day before',
        value: valueInWords(metric, then),
        from: countWords(then),
      },
      { label: 'Added', value: String(added), from: 'since the day before' },
      { label: 'Removed', value: String(removed), from: 'since the day before' },
    ],
    rowsAre: 'Rows counted',
    rows: rows.map(({ _id, branch, address, on, amount, percent }) => ({
      property: { _id, branch: branch._id, line1: address.line1 },
      words: on === null ? branch.name : showDate(on),
      value: percent !== null ? `${percent} %` : amount === null ? '' : showPounds(toPounds(amount)),
    })),
    paging: toPaging(page, count),
    asAt: key,
    learnedOn: null,
    method: null,
    changes,
  }
}

const countWords = (value: DashboardValue | undefined): string =>
  value?.count === undefined ? '' : value.count === 1 ? '1 row' : `${value.count} rows`
