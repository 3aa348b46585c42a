import { addDays, addYears, type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { toPounds } from '@gya/domain/common/money.ts'
import type { BranchOrCompany } from '@gya/domain/common/scope-params.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { dayOrLater } from '@gya/domain/features/forecast/day-or-later.ts'
import type { ForecastRow } from '@gya/domain/features/forecast/forecast.contract.ts'
import { downloadForecast, readFallThrough, readPast } from '@gya/domain/features/forecast/forecast-lists.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { downloadName, findScopeName } from '../../http/route/download-name.ts'
import { csvDownload, registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { csvRows, csvStream } from '../../infra/csv.ts'
import { readEndOfWeek } from '../dashboard/dashboard.read-model.ts'
import { resolveAsAtDay } from './as-at-day.ts'
import { readFallThroughOf } from './fall-through.read-model.ts'
import { listForecastRows } from './forecast-list.read-model.ts'
import { readPastOf } from './past.read-model.ts'

/** Fall-through analysis, past forecasts with actual exchanges, and the list as CSV, for a branch or the whole company. */
export function forecastListsRoutes(app: FastifyInstance): void {
  registerRoute(app, readFallThrough, answerFallThrough)
  registerRoute(app, readPast, answerPast)
  registerDownload(app, downloadForecast, answerCsv)
}

/** The earliest day that requests and responses may contain. */
const firstDay = '1900-01-01'

type Context = { params: BranchOrCompany; db: Db; today: DateOnly }

const answerFallThrough = ({ params, query, db, today }: Context & { query: Decoded<typeof readFallThrough, 'query'> }) => {
  const last = query.dateEnd ?? today
  const yearBefore = addDays(addYears(last, -1), 1)
  const first = query.dateStart ?? (yearBefore < firstDay ? firstDay : yearBefore)
  return readFallThroughOf(db, params, { first, last })
}

async function answerPast({ params, query, db, today }: Context & { query: Decoded<typeof readPast, 'query'> }) {
  const asked = await resolveAsAtDay(db, params.companyId, query, today)
  return readPastOf(db, params, { asked, endOfWeek: await readEndOfWeek(db, params) })
}

const heads = [
  'Address',
  'Branch',
  'Progressor',
  'What decides',
  'Half by',
  '8 in 10 by',
  'Expected exchange',
  'Falls through',
  'Reasons',
  'Pace',
  'Expected fee',
]

const lineOf =
  (today: DateOnly) =>
  (row: ForecastRow): (string | number)[] => [
    row.line1,
    row.branch.name,
    row.progressor ?? '',
    row.decides.words,
    dayOrLater(row.halfBy, today),
    dayOrLater(row.by80, today),
    row.typed === null ? '' : showDate(row.typed),
    row.fallsThroughWords,
    row.risks.map(({ words }) => words).join(', '),
    row.pace.toFixed(2),
    row.fee === null ? '' : toPounds(row.fee).toFixed(2),
  ]

const rowsAtOnce = 500

async function answerCsv({
  params,
  query,
  db,
  today,
  newId,
}: Context & { query: Decoded<typeof downloadForecast, 'query'>; newId: () => string }) {
  const read = (currentPage: number, itemsPerPage: number) =>
    listForecastRows(db, params, {
      asked: { day: today, isPast: false },
      sort: query.sort ?? 'halfBy',
      descending: query.direction === 'desc',
      page: { currentPage, itemsPerPage },
      atRisk: query.risk === '1',
    })
  async function* pages() {
    for (let page = 0; ; page++) {
      const { rows } = await read(page, rowsAtOnce)
      yield rows
      if (rows.length < rowsAtOnce) return
    }
  }
  const { count } = await read(0, 1)
  const audit = { kind: 'forecast-downloaded', data: { rows: count } } as const
  const subject = query.risk === '1' ? 'Forecast, at risk' : 'Forecast'
  const name = downloadName({ scope: await findScopeName(db, params), subject, day: today, extension: 'csv' })
  return csvDownload(name, newId(), audit, () => csvStream(heads, csvRows(pages(), lineOf(today))))
}
