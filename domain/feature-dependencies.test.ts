import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['./features/**/*.ts', '!./features/**/*.test.ts', '!./features/**/testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const isContract = (file: string): boolean => file.endsWith('.contract.ts')
const featureOf = (file: string): string => /^\.?\/features\/([^/]+)\//.exec(file)?.[1] ?? ''

/** The features that each feature imports, as seen by the files that pass the filter. */
function imports(isIncluded: (file: string) => boolean): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const [file, text] of Object.entries(sources).filter(([name]) => isIncluded(name)))
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const target = new URL(path, `file:///${file.slice(2)}`).pathname
      const [from, to] = [featureOf(file), featureOf(target)]
      if (to !== '' && to !== from && isIncluded(target)) graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  return graph
}

/** A path that returns to a feature on it, or null. */
function findCycle(graph: Map<string, Set<string>>): string[] | null {
  const done = new Set<string>()
  const visit = (feature: string, path: string[]): string[] | null => {
    if (path.includes(feature)) return [...path.slice(path.indexOf(feature)), feature]
    if (done.has(feature)) return null
    for (const next of graph.get(feature) ?? []) {
      const cycle = visit(next, [...path, feature])
      if (cycle) return cycle
    }
    done.add(feature)
    return null
  }
  for (const feature of graph.keys()) {
    const cycle = visit(feature, [])
    if (cycle) return cycle
  }
  return null
}

test('models and rules of features do not depend on each other in a cycle', () => {
  const graph = imports((file) => !isContract(file))
  expect(graph.size).toBeGreaterThan(10)
  expect(findCycle(graph)).toBeNull()
})

test('contracts of features do not depend on each other in a cycle', () => {
  const graph = imports(isContract)
  expect(graph.size).toBeGreaterThan(3)
  expect(findCycle(graph)).toBeNull()
})
