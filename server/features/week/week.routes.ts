import { Readable } from 'node:stream'
import { seesFiguresOfPeople } from '@gya/domain/access/figures-of-people.ts'
import { type DateOnly, daysBetween, type Instant } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { countsFallenSales } from '@gya/domain/features/dashboard/metrics.ts'
import { downloadWeek, listWeekRows, readWeek } from '@gya/domain/features/week/week.contract.ts'
import { nobodyRow, othersRow, type Week, type WeekBy } from '@gya/domain/features/week/week.model.ts'
import { weekFor } from '@gya/domain/features/week/week-for.ts'
import { weekFileName } from '@gya/domain/features/week/week-page.ts'
import { maxOwnDays } from '@gya/domain/features/week/week-periods.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { chosenInAreas } from '../../http/access/chosen-branches.ts'
import { type Download, registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { listFallOffReasons, listMetricRows } from '../dashboard/dashboard.read-model.ts'
import type { MetricScope } from '../dashboard/metric-rows.ts'
import { weekPdf } from './make-week-page.ts'
import { isOf, readWeekFrame, readWeekOf, type WeekFrame } from './week.read-model.ts'

export function weekRoutes(app: FastifyInstance): void {
  registerRoute(app, readWeek, answerWeek)
  registerRoute(app, listWeekRows, answerRows)
  registerDownload(app, downloadWeek, answerPdf)
}

type WeekContext = {
  params: { companyId: string }
  query: Decoded<typeof readWeek, 'query'>
  caller: Caller
  db: Db
  today: DateOnly
}

const invalid = (path: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', { issues: [{ path, message }] })

/** The frame of a week that the caller may see: 404 for a branch or area out of reach. */
async function frameOf({ params: { companyId }, query, caller, db, today }: WeekContext): Promise<WeekFrame> {
  const { first, last, branchIds, areaIds } = query
  if ((first === undefined) !== (last === undefined)) throw invalid('last', 'Choose both days.')
  if (first !== undefined && last !== undefined) {
    if (last > today) throw new DomainError('PERIOD_IN_FUTURE')
    if (last < first) throw invalid('last', 'Choose a day that is not before the first.')
    if (daysBetween(first, last) >= maxOwnDays) throw invalid('last', 'Choose at most a year.')
  }
  const chosen = await chosenInAreas(db, caller, { companyId, branchIds, areaIds })
  const frame = await readWeekFrame(db, { companyId, ...query, branchIds: chosen, today })
  const asked = branchIds === undefined ? [] : branchIds.split(',')
  const isThere = (id: string) => frame.branches.some((branch) => branch.id === id)
  if ((branchIds ?? areaIds) !== undefined && (frame.branches.length === 0 || !asked.every(isThere)))
    throw new DomainError('NOT_FOUND')
  return frame
}

async function answerWeek(context: WeekContext): Promise<Week> {
  const { caller, db, today } = context
  return weekFor(await readWeekOf(db, await frameOf(context), today), caller)
}

/** The page that the caller sees, with their name. */
async function answerPdf(context: WeekContext & { now: Instant; newId: () => string }): Promise<Download> {
  const { caller, db, now, newId } = context
  const week = await answerWeek(context)
  const person = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', caller.userId)
    .executeTakeFirst()
  const madeFor = [person?.first_name, person?.last_name].filter(Boolean).join(' ')
  const pdf = await weekPdf(week, { now, madeFor })
  return {
    etag: newId(),
    contentType: 'application/pdf',
    saveAs: weekFileName(week),
    maxAge: 0,
    size: async () => pdf.length,
    content: async () => Readable.from([pdf]),
    audit: { kind: 'week-downloaded', data: { bytes: pdf.length } },
  }
}

type RowsContext = WeekContext & { params: Decoded<typeof listWeekRows, 'params'>; query: Decoded<typeof listWeekRows, 'query'> }

async function answerRows(context: RowsContext) {
  const { params, query, caller, db, today } = context
  const { metric } = params
  const frame = await frameOf(context)
  const period = frame.counted[Number(query.period ?? 0)]
  if (!period) throw invalid('period', 'There is no such period.')
  const scope = scopeOfRow(frame, query.who, caller)
  const page = pageRequest(query)
  const { rows, count } = await listMetricRows(db, scope, metric, period, page, today)
  const reasons = countsFallenSales(metric) ? await listFallOffReasons(db, scope, metric, period) : []
  return { data: { [period.first]: rows }, reasons, paging: toPaging(page, count) }
}

/** The rows of a branch, a person, nobody or others. "a person not one's own and not M: 404". */
function scopeOfRow({ scope, by, branches }: WeekFrame, who: string | undefined, caller: Caller): MetricScope {
  if (who === undefined) return scope
  if (by === 'branch') {
    if (!branches.some(({ id }) => id === who)) throw new DomainError('NOT_FOUND')
    return { companyId: scope.companyId, branchId: who }
  }
  const own = caller.userId
  if (!seesFiguresOfPeople(caller.type) && who !== own && who !== othersRow) throw new DomainError('NOT_FOUND')
  if (who === othersRow) return { ...scope, only: notOf(by, own) }
  return { ...scope, only: isOf(by, who === nobodyRow ? null : who) }
}

const notOf = (by: WeekBy, id: string) => (row: 'd' | 'h') => sql<boolean>`not (${isOf(by, id)(row)})`
