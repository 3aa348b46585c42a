import { ms, printCalls } from '../calls.ts'
import type { measureReport } from './report-case.ts'

type ReportMeasured = Awaited<ReturnType<typeof measureReport>>

/** The tables and the summary of the report's case, line by line. */
export function printReport(
  { sorts, filters, throughput, readyAfterMs, appMegabytes }: ReportMeasured,
  say: (line: string) => void,
): void {
  say(
    '\nFirst page of 70 by each sort: active, sold, not completed, taken on in the last two years. Milliseconds, medians of three rounds.',
  )
  printCalls(sorts, say)
  say('\nThe same under other filters.')
  printCalls(filters, say)

  const { app, floor } = throughput
  say(
    '\nSixteen clients at once, the default sort; the floor is node:http, pg and JSON.stringify with the same SQL and no sign-in.',
  )
  say(
    `  call   ${ms(app.perSecond)} a second, p50 ${app.p50} ms, p99 ${app.p99} ms, ${app.cpuMs.toFixed(2)} ms of its processor time each (rounds: ${app.rounds.map(ms).join(', ')})`,
  )
  say(
    `  floor  ${ms(floor.perSecond)} a second, p50 ${floor.p50} ms, p99 ${floor.p99} ms, ${floor.cpuMs.toFixed(2)} ms each (rounds: ${floor.rounds.map(ms).join(', ')})`,
  )
  say(`  the floor does ${(floor.perSecond / app.perSecond).toFixed(2)} × as many`)

  const all = [...sorts, ...filters]
  const worst = all.reduce((a, b) => (b.ratio > a.ratio ? b : a))
  const slowest = all.reduce((a, b) => (b.sql.p50 > a.sql.p50 ? b : a))
  const [first] = sorts
  say('')
  if (first)
    say(
      `Default sort: SQL ${ms(first.sql.p50)} ms (aim: under 60), call ${ms(first.call.p50)} ms, ${first.ratio.toFixed(2)} × (aim: at most 1.5).`,
    )
  say(`Worst ratio: ${worst.ratio.toFixed(2)} × (${worst.name}). Slowest SQL: ${ms(slowest.sql.p50)} ms (${slowest.name}).`)
  say(`The server listened after ${ms(readyAfterMs)} ms and holds ${appMegabytes} MB after the load.`)
}
