import {
  dashboardViews,
  definitionOf,
  type Metric,
  metricKeys,
  metricsOfView,
  viewNames,
} from '@gya/domain/features/dashboard/metrics.ts'
import { periodsOf } from '@gya/domain/features/dashboard/periods.ts'
import type pg from 'pg'
import {
  listMetricRows,
  type MetricScope,
  readEndOfWeek,
  readMetricValues,
} from '../../server/features/dashboard/dashboard.read-model.ts'
import type { Query } from '../calls.ts'
import { dataDay } from '../data/build.ts'
import { captureStatements } from '../overheard.ts'

/** Lists behind figures: many rows and few, states and what happened. */
const listedMetrics: readonly Metric[] = [
  'instructionsOnMarket',
  'salesPipeline',
  'warningsSold',
  'viewings',
  'searchesBack',
  'feesCompletedMonth',
]

/** "20 dashboard counts, one branch, two periods" (performance document): plain counts, of every tab. */
const countedMetrics = metricKeys
  .filter((metric) => definitionOf(metric).measure === 'count')
  .filter((_, nth) => nth % 2 === 0)
  .slice(0, 20)

const addressOf = ({ companyId, branchId }: MetricScope): string => `/api/md/${companyId}/${branchId ?? 'all'}`
const periodsNow = async (db: Parameters<typeof readMetricValues>[0], whose: MetricScope) =>
  periodsOf(dataDay, await readEndOfWeek(db, whose))

/** The seven tabs, each all its metrics over six periods in one call. */
export const tabQueries = (pool: pg.Pool, whose: MetricScope): Promise<Query[]> =>
  Promise.all(
    dashboardViews.map(async (view) => {
      const metrics = [...new Set(metricsOfView(view))]
      return {
        name: `${viewNames[view]}, ${metrics.length} metrics`,
        path: `${addressOf(whose)}?metrics=${metrics.join()}`,
        statements: await captureStatements(pool, async (db) =>
          readMetricValues(db, whose, metrics, await periodsNow(db, whose)),
        ),
      }
    }),
  )

/** The first page of what a figure of the newest period counts. */
export const rowQueries = (pool: pg.Pool, whose: MetricScope): Promise<Query[]> =>
  Promise.all(
    listedMetrics.map(async (metric) => {
      let key = ''
      const statements = await captureStatements(pool, async (db) => {
        const [newest] = await periodsNow(db, whose)
        if (!newest) throw new Error('The dashboard has no periods.')
        key = newest.key
        return listMetricRows(db, whose, metric, newest, { itemsPerPage: 10, currentPage: 0 }, newest.last)
      })
      return { name: definitionOf(metric).label, path: `${addressOf(whose)}/${metric}/properties/${key}`, statements }
    }),
  )

/** Twenty counts as the product answers them, over six periods, and beside it the bare SQL of two. */
export async function countsQuery(pool: pg.Pool, whose: MetricScope): Promise<Query> {
  return {
    name: `${countedMetrics.length} counts; the SQL is of two periods`,
    path: `${addressOf(whose)}?metrics=${countedMetrics.join()}`,
    statements: await captureStatements(pool, async (db) =>
      readMetricValues(db, whose, countedMetrics, (await periodsNow(db, whose)).slice(0, 2)),
    ),
  }
}
