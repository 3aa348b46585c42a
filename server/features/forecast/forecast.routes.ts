import type { DateOnly } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import {
  listCompanyForecastSales,
  listForecastSales,
  readComing,
  readCompanyComing,
  readSaleForecast,
  readStepTimes,
} from '@gya/domain/features/forecast/forecast.contract.ts'
import { type Basis, basisOf, learnedStepTimes } from '@gya/domain/features/forecast/learning.ts'
import { stepTitle } from '@gya/domain/features/forecast/sale-facts.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { readEndOfWeek } from '../dashboard/dashboard.read-model.ts'
import { listForecastRows, periodsAhead, readPeriods } from './coming.read-model.ts'
import { refreshOnRead } from './forecast-sales.ts'
import { loadLearned } from './learned-tables.repository.ts'
import { workOutSales } from './work-out-sales.ts'

const weeksShown = 26

/** Each list exists for a branch and for the whole company (`all` in place of the branch); both share a handler. */
export function forecastRoutes(app: FastifyInstance): void {
  registerRoute(app, readComing, answerComing)
  registerRoute(app, readCompanyComing, answerComing)
  registerRoute(app, listForecastSales, answerSales)
  registerRoute(app, listCompanyForecastSales, answerSales)

  registerRoute(app, readStepTimes, async ({ params: { companyId }, db, today }) => {
    const learned = await loadLearned(db, companyId, today)
    const steps = learnedStepTimes(learned).map((row) => ({ ...row, title: stepTitle(row.key) }))
    return { learnedOn: learned.learnedOn, ...basisFacts(learned), steps }
  })

  registerRoute(app, readSaleForecast, async ({ params: { companyId, propertyId }, db, today }) => {
    const [worked] = await workOutSales(db, companyId, [propertyId], today)
    if (!worked) return { forecast: null }
    const said = await db
      .selectFrom('sale_forecast_week')
      .select(['on_day', 'half_by', 'by_80'])
      .where('company_id', '=', companyId)
      .where('sale_id', '=', worked.sale.saleId)
      .orderBy('on_day', 'desc')
      .limit(12)
      .execute()
    const { figures, rows, links, byDay, pace, finishedSales } = worked
    return {
      forecast: {
        ...figures,
        done: pace.done,
        expected: pace.expected,
        rows: [...rows],
        links: [...links],
        byWeek: Array.from({ length: weeksShown + 1 }, (_, week) => byDay[7 * week] ?? 0),
        finishedSales,
        said: said.map(({ on_day, half_by, by_80 }) => ({ onDay: on_day, halfBy: half_by, by80: by_80 })),
      },
    }
  })
}

type ForecastParams = { companyId: string; branchId?: string }
type ForecastContext = { params: ForecastParams; db: Db; today: DateOnly }

const scopeOf = ({ companyId, branchId }: ForecastParams) => ({ companyId, branchId: branchId ?? null })

const basisFacts = ({ finishedSales }: { finishedSales: number }): { basis: Basis; finishedSales: number } => ({
  basis: basisOf(finishedSales),
  finishedSales,
})

async function answerComing({ params, db, today }: ForecastContext) {
  const scope = scopeOf(params)
  const pending = await refreshOnRead(db, scope, today)
  const learned = await loadLearned(db, scope.companyId, today)
  const { months, weeks } = periodsAhead(today, await readEndOfWeek(db, scope))
  const { sales, periods } = await readPeriods(db, scope, [...months, ...weeks], today)
  return {
    onDay: today,
    learnedOn: learned.learnedOn,
    ...basisFacts(learned),
    sales,
    pending,
    months: periods.slice(0, months.length),
    weeks: periods.slice(months.length),
  }
}

async function answerSales({
  params,
  query,
  db,
  today,
}: ForecastContext & { query: Decoded<typeof listForecastSales, 'query'> }) {
  await refreshOnRead(db, scopeOf(params), today)
  const page = pageRequest(query, 25)
  const sort = query.sort ?? 'halfBy'
  const { rows, count } = await listForecastRows(db, scopeOf(params), {
    today,
    sort,
    descending: query.direction === 'desc',
    page,
  })
  return { data: rows, paging: toPaging(page, count) }
}
