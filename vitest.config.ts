import { defineConfig } from 'vitest/config'

const setupFiles = ['scripts/fixed-seed.mjs']

/**
 * `vitest run --project domain --project web` needs no database; the project `server` starts one for all its files.
 * Tests of the domain and of the web share what is loaded from file to file: a document for each file took most of their time.
 * Two workers: the machines that run this have two cores, and PostgreSQL wants its share.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'domain', include: ['domain/**/*.test.ts'], environment: 'node', isolate: false, setupFiles } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'server/testing/global-setup.ts',
          setupFiles,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'trials',
          include: ['bench/trials/**/*.test.ts', 'deploy/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'server/testing/global-setup.ts',
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'happy-dom', isolate: false, setupFiles } },
    ],
  },
})
