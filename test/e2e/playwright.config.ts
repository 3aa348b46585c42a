import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/**
 * Browser tests against the real server on a database of their own, filled with the demo company. Tests run in parallel: each
 * that changes something has a company of its own (`agency` in fixtures.ts), and the demo company is only read.
 */
const port = Number(process.env.E2E_PORT ?? 3210)
const asRoot = process.getuid?.() === 0
// The workers read this configuration too: the folder's name is handed on so that there is one.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `gya-e2e-${randomBytes(4).toString('hex')}`)
const chromium = process.env.CHROMIUM_PATH

const screens = ['screens.spec.ts', 'hostile.spec.ts', 'browser-secrets.spec.ts', 'connection.spec.ts']
/** What takes long and is not needed before each push. */
const full = '*.full.spec.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  projects: [
    { name: 'stories', testIgnore: [...screens, full] },
    { name: 'screens', testMatch: screens },
    { name: 'full', testMatch: full },
  ],
  retries: Number(process.env.E2E_RETRIES ?? 0),
  forbidOnly: true,
  // Generous: a loaded machine is slow, and every wait ends as soon as its state is there.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  outputDir: '../test-results',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    // A trace takes a picture of every step of every test: switch it on for the one that fails with `--trace on`.
    trace: 'off',
    // A context that is emptied between tests keeps the browser's cache of the app's files.
    reuseContext: true,
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // Without a locale of UTF-8 the browser cannot name a file in any but plain letters.
      env: { ...(process.env as Record<string, string>), LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
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
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      DATA_DIR: process.env.E2E_DATA_DIR,
      ...(process.env.E2E_DATABASE_URL ? { DATABASE_URL: process.env.E2E_DATABASE_URL } : {}),
    },
  },
})
