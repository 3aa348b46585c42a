import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countLines } from '../../scripts/count-lines.ts'

test('no part of the repository has more lines than its limit (docs/design/one-way.md, section 2)', () => {
  const over = Object.entries(countLines(join(import.meta.dirname, '../..')))
    .filter(([, { lines, limit }]) => lines > limit)
    .map(([name, { lines, limit }]) => `${name}: ${lines} lines, limit ${limit}`)
  expect(over).toEqual([])
})
