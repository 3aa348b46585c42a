/**
 * The app in a separate process like `npm run serve`: database from DATABASE_URL, demo only with DEMO, no log. BENCH_NOW fixes
 * the clock, for data of a certain date. BENCH_WEB serves the built web app.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import { systemClock } from '../../server/infra/clock.ts'
import { serve } from '../../server/serve.ts'
import { reportUntilParentExits } from './until-parent-ends.ts'

const databaseUrl = process.env.DATABASE_URL ?? ''
const { BENCH_NOW, BENCH_FILES, BENCH_WEB, DEMO, SMTP_URL, DATABASE_READ_URLS, WEBHOOK_PRIVATE } = process.env
const config = readConfig({
  DATABASE_URL: databaseUrl,
  DATABASE_READ_URLS,
  PORT: '0',
  LOG_LEVEL: 'silent',
  PLATFORM_SECOND_FACTOR: '0',
  DEMO,
  SMTP_URL,
  WEBHOOK_PRIVATE,
})
const clock = BENCH_NOW ? { ...systemClock, now: () => BENCH_NOW } : systemClock
const served = await serve({
  config,
  databaseUrl,
  clock,
  filesFolder: BENCH_FILES ?? join(tmpdir(), 'gya-bench-files'),
  recordKeyFile: join(tmpdir(), 'gya-bench-record-key'),
  secretKeyFile: join(tmpdir(), 'gya-bench-secret-key'),
  webRoot: BENCH_WEB ? join(import.meta.dirname, '../../web/dist') : null,
  print: () => {},
})
reportUntilParentExits(served.address)
