import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Part = { limit: number; goal: number; lines: number; files: number }

const isTest = (path: string) => /\.(test|spec)\.tsx?$|\/testing\//.test(path)
/** Generated. */
const isData = (path: string) => ['server/features/addresses/price-paid-places.ts', 'server/db/schema.ts'].includes(path)

/**
 * The parts that have a budget in `docs/design/one-way.md`, section 2. `limit` is the most that a part may have today; it is lowered
 * whenever a part has become smaller, and ends at `goal`.
 */
const parts: Record<string, { limit: number; goal: number; has(path: string): boolean }> = {
  'product source': {
    limit: 192_240,
    goal: 146_900,
    has: (path) => /^(domain|server(?!\/demo\/)|web)\/.*\.tsx?$/.test(path) && !isTest(path) && !isData(path),
  },
  'SQL of the schema': { limit: 4_160, goal: 2_800, has: (path) => /^server\/db\/.*\.sql$/.test(path) },
  demo: { limit: 8_830, goal: 3_900, has: (path) => path.startsWith('server/demo/') },
  'benches and trials': { limit: 8_240, goal: 5_400, has: (path) => /^(perf|test\/resilience)\//.test(path) },
  'generated client': { limit: 33, goal: 33, has: (path) => path.startsWith('clients/') },
  'decision records': { limit: 2_150, goal: 850, has: (path) => path.startsWith('docs/decisions/') },
  tests: { limit: 95_960, goal: 71_100, has: (path) => /(?<!^test\/resilience\/.*)\.(test|spec)\.tsx?$/.test(path) },
  'ops/citus': { limit: 330, goal: 330, has: (path) => path.startsWith('ops/citus/') },
}

/** Counts lines as `wc -l` does, over the files of git: those of `revision`, or those of the working tree. */
export function countLines(root: string, revision?: string): Record<string, Part> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const paths = (revision ? git('ls-tree', '-r', '--name-only', revision) : git('ls-files')).split('\n')
  const read = (path: string) => (revision ? git('show', `${revision}:${path}`) : readFileSync(join(root, path), 'utf8'))
  return Object.fromEntries(
    Object.entries(parts).map(([name, { limit, goal, has }]) => {
      const files = paths.filter(has)
      return [
        name,
        { limit, goal, files: files.length, lines: files.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0) },
      ]
    }),
  )
}

if (import.meta.main)
  for (const [name, { lines, files, limit, goal }] of Object.entries(countLines(process.cwd(), process.argv[2])))
    console.log(
      `${name.padEnd(20)}${String(lines).padStart(8)} lines in ${String(files).padStart(4)} files · limit ${limit} · goal ${goal}`,
    )
