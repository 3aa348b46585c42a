import type { KeyEntry } from '../../lib/keys/find-key.ts'

/** Keys of every tab of a property. */
export const propertyKeys: readonly KeyEntry<'whole-header' | 'print'>[] = [
  { command: 'whole-header', keys: ['h'], shown: ['H'], does: 'Whole header', single: true },
  { command: 'print', keys: ['p'], shown: ['Ctrl', 'P'], does: 'Print the sale on one page', ctrl: true },
]
