import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.dirname
const featureOf = (path: string): string | undefined => (path.split('/').length > 1 ? path.split('/')[0] : undefined)

/** The features that each feature imports, tests aside. */
function dependencies(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const file of globSync('**/*.ts', { cwd: root })) {
    const feature = featureOf(file)
    if (!feature || file.endsWith('.test.ts') || file.includes('/testing/')) continue
    for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const target = featureOf(normalize(join(dirname(file), specifier)))
      if (target && target !== '..' && target !== feature) graph.set(feature, (graph.get(feature) ?? new Set()).add(target))
    }
  }
  return graph
}

test('server features import each other without cycles', () => {
  const graph = dependencies()
  const cyclesFrom = (feature: string, path: readonly string[]): string[] =>
    path.includes(feature)
      ? [[...path.slice(path.indexOf(feature)), feature].join(' → ')]
      : [...(graph.get(feature) ?? [])].flatMap((next) => cyclesFrom(next, [...path, feature]))
  expect(graph.size).toBeGreaterThan(20)
  expect([...graph.keys()].flatMap((feature) => cyclesFrom(feature, [])).slice(0, 5)).toEqual([])
})
