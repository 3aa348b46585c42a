import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const setupFiles = ['scripts/fixed-seed.mjs']

/** Tests that mock modules or change environment variables, which other files of the worker would see. */
const isolated = ['server/features/sign-in/account-enumeration.test.ts', 'server/http/upload/receive-upload.test.ts']

/** Tests of components that mock modules: where modules are shared, a mock depends on which file loaded the module first. */
const mockingWeb = globSync('web/**/*.test.{ts,tsx}', { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] }).filter(
  (file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('),
)

/** Far above what a test takes: on a loaded machine the default of five seconds is a test of the machine. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000 }

/** Tests of another tier that the full one repeats: random tests run longer there (`byTier`), others use programs only it installs. */
const inBothTiers = [
  'domain/features/timeline/save-timeline.property.test.ts',
  'ops/systemd/systemd.test.ts',
  'test/access/access.test.ts',
  'test/security/fuzz.test.ts',
  'server/features/dashboard/happenings.test.ts',
  'server/features/dashboard/metric-consistency.test.ts',
  'server/features/fall-offs/fall-off-effects.test.ts',
  'server/features/fall-offs/fall-offs.routes.test.ts',
  'server/features/forecast/as-at.test.ts',
  'server/features/forecast/sale-days.test.ts',
  'server/features/properties/transitions.test.ts',
  'server/features/properties/projections/action-items.test.ts',
  'server/features/properties/projections/report-row.test.ts',
  'server/features/properties/projections/report-row-model.test.ts',
  'server/features/properties/read/property-count.test.ts',
  'server/features/sale-summary/sale-summary.test.ts',
  'server/features/timeline/save-timeline-preview.test.ts',
  'server/infra/files/s3-store.test.ts',
]
const full = ['{domain,server,ops,test}/**/*.full.test.ts']

/**
 * Tests of the extended tier, which CI runs after the fast one: infrastructure, attacks, and the features around the daily work. The
 * fast tier keeps the rules, access to every call, and the calls of properties, sales, contacts, report and dashboard. Decision 69.
 */
const extended = [
  'server/{db,demo,emails,http,infra}/**/*.test.ts',
  'server/{startup,verify-record}.test.ts',
  'server/jobs/isolated-jobs.test.ts',
  'test/{mail-in,resilience,security}/**/*.test.ts',
  'server/features/{api-keys,applications,archives,assignment,assistants,calendar-feeds,conversations,forecast,imports,live,mail-in,messages,party-links}/**/*.test.ts',
  'server/features/{personal-data,public-api,record,single-sign-on,support-access,sale-summary,vendor-updates,webhooks}/**/*.test.ts',
  'server/features/members/leavers.test.ts',
  'server/features/week/{recount,send-week-pages}.test.ts',
  'server/features/sign-in/sign-in-limits.test.ts',
  'server/features/dashboard/{back-dated-entries,happenings,metric-consistency,send-weekly-summaries}.test.ts',
  'server/features/{deletion,pictures,users}/**/*.test.ts',
  'server/features/properties/transitions.test.ts',
]

const withDatabase = {
  environment: 'node',
  globalSetup: 'test/support/global-setup.ts',
  setupFiles,
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/**
 * `npm test` runs the projects `domain`, `web`, `server` and those named `-isolated`; `npm run test:extended` runs `extended`; `full` has
 * trials and tests of optional programs. `npm run test:full` runs everything. The projects `domain` and `web` need no database; the others share one PostgreSQL. With `isolate: false`
 * files of a worker share loaded modules: loading took most of the time. Two workers for two cores.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    retry: Number(process.env.TEST_RETRIES ?? 0),
    projects: [
      {
        test: {
          ...patient,
          name: 'domain',
          include: ['domain/**/*.test.ts'],
          exclude: ['domain/**/*.full.test.ts'],
          environment: 'node',
          isolate: false,
          setupFiles,
        },
      },
      {
        test: {
          ...patient,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...mockingWeb],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: [...setupFiles, 'web/testing/signed-in.ts'],
        },
      },
      {
        test: {
          ...patient,
          name: 'web-isolated',
          include: mockingWeb,
          environment: 'happy-dom',
          setupFiles: [...setupFiles, 'web/testing/signed-in.ts'],
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'server',
          include: ['{server,ops,test}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...isolated, ...extended, ...full],
          isolate: false,
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'extended',
          include: extended,
          exclude: ['**/node_modules/**', ...isolated, ...full],
          isolate: false,
        },
      },
      { test: { ...withDatabase, name: 'server-isolated', include: isolated } },
      {
        test: {
          ...withDatabase,
          name: 'full',
          include: [...full, ...inBothTiers],
          provide: { isFullTier: true },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
