/**
 * The product itself in a process of its own, as `npm run serve` has it: the database of DATABASE_URL, no demo unless DEMO
 * says so, no log. With BENCH_NOW it is always that instant: for what depends on today, on data that is made for one day.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import { systemClock } from '../../server/infra/clock.ts'
import { serve } from '../../server/serve.ts'
import { reportUntilParentExits } from './until-parent-ends.ts'

const databaseUrl = process.env.DATABASE_URL ?? ''
const { BENCH_NOW, BENCH_FILES, DEMO, SMTP_URL } = process.env
const config = readConfig({ DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'silent', DEMO, SMTP_URL })
const clock = BENCH_NOW ? { ...systemClock, now: () => BENCH_NOW } : systemClock
const served = await serve({
  config,
  databaseUrl,
  clock,
  filesFolder: BENCH_FILES ?? join(tmpdir(), 'gya-bench-files'),
  webRoot: null,
  print: () => {},
})
reportUntilParentExits(served.address)
