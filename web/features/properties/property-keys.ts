import type { KeyEntry } from '../../lib/keys/find-key.ts'

/** Keys of every tab of a property. */
export const propertyKeys: readonly KeyEntry<'whole-header'>[] = [
  { command: 'whole-header', keys: ['h'], shown: ['H'], does: 'Whole header', single: true },
]
