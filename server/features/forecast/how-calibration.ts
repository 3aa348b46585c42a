import { addDays, type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { toPaging } from '@gya/domain/common/paging.ts'
import type { How } from '@gya/domain/features/forecast/how.contract.ts'
import { calibrationOf, scoredHorizons } from '@gya/domain/features/forecast/score.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { FigureRequest } from './figure-request.ts'
import { loadLearned, method } from './learned-tables.repository.ts'
import { groupByChance, kept } from './track-record.read-model.ts'

type KeptForecast = {
  property_id: string
  branch_id: string
  line1: string
  on_day: DateOnly
  said: number
  held: boolean
  exchanged_on: DateOnly | null
}

const percent = (share: number): string => `${Math.round(100 * share)} %`

/** A group of forecast chances: the stored forecasts in it and their outcomes. */
export async function howCalibration(db: Db, { scope, key, page, asked: { day } }: FigureRequest): Promise<How | null> {
  const [weeksText, groupText] = key.split('_')
  const weeks = scoredHorizons.find((one) => String(one) === weeksText)
  const group = Number(groupText)
  if (weeks === undefined || !Number.isInteger(group) || group < 0 || group > 9) return null
  const last = addDays(day, -7 * weeks)
  const [found] = calibrationOf((await groupByChance(db, scope, { weeks, last, asAt: day })).filter((one) => one.group === group))
  if (!found) return null
  const { rows } = await sql<KeptForecast>`
    select k.property_id, r.branch_id, r.line1, k.on_day, k.by_week[${weeks + 1}::int]::float8 as said, k.held, k.exchanged_on
    from ${kept(scope, { last, asAt: day })} k
    join property_report r on r.company_id = k.company_id and r.property_id = k.property_id
    where least(9, floor(10 * k.by_week[${weeks + 1}::int]))::int = ${group}
    order by k.on_day desc, said desc, k.sale_id
    limit ${page.itemsPerPage} offset ${page.currentPage * page.itemsPerPage}`.execute(db)
  const learned = await loadLearned(db, scope.companyId, day)
  const cameOf = ({ on_day, held, exchanged_on }: KeptForecast): string => {
    if (exchanged_on !== null)
      return `Exchanged ${exchanged_on <= addDays(on_day, 7 * weeks) ? '' : 'later, '}on ${showDate(exchanged_on)}`
    return held ? 'Open' : 'Fell through'
  }
  return {
    title: `Forecast ${10 * group} to ${10 * group + 10} %, ${weeks} weeks before`,
    definition: `Weekly forecasts with such a chance of an exchange within ${weeks} weeks, once these weeks have passed. Sales that fell through and open ones count as not exchanged.`,
    sentence: `${found.cameCount} of ${found.count} exchanged, ${percent(found.came)}, where ${percent(found.said)} were forecast on average.`,
    terms: [
      { label: 'Forecast', value: percent(found.said), from: `mean of ${found.count} forecasts` },
      { label: 'Exchanged', value: percent(found.came), from: `${found.cameCount} of ${found.count}` },
      {
        label: '8 in 10',
        value: `${percent(found.low)} to ${percent(found.high)}`,
        from: 'Wilson interval of the share that exchanged',
      },
    ],
    rowsAre: 'Forecasts counted',
    rows: rows.map((row) => ({
      property: { _id: row.property_id, branch: row.branch_id, line1: row.line1 },
      words: `Forecast on ${showDate(row.on_day)}: ${percent(row.said)}`,
      value: cameOf(row),
    })),
    paging: toPaging(page, found.count),
    asAt: day,
    learnedOn: learned.learnedOn,
    method,
    changes: [],
  }
}
