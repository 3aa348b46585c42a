import { expect, test } from 'vitest'
import { findCycle } from '../test/support/find-cycle.ts'

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
