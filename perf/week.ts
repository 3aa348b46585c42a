import { Agent } from 'node:http'
import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { firstOfMonth } from '@gya/domain/features/week/week-periods.ts'
import pg from 'pg'
import { typeParsers } from '../server/db/pool.ts'
import { readWeekFrame, readWeekOf } from '../server/features/week/week.read-model.ts'
import { type DashboardOptions, sizesOf, tabQueries } from './dashboard.ts'
import { dataDay, largeCompany } from './data/large-database.ts'
import { captureStatements, type MeasuredQuery, measureCalls, ms, printCalls, type Query } from './measure.ts'
import { sendRequest, signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'

/** "2 statements + 1 a list; 1.3 × the bare SQL of the same run; month 2 × and year 3 × a dashboard tab." [seat §14](docs/design/seat.md#14). */
const limits = { statements: 5, ratio: 1.3, week: 2, month: 2, year: 3 } as const

/** The periods that end on the day of the data. */
const periods = { week: addDays(dataDay, -6), month: firstOfMonth(dataDay), year: addDays(dataDay, -364) } as const
type PeriodName = keyof typeof periods

type Scope = {
  title: string
  properties: number
  tab: number
  pages: (MeasuredQuery & { period: PeriodName; statements: number })[]
}
export type WeekMeasured = Scope[]

/** The page of the week of a branch and of the large company, beside the slowest tab of the dashboard of the same scope. */
export async function measureWeek({ database, url, samples, print }: DashboardOptions): Promise<WeekMeasured> {
  const { id: companyId } = await largeCompany(database)
  const headers = await signInHeaders(database, companyId)
  const app = await startProcess('app-process', { DATABASE_URL: url, BENCH_NOW: `${dataDay}T12:00:00.000Z` })
  const bare = new pg.Client({ connectionString: url, types: typeParsers, options: '-c TimeZone=UTC' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (path: string) => (await sendRequest(`${app.address}${path}`, headers, agent)).toString()
  const measure = async (title: string, { id, properties }: Awaited<ReturnType<typeof sizesOf>>[number]): Promise<Scope> => {
    print(title)
    const branchIds = id === null ? null : [id]
    const query = async ([name, first]: [string, DateOnly]): Promise<Query> => ({
      name,
      path: `/api/week/${companyId}?${new URLSearchParams({ ...(id ? { branchIds: id } : {}), first, last: dataDay, by: 'negotiator' })}`,
      statements: await captureStatements(database.pool, async (db) => {
        const asked = { companyId, branchIds, first, last: dataDay, by: 'negotiator', today: dataDay } as const
        await readWeekOf(db, await readWeekFrame(db, asked), dataDay)
      }),
    })
    const pages = await Promise.all(Object.entries(periods).map(query))
    const tabs = await tabQueries(database.pool, { companyId, branchId: id })
    for (let time = 0; time < 5; time += 1) for (const { path } of [...pages, ...tabs]) await ask(path)
    const options = { ask, bare, samples, print }
    const [measuredTabs, measured] = [await measureCalls(tabs, options), await measureCalls(pages, options)]
    return {
      title,
      properties,
      tab: Math.max(...measuredTabs.map(({ call }) => call.p50)),
      pages: measured.map((page, nth) => ({
        ...page,
        period: page.name as PeriodName,
        statements: pages[nth]?.statements.length ?? 0,
      })),
    }
  }
  try {
    await bare.connect()
    const [branch, company] = await sizesOf(database, companyId)
    return [await measure('One branch', branch), await measure('The whole company', company)]
  } finally {
    agent.destroy()
    await bare.end()
    await app.stop()
  }
}

export function printWeek(measured: WeekMeasured, print: (line: string) => void): void {
  for (const { title, properties, tab, pages } of measured) {
    print(`\n${title}, ${properties} properties; the slowest tab of its dashboard takes ${ms(tab)} ms.`)
    printCalls(pages, print)
    for (const { period, call, ratio, statements } of pages)
      print(
        `  ${period}: ${statements} statements, target ${limits.statements}; ${ratio.toFixed(2)} × the bare SQL, target ${limits.ratio}; ${(call.p50 / tab).toFixed(2)} × the tab, target ${limits[period]}.`,
      )
  }
}
