import type { DateOnly } from '@gya/domain/common/dates.ts'
import { pageRequest } from '@gya/domain/common/paging.ts'
import type { BranchOrCompany } from '@gya/domain/common/scope-params.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  type Figure,
  type ForecastFigure,
  forecastFigures,
  type How,
  readHow,
} from '@gya/domain/features/forecast/how.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import type { AddJob } from '../../jobs/queue.ts'
import { resolveAsAtDay } from './as-at-day.ts'
import type { FigureRequest } from './figure-request.ts'
import { howCalibration } from './how-calibration.ts'
import { howMetric } from './how-metric.ts'
import { howChance, howPeriod } from './how-period.ts'
import { howQuick, howStep } from './how-tables.ts'

type HowFigure = (db: Db, asked: FigureRequest) => Promise<How | null>

const figures: Record<ForecastFigure, HowFigure> = {
  period: howPeriod,
  chance: howChance,
  calibration: howCalibration,
  quick: howQuick,
  step: howStep,
}

const isForecastFigure = (figure: Figure): figure is ForecastFigure => (forecastFigures as readonly string[]).includes(figure)

export function howRoutes(app: FastifyInstance): void {
  registerRoute(app, readHow, answerHow)
}

type Context = {
  params: BranchOrCompany & { figure: Figure; key: string }
  query: Decoded<typeof readHow, 'query'>
  db: Db
  today: DateOnly
  addJob: AddJob
}

async function answerHow({ params, query, db, today, addJob }: Context): Promise<How> {
  const { companyId, branchId, figure, key } = params
  const asked = await resolveAsAtDay(db, companyId, isForecastFigure(figure) ? query : {}, today)
  const of = { scope: { companyId, branchId }, key, page: pageRequest(query, 10), asked, today, addJob }
  const how = isForecastFigure(figure) ? await figures[figure](db, of) : await howMetric(db, { ...of, metric: figure })
  if (how === null) throw new DomainError('NOT_FOUND')
  return how
}
