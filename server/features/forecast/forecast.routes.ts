import type { DateOnly } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import type { BranchOrCompany } from '@gya/domain/common/scope-params.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import {
  listForecastSales,
  readComing,
  readSaleForecast,
  readStepTimes,
  readTrackRecord,
} from '@gya/domain/features/forecast/forecast.contract.ts'
import { type Basis, basisOf, learnedStepTimes } from '@gya/domain/features/forecast/learning.ts'
import { proposedDeadlines } from '@gya/domain/features/forecast/proposed-deadlines.ts'
import { stepTitle } from '@gya/domain/features/forecast/sale-facts.ts'
import { lateWarning, type ScoredHorizon } from '@gya/domain/features/forecast/score.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import type { AddJob } from '../../jobs/queue.ts'
import { readEndOfWeek } from '../dashboard/dashboard.read-model.ts'
import { isWithoutChains, resolveAsAtDay } from './as-at-day.ts'
import { calculateSales } from './calculate-sales.ts'
import { periodsAhead, readPeriods } from './coming.read-model.ts'
import { listEarlierForecasts, namedFactors } from './earlier-forecasts.ts'
import { listForecastRows } from './forecast-list.read-model.ts'
import { refreshOnRead } from './forecast-sales.ts'
import { findLearningProgress } from './learn-now.ts'
import { loadLearned } from './learned-tables.repository.ts'
import { readSameBasis } from './read-same-basis.ts'
import { readLately, readTrackRecordOf } from './track-record.read-model.ts'

const weeksShown = 26

export function forecastRoutes(app: FastifyInstance): void {
  registerRoute(app, readComing, answerComing)
  registerRoute(app, listForecastSales, answerSales)
  registerRoute(app, readTrackRecord, answerTrackRecord)
  registerRoute(app, readStepTimes, async ({ params: { companyId }, query, db, today }) => {
    const { day } = await resolveAsAtDay(db, companyId, query, today)
    const learned = await loadLearned(db, companyId, day)
    const steps = learnedStepTimes(learned).map((row) => ({ ...row, title: stepTitle(row.key) }))
    return { learnedOn: learned.learnedOn, ...basisFacts(learned), steps, deadlines: proposedDeadlines(learned) }
  })

  registerRoute(app, readSaleForecast, async ({ params: { companyId, propertyId }, query, db, today }) => {
    const asked = await resolveAsAtDay(db, companyId, query, today)
    const { day } = asked
    const [worked] = await calculateSales(db, companyId, [propertyId], day)
    if (!worked) return { forecast: null }
    const { figures, rows, links, byDay, pace, finishedSales } = worked
    const learned = await loadLearned(db, companyId, day)
    const withoutChains = await isWithoutChains(db, companyId, asked)
    const [now] = withoutChains ? await calculateSales(db, companyId, [propertyId], today, { onlySteps: true }) : []
    const said = { onDay: figures.onDay, halfBy: figures.halfBy, by80: figures.by80 }
    return {
      forecast: {
        ...figures,
        line1: worked.sale.line1,
        typed: worked.sale.typed,
        done: pace.done,
        expected: pace.expected,
        rows: [...rows],
        links: [...links],
        byWeek: Array.from({ length: weeksShown + 1 }, (_, week) => byDay[7 * week] ?? 0),
        finishedSales,
        withoutChains,
        todayOnSameBasis: now ? { onDay: now.figures.onDay, halfBy: now.figures.halfBy, by80: now.figures.by80 } : null,
        factors: await namedFactors(db, companyId, learned, worked.sale.facts.traits),
        paceStrength: learned.k,
        said: await listEarlierForecasts(db, { companyId, propertyId, saleId: worked.sale.saleId }, said),
      },
    }
  })
}

type ForecastContext = {
  params: BranchOrCompany
  query: { asAt?: DateOnly | undefined }
  db: Db
  today: DateOnly
  addJob: AddJob
}

const basisFacts = ({ finishedSales }: { finishedSales: number }): { basis: Basis; finishedSales: number } => ({
  basis: basisOf(finishedSales),
  finishedSales,
})

async function answerComing({ params, query, db, today, addJob }: ForecastContext) {
  const asked = await resolveAsAtDay(db, params.companyId, query, today)
  const { day } = asked
  const pending = await refreshOnRead({ db, addJob, today }, params, asked)
  const learned = await loadLearned(db, params.companyId, day)
  const { months, weeks } = periodsAhead(day, await readEndOfWeek(db, params))
  const lately = await readLately(db, params.companyId, day)
  const { widening } = lately
  const withoutChains = await isWithoutChains(db, params.companyId, asked)
  const { sales, periods } = await readPeriods(db, params, [...months, ...weeks], { ...asked, widening })
  return {
    onDay: day,
    learnedOn: learned.learnedOn,
    ...basisFacts(learned),
    salesWithoutFalls: learned.salesWithoutFalls,
    learning: asked.isPast ? null : await findLearningProgress(db, params.companyId),
    sales,
    pending,
    months: periods.slice(0, months.length),
    weeks: periods.slice(months.length),
    withoutChains,
    todayOnSameBasis: withoutChains ? await readSameBasis(db, params, today) : null,
    warning: lateWarning(lately),
  }
}

async function answerSales({
  params,
  query,
  db,
  today,
  addJob,
}: ForecastContext & { query: Decoded<typeof listForecastSales, 'query'> }) {
  const { companyId } = params
  const asked = await resolveAsAtDay(db, companyId, query, today)
  // Also on a branch's page, at risk means the tenth of the company's sales.
  const refreshed = asked.isPast && query.risk === '1' ? { companyId, branchId: null } : params
  await refreshOnRead({ db, addJob, today }, refreshed, asked)
  const page = pageRequest(query, 25)
  const sort = query.sort ?? 'halfBy'
  const { rows, count } = await listForecastRows(db, params, {
    asked,
    sort,
    descending: query.direction === 'desc',
    page,
    atRisk: query.risk === '1',
  })
  return { data: rows, paging: toPaging(page, count) }
}

const horizons: Readonly<Record<string, ScoredHorizon>> = { 4: 4, 8: 8, 12: 12 }

async function answerTrackRecord({
  params,
  query,
  db,
  today,
}: ForecastContext & { query: Decoded<typeof readTrackRecord, 'query'> }) {
  const { day } = await resolveAsAtDay(db, params.companyId, query, today)
  return readTrackRecordOf(db, params, { weeks: horizons[query.weeks ?? '4'] ?? 4, today: day })
}
