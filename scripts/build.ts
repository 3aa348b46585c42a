/** Builds the web app into web/dist; with `--if-stale` only if its sources have changed. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { progressLine } from '../server/progress-line.mjs'
import { toolCommand } from './tools.mjs'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'web/dist/.stamp')
const sources = sourcesHash()

if (process.argv.includes('--if-stale') && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) process.exit(0)
const progress = progressLine()
progress.step('Building the web app')
// The container image has no Node.js in `node_modules`.
const [, ...vite] = toolCommand('vite')
// Piped, because Vite would erase the progress line on a terminal.
const { status, stdout, stderr } = spawnSync(process.execPath, [...vite, 'build', '--logLevel', 'warn'], {
  cwd: join(root, 'web'),
  stdio: ['inherit', 'pipe', 'pipe'],
  maxBuffer: 64_000_000,
})
progress.finish()
process.stdout.write(stdout)
process.stderr.write(stderr)
if (status === 0) writeFileSync(stamp, sources)
process.exit(status ?? 1)

/** A hash of all sources of the build, without tests. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  const folders = ['web', 'domain'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const files = [...folders, join(root, 'package-lock.json'), join(root, 'tsconfig.base.json')]
  for (const file of files.filter((each) => !/\/(dist|node_modules)\//.test(each.slice(root.length))).sort()) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}
