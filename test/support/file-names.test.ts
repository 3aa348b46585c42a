import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('{domain,server,web}/**/*.{ts,tsx,mts,mjs}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', '**/testing/**', '**/*.test.*', '**/*.d.ts', '**/*.d.mts', 'server/db/schema.ts'],
}).map((file) => file.replaceAll('\\', '/'))

const nameOf = (file: string): string => basename(file).replace(/\.(tsx?|mts|mjs)$/, '')
const sourceOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** `offers.routes.ts`: named after its feature and its kind of content. */
const isConventional = (file: string): boolean =>
  /\.(contract|routes|repository|read-model|model|rules|messages|response|schemas)\.tsx?$/.test(file)
/** Named after the path of the screen. */
const isPage = (file: string): boolean => file.startsWith('web/pages/')

/** "makeRecordFile" → make, record, file. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_.]/)
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        .replace(/(ss|x|ch|sh)es$/, '$1')
        .replace(/([^s])s$/, '$1'),
    )

function exportsOf(source: string): string[] {
  const declared = source.matchAll(
    /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|class|type|interface|let) (\w+)/gm,
  )
  const listed = source.matchAll(/^export (?:type |const )?[{[]([^}\]]+)[}\]]/gm)
  const names = [...listed].flatMap(([, list = '']) =>
    list.split(',').map(
      (one) =>
        one
          .trim()
          .split(/ as |: /)
          .at(-1) ?? '',
    ),
  )
  return [...new Set([...[...declared].map(([, name = '']) => name), ...names].filter((name) => name !== ''))]
}

const contains = (all: readonly string[], some: readonly string[]): boolean => some.every((word) => all.includes(word))

/**
 * A file is named after an export: all words of one occur in the other; words of the folder may be omitted. A file with several exports may
 * be named after what they have in common, if one of them contains a word of it.
 */
function isNamedAfterExport(file: string): boolean {
  const words = wordsOf(nameOf(file))
  const folder = wordsOf(basename(dirname(file)))
  const ownWords = words.filter((word) => !folder.includes(word))
  const exported = exportsOf(sourceOf(file)).map(wordsOf)
  if (exported.some((name) => contains(name, words) || contains(words, name))) return true
  if (ownWords.length > 0 && exported.some((name) => contains(name, ownWords))) return true
  return exported.length > 1 && exported.some((name) => name.some((word) => words.includes(word)))
}

/** Files that are started, or named after a technical term that no export repeats. */
const exceptions = [
  // Started by a command, a page or a thread; loaded for their side effects.
  'server/features/imports/files/read-file-process.ts',
  'server/features/record/file/verify.mjs',
  'server/features/mail-in/read/mail-worker.ts',
  'server/infra/pdf/pdf-worker.ts',
  'server/main.ts',
  'server/make-link.ts',
  'server/migrate-database.ts',
  'server/rotate-secrets.ts',
  'server/verify-record.ts',
  'web/app/main.tsx',
  'web/early/main.ts',
  'web/login/main.tsx',
  'web/party/main.tsx',
  'web/vendor-portal/main.tsx',
  'web/vite.config.ts',
  // Terms.
  'domain/common/cookies.ts',
  'domain/common/money.ts',
  'domain/common/wire.ts',
  'domain/features/calendar-feeds/icalendar.ts',
  'domain/features/forecast/learning.ts',
  'domain/features/forecast/step-network.ts',
  'server/db/transaction-pooler.ts',
  'server/demo/property-actions.ts',
  'server/features/addresses/price-paid-places.ts',
  'server/features/properties/read/property-owner.ts',
  'server/features/record/file/pdf-parts.ts',
  'server/http/access/chosen-branches.ts',
  'server/http/access/csrf.ts',
  'server/http/access/key-caller.ts',
  'server/infra/files/clamd.ts',
  'server/infra/mail/smtp.ts',
  'server/infra/secrets.ts',
  'server/jobs/queue.ts',
  'web/app/routes.tsx',
  'web/features/conversations/party-head.tsx',
  'web/features/dashboard/chart-geometry.ts',
  'web/features/forecast/forecast-page.tsx',
  'web/features/timeline/concurrent-edits.ts',
  'web/lib/session/session.tsx',
  'web/login/link-views.tsx',
  'web/ui/feedback/loading.tsx',
  'web/ui/fields/calendar.tsx',
  'web/ui/navigation/router-navigation.tsx',
  'web/vendor-portal/format.ts',
]

test('a file is named after an export; the exceptions are listed', () => {
  expect(files.length).toBeGreaterThan(1000)
  const others = files.filter((file) => !isConventional(file) && !isPage(file) && !exceptions.includes(file))
  expect(others.filter((file) => !isNamedAfterExport(file))).toEqual([])
})

/** Files with the same name and subject outside a common feature: layers of the same thing. */
const sharedNames = [
  'action-items',
  'confirm-identity',
  'keys',
  'main',
  'passkeys',
  'report-row',
  'rotate-secrets',
  'scope',
  'verify-record',
  'weekly-summary',
  'workflow-report',
]

/** The feature of a file in any workspace; otherwise its path. */
const featureOf = (file: string): string => /^(?:domain|server|web)\/features\/([^/]+)\//.exec(file)?.[1] ?? file

test('files of one name belong to one feature or subject', () => {
  const groups = Map.groupBy(
    files.filter((file) => !isConventional(file) && !isPage(file)),
    nameOf,
  )
  const shared = [...groups].filter(([, group]) => new Set(group.map(featureOf)).size > 1).map(([name]) => name)
  expect(shared.filter((name) => !sharedNames.includes(name))).toEqual([])
})

test('read models hold queries and write nothing', () => {
  const models = files.filter((file) => file.endsWith('.read-model.ts'))
  expect(models.length).toBeGreaterThan(10)
  const isQuery = /sql`|sql<|selectFrom\(|\.query\(/
  const isWrite = /insertInto\(|updateTable\(|deleteFrom\(|\binsert into\b|\bdelete from\b/
  const wrong = models.filter((file) => !isQuery.test(sourceOf(file)) || isWrite.test(sourceOf(file)))
  // Saves the track record that it calculates, beside the queries.
  expect(wrong).toEqual(['server/features/forecast/track-record.read-model.ts'])
})
