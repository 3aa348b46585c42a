import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n')
const fileNames = new Set(tracked.map((path) => basename(path)))
const commentPattern = /\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gs

const sources = tracked
  .filter((path) => /\.(ts|tsx|mts|mjs|css|sql)$/.test(path))
  .flatMap((path) => {
    try {
      return [{ path, text: readFileSync(join(root, path), 'utf8') }]
    } catch {
      // Deleted in the working tree.
      return []
    }
  })

/** Every identifier of the code; comments do not count. */
const identifiers = new Set(sources.flatMap(({ text }) => text.replaceAll(commentPattern, '').match(/[\w$]+/g) ?? []))

/** Not identifiers of this code: names of other programs, and an example. */
const foreign = new Set([
  'PublicKeyCredentialRequestOptionsJSON',
  'pg_xact_status',
  'keepalive_timeout',
  'beginbfrange',
  'monkeymonkey',
])

const doesNotExist = (quoted: string): boolean => {
  if (/^[\w./-]+\.(ts|tsx|mts|mjs|css|sql|md)$/.test(quoted)) return !fileNames.has(basename(quoted))
  const name = quoted.replace('()', '')
  return /^[A-Za-z_$][\w$]*$/.test(name) && !identifiers.has(name) && !foreign.has(name)
}

test('a comment that quotes an identifier or a file quotes one that exists', () => {
  const wrong = sources
    .filter(({ path }) => /\.(ts|tsx|mts|mjs)$/.test(path))
    .flatMap(({ path, text }) =>
      (text.match(commentPattern) ?? []).flatMap((comment) =>
        [...comment.matchAll(/`([^`\n]{2,60})`/g)].flatMap(([, quoted = '']) =>
          doesNotExist(quoted) ? [`${path}: ${quoted}`] : [],
        ),
      ),
    )
  expect(wrong).toEqual([])
})
