import { addDays, type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { showPounds, showPoundsAndPence, toPounds } from '@gya/domain/common/money.ts'
import { toPaging } from '@gya/domain/common/paging.ts'
import { Day } from '@gya/domain/common/wire.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { DashboardValue } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { definitionOf, type Metric, metricDays } from '@gya/domain/features/dashboard/metrics.ts'
import { type Period, periodDays, periodEnding } from '@gya/domain/features/dashboard/periods.ts'
import { describeEvent, type EventGroup, type EventKind, kindsOf } from '@gya/domain/features/events/event-kinds.ts'
import type { How } from '@gya/domain/features/forecast/how.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { listMetricRows, metricMoves, readEndOfWeek, readMetricValues } from '../dashboard/dashboard.read-model.ts'
import { stepOfMetric } from '../dashboard/metric-sql.ts'
import { changingKindsOf, mayBeCause } from './changed-by.ts'
import type { FigureRequest } from './figure-request.ts'

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
  const moves = await metricMoves(db, scope, metric, { period, before, limit: mostMoves })
  const { label, definition, kind, measure } = definitionOf(metric)
  const isStock = kind === 'stock'
  const days = metricDays(metric, period)
  const when = isStock ? `on ${showDate(key)}` : `from ${showDate(days.first)} to ${showDate(days.last)}`
  const came = moves.filter(({ isIn }) => isIn)
  const propertyIds = moves.map(({ property_id }) => property_id)
  const causes = await findCauses(db, { companyId: scope.companyId, propertyIds, day: key }, metric)
  const changes = moves.map(({ property_id, branch_id, line1, isIn }) => ({
    on: key,
    from: isIn ? '' : 'counted',
    to: isIn ? 'counted' : '',
    ...(causes.get(property_id) ?? { because: isIn || isStock ? 'A day passed' : 'No longer in the period', eventId: null }),
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
      { label: 'Added', value: String(came.length), from: 'since the day before' },
      { label: 'Removed', value: String(moves.length - came.length), from: 'since the day before' },
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

const movingGroups: readonly EventGroup[] = ['property', 'information', 'price', 'offers', 'sale', 'timeline', 'chain']

/** Entries that add properties to a metric or remove them from it. */
function kindsMoving(metric: Metric): readonly EventKind[] {
  switch (metric) {
    case 'fallOffs':
    case 'feesFallOff':
      return ['fall-off', 'fall-off-deleted']
    case 'restored':
      return ['sale-restored']
    case 'viewings':
    case 'relaunches':
      return kindsOf(['marketing'])
    case 'offers':
      return kindsOf(['offers'])
    case 'priceDeductions':
      return kindsOf(['price'])
    default:
      return changingKindsOf(movingGroups)
  }
}

type Asked = { companyId: string; propertyIds: readonly string[]; day: DateOnly }

/** The last entry on a day that may have changed a metric, by property. Within one save, steps take precedence over dates. */
async function findCauses(
  db: Db,
  { companyId, propertyIds, day }: Asked,
  metric: Metric,
): Promise<Map<string, { because: string; eventId: string }>> {
  const step = stepOfMetric(metric)
  const moves =
    step === null ? mayBeCause(kindsMoving(metric)) : sql`e.kind = 'step-changed' and e.data ->> 'key' = ${String(step)}`
  const { rows } = await sql<{ property_id: string; id: string; at: string; kind: string; data: Record<string, unknown> }>`
    select c.* from unnest(${[...propertyIds]}::uuid[]) as asked (id)
    cross join lateral (
      select e.property_id, e.id, e.at, e.kind, e.data from event e
      where e.company_id = ${companyId} and e.property_id = asked.id and ${moves}
        and e.at >= (${day}::date::timestamp at time zone 'Europe/London')
        and e.at < ((${day}::date + 1)::timestamp at time zone 'Europe/London')
      order by e.at desc, (e.kind = 'step-changed') desc, e.id desc
      limit 1) c`.execute(db)
  return new Map(
    rows.map(({ property_id, id, kind, data, at }) => [
      property_id,
      { because: describeEvent(kind, data, at)?.words ?? '', eventId: id },
    ]),
  )
}
