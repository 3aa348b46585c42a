import { expect, test } from 'vitest'
import { whatHappens } from './what-happens.ts'

test.each([
  [
    { decision: 'create', heldBack: null, leftOut: null },
    { as: 'create', label: 'Create' },
  ],
  [
    { decision: 'create', heldBack: null, leftOut: 'Exchanged needs a completion date.' },
    { as: 'skip', label: 'Left out' },
  ],
  [
    { decision: 'update', heldBack: 'Changed since the check.', leftOut: null },
    { as: 'skip', label: 'Held back' },
  ],
] as const)('%j is shown as %j', (row, shown) => {
  expect(whatHappens(row)).toEqual(shown)
})
