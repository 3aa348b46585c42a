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
import { listRows, readEndOfWeek, readFigures, type Whose } from '../../server/features/dashboard/dashboard.read-model.ts'
import type { Question } from '../calls.ts'
import { dataDay } from '../data/build.ts'
import { overheard } from '../overheard.ts'

/** Lists behind figures: many rows and few, states and what happened. */
const listed: readonly Metric[] = [
  'instructionsOnMarket',
  'salesPipeline',
  'warningsSold',
  'viewings',
  'searchesBack',
  'feesCompletedMonth',
]

/** "20 dashboard counts, one branch, two periods" (performance document): plain counts, of every tab. */
const counts = metricKeys
  .filter((metric) => definitionOf(metric).measure === 'count')
  .filter((_, nth) => nth % 2 === 0)
  .slice(0, 20)

const addressOf = ({ companyId, branchId }: Whose): string => `/api/md/${companyId}/${branchId ?? 'all'}`
const periodsNow = async (db: Parameters<typeof readFigures>[0], whose: Whose) =>
  periodsOf(dataDay, await readEndOfWeek(db, whose))

/** The seven tabs, each all its metrics over six periods in one call. */
export const tabQuestions = (pool: pg.Pool, whose: Whose): Promise<Question[]> =>
  Promise.all(
    dashboardViews.map(async (view) => {
      const metrics = [...new Set(metricsOfView(view))]
      return {
        name: `${viewNames[view]}, ${metrics.length} metrics`,
        path: `${addressOf(whose)}?metrics=${metrics.join()}`,
        statements: await overheard(pool, async (db) => readFigures(db, whose, metrics, await periodsNow(db, whose))),
      }
    }),
  )

/** The first page of what a figure of the newest period counts. */
export const rowQuestions = (pool: pg.Pool, whose: Whose): Promise<Question[]> =>
  Promise.all(
    listed.map(async (metric) => {
      let key = ''
      const statements = await overheard(pool, async (db) => {
        const [newest] = await periodsNow(db, whose)
        if (!newest) throw new Error('The dashboard has no periods.')
        key = newest.key
        return listRows(db, whose, metric, newest, { itemsPerPage: 10, currentPage: 0 }, newest.last)
      })
      return { name: definitionOf(metric).label, path: `${addressOf(whose)}/${metric}/properties/${key}`, statements }
    }),
  )

/** Twenty counts as the product answers them, over six periods, and beside it the bare SQL of two. */
export async function countsQuestion(pool: pg.Pool, whose: Whose): Promise<Question> {
  return {
    name: `${counts.length} counts; the SQL is of two periods`,
    path: `${addressOf(whose)}?metrics=${counts.join()}`,
    statements: await overheard(pool, async (db) => readFigures(db, whose, counts, (await periodsNow(db, whose)).slice(0, 2))),
  }
}
