/**
 * Checks the compressed JavaScript that a browser loads before the first list ("Speed": at most 220 kB; the limits are what was reached) and before the sign-in
 * form: the entry with its static imports, and for the app also the page of the list: the report or Today. The sign-in limit of 75 kB is for Brotli,
 * which every supported browser accepts over TLS: React alone is 69 kB with gzip. `after`: what is loaded already.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[] }

const dist = join(import.meta.dirname, '../web/dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

const budgets = [
  { what: 'the app to its first list', limit: 207.1, encoding: 'gzip', starts: ['index.html', 'pages/branch/report.tsx'] },
  { what: 'the app to Today', limit: 201, encoding: 'gzip', starts: ['index.html', 'pages/today.tsx'] },
  { what: 'the sign-in page', limit: 75, encoding: 'br', starts: ['login/index.html'] },
  { what: 'the vendor’s app', limit: 121, encoding: 'gzip', starts: ['vendor/index.html'] },
  { what: 'the page of a party', limit: 100, encoding: 'gzip', starts: ['party/index.html'] },
  // "Palette ≤ 12 kB, loaded on first use." [day §11](docs/design/day.md#11).
  {
    what: 'the palette',
    limit: 12,
    encoding: 'gzip',
    starts: ['features/search/palette.tsx'],
    after: ['index.html', 'pages/branch/report.tsx'],
  },
] as const

let tooLarge = false
for (const { what, limit, encoding, starts, ...more } of budgets) {
  const loaded = 'after' in more ? more.after.flatMap((start) => filesOf(start)) : []
  const files = [...new Set(starts.flatMap((start) => filesOf(start)))].filter((file) => !loaded.includes(file))
  const sizes = {
    gzip: kilobytes(files, (file) => gzipSync(readFileSync(join(dist, file))).length),
    br: kilobytes(files, (file) => statSync(join(dist, `${file}.br`)).size),
  }
  const isOver = sizes[encoding] > limit
  tooLarge ||= isOver
  console.log(
    `${isOver ? 'TOO LARGE' : 'ok'}  ${what}: ${sizes.gzip.toFixed(1)} kB gzip, ${sizes.br.toFixed(1)} kB Brotli, limit ${limit} kB ${encoding}, ${files.length} files`,
  )
}
process.exit(tooLarge ? 1 : 0)

function kilobytes(files: readonly string[], sizeOf: (file: string) => number): number {
  return files.reduce((sum, file) => sum + sizeOf(file), 0) / 1000
}

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
