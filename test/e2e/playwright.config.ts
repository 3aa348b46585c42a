import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { memoryFolder } from '../../scripts/memory-folder.mjs'

/**
 * Browser tests against the real server on a new database with the demo company. Tests run in parallel: a test that changes
 * data creates its own company (`agency` in support/fixtures.ts) and only reads the demo company.
 */
const port = Number(process.env.E2E_PORT ?? 3210)
const asRoot = process.getuid?.() === 0
// Workers evaluate this file too. The variable makes them use the same folder.
if (!process.env.E2E_DATA_DIR) {
  const folder = join(memoryFolder(), `gya-e2e-${randomBytes(4).toString('hex')}`)
  process.env.E2E_DATA_DIR = folder
  // This process, which started the workers and the server, ends last. 140 MB of memory a run.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
// Started by the single sign-on test.
process.env.SSO_TEST_PROVIDER ??= `http://127.0.0.1:${port + 5}`
// Receives e-mail, which tests send (support/mail.ts).
process.env.E2E_MAIL_PORT ??= String(port + 6)
const chromium = process.env.CHROMIUM_PATH

/**
 * Tags of tests by tier: `test(title, { tag: '@core' }, ...)` runs in the fast tier, `@full` with the trials, all others in the extended
 * tier.
 */
const core = /@core/
const full = /@full/

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  projects: [
    { name: 'core', grep: core },
    { name: 'stories', grepInvert: [core, full] },
    { name: 'full', grep: full },
  ],
  retries: Number(process.env.TEST_RETRIES ?? 0),
  forbidOnly: true,
  // Long enough for a loaded machine. Waits end as soon as the state is reached.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  outputDir: '../../test-results',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    // Traces are slow. Use `--trace on` for the test that fails.
    trace: 'off',
    // Keeps the browser's cache of the app's files between tests.
    reuseContext: true,
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // Without a UTF-8 locale the browser saves downloads under ASCII names only.
      env: { ...(process.env as Record<string, string>), LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages of one site share a renderer process, so that it keeps the compiled code of the app: a page load takes half of
        // the processor time.
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
      ],
    },
  },
  webServer: {
    command: 'node scripts/run.mjs server/main.ts',
    cwd: join(import.meta.dirname, '../..'),
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      DEMO: '1',
      // Otherwise the past sales would be filled while the tests run.
      DEMO_PAST: '0',
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      DATA_DIR: process.env.E2E_DATA_DIR,
      SSO_TEST_PROVIDER: process.env.SSO_TEST_PROVIDER,
      MAIL_IN_DOMAIN: 'in.gya.example',
      MAIL_IN_PORT: process.env.E2E_MAIL_PORT,
      ...(process.env.E2E_DATABASE_URL ? { DATABASE_URL: process.env.E2E_DATABASE_URL } : {}),
    },
  },
})
