import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../scripts/programs.mjs'
import { openPool } from '../server/db/pool.ts'
import { fillDemo } from '../server/demo/fill-demo.ts'
import { systemClock } from '../server/infra/clock.ts'
import { password } from '../test/e2e/support/sign-in.ts'
import { type Load, launchBrowser, throttle } from '../test/e2e/support/throttled-browser.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { median } from './measure.ts'
import { startProcess } from './served/start-process.ts'

const rounds = 3

type Name = 'sign-in to rows' | 'report, cold' | 'report, again'
/** Goals of the issue on scale, in milliseconds and kilobytes. */
const goals: Record<Name, { ms: number; kilobytes?: number }> = {
  'sign-in to rows': { ms: 3_000 },
  'report, cold': { ms: 3_000, kilobytes: 260 },
  'report, again': { ms: 1_500, kilobytes: 20 },
}

export type FirstLoads = Record<Name, Load[]>

/**
 * The first pages of a browser with a slow processor and connection, on the demo company: from the sign-in form to rows, the report with an
 * empty browser cache, and the report again.
 */
export async function measureFirstLoad(serverUrl: string, print: (line: string) => void): Promise<FirstLoads> {
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.ts'), '--if-stale'], { stdio: 'inherit' })
  const url = await createFreshDatabase(serverUrl, 'gya_bench_first_load')
  const database = openPool(url, 2, () => {})
  const app = await startProcess('app-process', {
    DATABASE_URL: url,
    BENCH_WEB: '1',
    BENCH_FILES: join(tmpdir(), 'gya-bench-first-load'),
  })
  const browser = await launchBrowser(await findChromium())
  const loads: FirstLoads = { 'sign-in to rows': [], 'report, cold': [], 'report, again': [] }
  try {
    await fillDemo(database, systemClock, () => {})
    const options = { baseURL: app.address, locale: 'en-GB', timezoneId: 'Europe/London', viewport: { width: 1440, height: 900 } }
    for (let round = 1; round <= rounds; round += 1) {
      print(`Round ${round} of ${rounds}`)
      const context = await browser.newContext(options)
      const page = await context.newPage()
      const measure = await throttle(page)
      await page.goto('/login', { waitUntil: 'networkidle' })
      await page.getByLabel('E-mail').fill('staff@demo.example')
      await page.getByLabel('Password', { exact: true }).fill(password)
      loads['sign-in to rows'].push(
        await measure(() => page.getByRole('button', { name: 'Sign in' }).click({ noWaitAfter: true })),
      )
      const cookies = await context.cookies()
      await context.close()

      const fresh = await browser.newContext(options)
      await fresh.addCookies(cookies)
      const report = await fresh.newPage()
      const measureReport = await throttle(report)
      const open = () => report.goto('/branch/report', { waitUntil: 'commit' })
      loads['report, cold'].push(await measureReport(open))
      await report.goto('about:blank')
      loads['report, again'].push(await measureReport(open))
      await fresh.close()
    }
    return loads
  } finally {
    await browser.close()
    await app.stop()
    await database.close()
  }
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`

export function printFirstLoad(loads: FirstLoads, print: (line: string) => void): void {
  print('\nFirst load: a quarter of the processor, 1.6 Mbit/s, 150 ms round trip; medians of three')
  for (const [name, measured] of Object.entries(loads) as [Name, Load[]][]) {
    const { ms, kilobytes: limit } = goals[name]
    const of = (value: (load: Load) => number) => median(measured.map(value))
    const each = measured.map((load) => (load.ms / 1000).toFixed(2)).join(', ')
    const twice = [...new Set(measured.flatMap((load) => load.twice))]
    const parts = [
      `${(of((load) => load.ms) / 1000).toFixed(2)} s (${each}; goal ${ms / 1000} s)`,
      `${kilobytes(of((load) => load.bytes))}${limit === undefined ? '' : ` (goal ${limit} kB)`}`,
      `${kilobytes(of((load) => load.bytesToRows))} before the rows`,
      `${of(({ requests }) => requests.length)} requests`,
      twice.length > 0 ? `twice: ${twice.join(', ')}` : 'none twice',
    ]
    print(`  ${name.padEnd(16)} ${parts.join(', ')}`)
  }
}
