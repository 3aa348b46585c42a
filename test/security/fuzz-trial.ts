import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts'
import { fuzzApi } from '../support/api-fuzzer.ts'
import { openFixtures } from '../support/fixtures.ts'
import { createFreshDatabase } from '../support/fresh-database.ts'
import type { Trial } from '../support/trial.ts'

const size = { short: 500, long: 30_000 }
const countOf = (answers: Record<number, number>, kind: number): number =>
  Object.entries(answers).reduce((sum, [status, count]) => (Math.floor(Number(status) / 100) === kind ? sum + count : sum), 0)

/**
 * Fuzzes all calls with malicious values in bodies, forms, paths and queries; FUZZ_RUNS is the number of requests. Its short
 * form is `test/security/fuzz.test.ts`.
 */
export const fuzzCalls: Trial = {
  name: 'fuzzing of all calls',
  run: async ({ length, print }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gya-fuzz-'))
    // PostgreSQL needs access when this process is root.
    await chmod(dataDir, 0o755)
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings })
    try {
      const url = await createFreshDatabase(postgres.url, 'gya_bench_fuzz')
      const fixtures = await openFixtures({ on: { url, drop: async () => {} } })
      const runs = Number(process.env.FUZZ_RUNS ?? size[length])
      const { answers, compared, slowest, faults } = await fuzzApi(fixtures, { runs, compareEvery: 10, print })
      for (const line of Object.values(faults).flat().slice(0, 40)) print(line)
      await fixtures.close()
      return {
        tried: {
          requests: Object.values(answers).reduce((sum, count) => sum + count, 0),
          'let in': countOf(answers, 2),
          refused: countOf(answers, 4),
          'refusals after which every row was compared': compared,
        },
        lost: {
          'faults of the server': faults.broken.length,
          'without an answer in 30 s': faults.hanging.length,
          'refusals not in words': faults.wordless.length,
          'refusals that changed a row': faults.changing.length,
        },
        figures: { 'slowest answer': `${(slowest / 1000).toFixed(1)} s` },
      }
    } finally {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}
