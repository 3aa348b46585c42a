/**
 * Checks the compressed JavaScript that a browser loads before the first list ("Speed": at most 220 kB) and before the sign-in
 * form (at most 40 kB): the entry with its static imports, and for the app also the report page.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[] }

const dist = join(import.meta.dirname, '../web/dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

const budgets = [
  { what: 'the app to its first list', limit: 220, starts: ['index.html', 'pages/branch/report.tsx'] },
  { what: 'the sign-in page', limit: 40, starts: ['login/index.html'] },
  { what: 'the vendor’s app', limit: 170, starts: ['vendor/index.html'] },
]

let tooLarge = false
for (const { what, limit, starts } of budgets) {
  const files = new Set(starts.flatMap((start) => filesOf(start)))
  const size = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0) / 1000
  tooLarge ||= size > limit
  console.log(`${size > limit ? 'TOO LARGE' : 'ok'}  ${what}: ${size.toFixed(1)} kB of ${limit} kB in ${files.size} files`)
}
process.exit(tooLarge ? 1 : 0)

function filesOf(name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name]
  if (!chunk) {
    console.error(
      `The build has no ${name}; it has ${Object.keys(manifest)
        .filter((key) => !key.startsWith('_'))
        .join(', ')}`,
    )
    process.exit(1)
  }
  if (seen.has(name)) return []
  seen.add(name)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => filesOf(imported, seen))]
}
