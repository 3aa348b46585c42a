import { expect, test } from 'vitest'
import { whatHappens } from './what-happens.ts'

test.each([
  [
    { decision: 'create', heldBack: null, leftOut: null, writtenOn: null, undoneOn: null },
    { as: 'create', label: 'Create' },
  ],
  [
    { decision: 'create', heldBack: null, leftOut: 'Exchanged needs a completion date.', writtenOn: null, undoneOn: null },
    { as: 'skip', label: 'Left out' },
  ],
  [
    { decision: 'update', heldBack: 'Changed since the check.', leftOut: null, writtenOn: null, undoneOn: null },
    { as: 'skip', label: 'Held back' },
  ],
  [
    { decision: 'create', heldBack: null, leftOut: null, writtenOn: '2026-11-30T10:00:00.000Z', undoneOn: null },
    { as: 'create', label: 'Created' },
  ],
  [
    {
      decision: 'update',
      heldBack: null,
      leftOut: null,
      writtenOn: '2026-11-30T10:00:00.000Z',
      undoneOn: '2026-11-30T11:00:00.000Z',
    },
    { as: 'skip', label: 'Undone' },
  ],
] as const)('%j is shown as %j', (row, shown) => {
  expect(whatHappens(row)).toEqual(shown)
})
