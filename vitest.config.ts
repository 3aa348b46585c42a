import { defineConfig } from 'vitest/config'

const setupFiles = ['scripts/fixed-seed.mjs']

/** Tests that change what every file of a process shares: a mocked module, a variable of the environment. */
const isolated = ['server/features/sign-in/account-enumeration.test.ts', 'server/http/upload/receive-upload.test.ts']

/** Tests of both tiers: by chance and longer in the full one (`atLength`), or with programs that only that one installs. */
const inBothTiers = [
  'ops/systemd/systemd.test.ts',
  'test/security/fuzz.test.ts',
  'server/features/dashboard/happenings.test.ts',
  'server/features/dashboard/metric-consistency.test.ts',
  'server/features/fall-offs/fall-offs.routes.test.ts',
  'server/features/properties/projections/report-row.test.ts',
  'server/features/properties/projections/report-row-model.test.ts',
  'server/features/timeline/save-timeline-preview.test.ts',
  'server/infra/files/s3-store.test.ts',
]
const full = ['{server,ops,test}/**/*.full.test.ts']

const withDatabase = {
  environment: 'node',
  globalSetup: 'test/support/global-setup.ts',
  setupFiles,
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/**
 * `npm test` runs all but the project `full`, which holds what takes long or needs programs that a machine may lack;
 * `npm run test:full` runs everything. The projects `domain` and `web` need no database; the others start one for all files
 * together. Files of a project with `isolate: false` share what is loaded, and most of the time was loading.
 * Two workers: the machines that run this have two cores, and PostgreSQL wants its share.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'domain', include: ['domain/**/*.test.ts'], environment: 'node', isolate: false, setupFiles } },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: [...setupFiles, 'web/testing/signed-in.ts'],
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'server',
          include: ['{server,ops,test}/**/*.test.ts'],
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
