import { addDays, type DateOnly, daysBetween, monthName, showDate } from '@gya/domain/common/dates.ts'
import { showPounds, toPounds } from '@gya/domain/common/money.ts'
import { toPaging } from '@gya/domain/common/paging.ts'
import { oneIn } from '@gya/domain/features/forecast/falling-through.ts'
import { fewestSalesForRange } from '@gya/domain/features/forecast/forecast-period.ts'
import type { How } from '@gya/domain/features/forecast/how.contract.ts'
import { chanceByDay } from '@gya/domain/features/forecast/score.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { readEndOfWeek } from '../dashboard/dashboard.read-model.ts'
import { changedBetween, listChangingEntries } from './changed-by.ts'
import { periodsAhead, readPeriods } from './coming.read-model.ts'
import type { FigureRequest } from './figure-request.ts'
import { chanceIn, forecasts, inScope, type Stretch } from './forecast-rows.ts'
import { refreshOnRead } from './forecast-sales.ts'
import { loadLearned, method } from './learned-tables.repository.ts'
import { readLately } from './track-record.read-model.ts'

const count1 = (count: number): string => count.toLocaleString('en-GB', { maximumFractionDigits: 1 })
const percent = (chance: number): string => `${Math.round(100 * chance)} %`
const wholePounds = (pence: number): string => showPounds(Math.round(toPounds(pence)))

/** One of the periods shown; null for any other. */
async function periodOf(db: Db, { scope, asked }: FigureRequest, key: string): Promise<Stretch | null> {
  const { months, weeks } = periodsAhead(asked.day, await readEndOfWeek(db, scope))
  return [...months, ...weeks].find(({ first, last }) => key === `${first}_${last}`) ?? null
}

const isMonth = ({ first, last }: Stretch): boolean => daysBetween(first, last) > 6
const periodTitle = (period: Stretch): string =>
  isMonth(period) ? `${monthName(period.first)} ${period.first.slice(0, 4)}` : `Week until ${showDate(period.last)}`

type CountedSale = {
  property_id: string
  branch_id: string
  line1: string
  chance: number
  fee: number
  exchanged_on: DateOnly | null
}

/** The sales of a period: open ones with their chance, exchanged ones with 1. */
const countedSales = ({ scope, asked }: FigureRequest, period: Stretch) => sql`(
  select f.property_id, (${chanceIn(period, asked.day)})::float8 as chance, coalesce(f.fee, 0) as fee, null::date as exchanged_on
  from ${forecasts(asked)} f
  where ${inScope(scope, asked)}
  union all
  select s.property_id, 1::float8, coalesce(d.expected_fee, 0), d.exchanged_on
  from sale_day d
  join sale s on s.company_id = d.company_id and s.id = d.sale_id and s.outcome <> 'deleted'
  where d.company_id = ${scope.companyId} and (${scope.branchId}::uuid is null or d.branch_id = ${scope.branchId}::uuid)
    and d.outcome = 'exchanged' and d.since <= ${asked.day}::date and d.until > ${asked.day}::date
    and d.exchanged_on between ${period.first}::date and least(${period.last}::date, ${asked.day}::date))`

/** A period. Its figure is the sum of its rows. */
export async function howPeriod(db: Db, figureAsked: FigureRequest): Promise<How | null> {
  const { scope, page, asked, today, addJob } = figureAsked
  const { day } = asked
  const period = await periodOf(db, figureAsked, figureAsked.key)
  if (period === null) return null
  await refreshOnRead({ db, addJob, today }, scope, asked)
  const [learned, { widening }] = await Promise.all([loadLearned(db, scope.companyId, day), readLately(db, scope.companyId, day)])
  const { sales, periods } = await readPeriods(db, scope, [period], { ...asked, widening })
  const [figure] = periods
  if (!figure) return null
  const counted = countedSales(figureAsked, period)
  const [{ rows }, total] = await Promise.all([
    sql<CountedSale>`
      select c.*, r.branch_id, r.line1
      from ${counted} c
      join property_report r on r.company_id = ${scope.companyId} and r.property_id = c.property_id
      where c.chance > 0
      order by c.chance desc, c.property_id
      limit ${page.itemsPerPage} offset ${page.currentPage * page.itemsPerPage}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from ${counted} c where c.chance > 0`.execute(db),
  ])
  const open = { count: figure.count - figure.exchanged, fees: figure.fees - figure.exchangedFees }
  const range =
    figure.countRange && figure.feeRange
      ? `${figure.countRange.low} to ${figure.countRange.high}, ${wholePounds(figure.feeRange.low)} to ${wholePounds(figure.feeRange.high)}`
      : `Too few for a range: ${sales === 1 ? '1 sale' : `${sales} sales`}`
  return {
    title: periodTitle(period),
    definition: `Each open sale counts with its chance of exchanging from ${showDate(period.first)} to ${showDate(period.last)}, each exchanged sale with 1. Fees are expected fees excluding VAT. Sales that are not agreed yet are not included.`,
    sentence: `${count1(figure.count)} exchanges worth ${wholePounds(figure.fees)} are expected${figure.exchanged > 0 ? `; ${figure.exchanged} of them ${figure.exchanged === 1 ? 'has' : 'have'} exchanged` : ''}.`,
    terms: [
      {
        label: 'Exchanged',
        value: `${figure.exchanged}, ${wholePounds(figure.exchangedFees)}`,
        from: 'by the day of exchange',
      },
      {
        label: 'Open sales',
        value: `${count1(open.count)}, ${wholePounds(open.fees)}`,
        from: `sum of the chances of ${sales === 1 ? '1 sale' : `${sales} sales`}`,
      },
      {
        label: '8 in 10',
        value: range,
        from:
          sales < fewestSalesForRange
            ? `shown from ${fewestSalesForRange} open sales on`
            : `sales of one chain exchange together${widening > 1 ? `; widened × ${widening.toFixed(2)}, because past ranges were too narrow` : ''}`,
      },
    ],
    rowsAre: 'Sales counted',
    rows: rows.map(({ property_id, branch_id, line1, chance, fee, exchanged_on }) => ({
      property: { _id: property_id, branch: branch_id, line1 },
      words: exchanged_on === null ? `${percent(chance)} of ${wholePounds(fee)}` : `Exchanged on ${showDate(exchanged_on)}`,
      value: wholePounds(chance * fee),
    })),
    paging: toPaging(page, total.rows[0]?.count ?? 0),
    asAt: day,
    learnedOn: learned.learnedOn,
    method,
    changes: [],
  }
}

type ForecastOfSale = {
  sale_id: string
  branch_id: string
  line1: string
  chance: number
  by_last: number
  p_fall: number
  half_by: DateOnly | null
  by_80: DateOnly | null
}

const weeksShown = 12

/** The chance that a sale exchanges in a period, with the forecasts of the weeks before. */
export async function howChance(db: Db, figureAsked: FigureRequest): Promise<How | null> {
  const { scope, page, asked, today, key, addJob } = figureAsked
  const { day } = asked
  const [propertyId = '', ...rest] = key.split('_')
  const period = await periodOf(db, figureAsked, rest.join('_'))
  if (period === null || !/^[0-9a-f-]{36}$/i.test(propertyId)) return null
  await refreshOnRead({ db, addJob, today }, scope, asked)
  const { rows } = await sql<ForecastOfSale>`
    select f.sale_id, f.branch_id, r.line1, (${chanceIn(period, day)})::float8 as chance,
      (${chanceIn({ first: day, last: period.last }, day)})::float8 as by_last, f.p_fall, f.half_by, f.by_80
    from ${forecasts(asked)} f
    join property_report r on r.company_id = f.company_id and r.property_id = f.property_id
    where ${inScope(scope, asked)} and f.property_id = ${propertyId}::uuid`.execute(db)
  const [sale] = rows
  if (!sale) return null
  const learned = await loadLearned(db, scope.companyId, day)
  const property = { _id: propertyId, branch: sale.branch_id, line1: sale.line1 }
  const before = sale.by_last - sale.chance
  return {
    title: `${sale.line1}: ${percent(sale.chance)} in ${periodTitle(period)}`,
    definition: `The chance that the sale exchanges from ${showDate(period.first)} to ${showDate(period.last)}. It takes into account that the sale may fall through before.`,
    sentence: `Of 100 sales that stand as this one does, ${Math.round(100 * sale.chance)} exchange in ${isMonth(period) ? periodTitle(period) : `the week until ${showDate(period.last)}`}.`,
    terms: [
      { label: `By ${showDate(period.last)}`, value: percent(sale.by_last), from: 'chance of having exchanged' },
      ...(period.first > day
        ? [{ label: `Less: before ${showDate(period.first)}`, value: percent(before), from: 'exchanges sooner' }]
        : []),
      { label: 'Half by', value: dayOrYear(sale.half_by), from: 'if the sale holds' },
      { label: '8 in 10 by', value: dayOrYear(sale.by_80), from: 'if the sale holds' },
      { label: 'Falls through', value: oneIn(sale.p_fall), from: 'before it exchanges' },
    ],
    rowsAre: '',
    rows: [],
    paging: toPaging(page, 0),
    asAt: day,
    learnedOn: learned.learnedOn,
    method,
    changes: await listEarlierChances(db, { companyId: scope.companyId, sale, property, period, today: day }),
  }
}

const dayOrYear = (day: DateOnly | null): string => (day === null ? 'later than a year' : showDate(day))

type ChancesOf = {
  companyId: string
  sale: ForecastOfSale
  property: { _id: string; branch: string; line1: string }
  period: Stretch
  today: DateOnly
}

/** The weekly forecasts of the same period, and the entries that changed them. */
async function listEarlierChances(db: Db, { companyId, sale, property, period, today }: ChancesOf): Promise<How['changes']> {
  const kept = await db
    .selectFrom('sale_forecast_week')
    .select(['on_day', 'by_week'])
    .where('company_id', '=', companyId)
    .where('sale_id', '=', sale.sale_id)
    .where('on_day', '<', today)
    .orderBy('on_day', 'desc')
    .limit(weeksShown)
    .execute()
  const oldest = kept.at(-1)?.on_day
  if (oldest === undefined) return []
  const entries = await listChangingEntries(db, { companyId, propertyId: property._id }, oldest)
  const chances = [
    { onDay: today, chance: sale.chance },
    ...kept.map(({ on_day, by_week }) => {
      const until = (day: DateOnly): number => (day < on_day ? 0 : chanceByDay(by_week, daysBetween(on_day, day)))
      return { onDay: on_day, chance: until(period.last) - until(addDays(period.first, -1)) }
    }),
  ]
  return chances.map(({ onDay, chance }, index) => {
    const said = chances[index + 1]
    return {
      on: onDay,
      from: said ? percent(said.chance) : '',
      to: percent(chance),
      ...changedBetween(entries, said?.onDay ?? null, onDay),
      property,
    }
  })
}
