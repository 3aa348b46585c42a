import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { findCycle } from '../../test/support/find-cycle.ts'

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
  expect(graph.size).toBeGreaterThan(20)
  expect(findCycle(graph)).toBeNull()
})
