import type { KeyEntry } from '../../lib/keys/find-key.ts'

/** "Keys: A add, D decide (where allowed)." [sale-file §2.4](docs/design/sale-file.md#2.4). */
export const checksKeys: readonly KeyEntry<'add' | 'decide'>[] = [
  { command: 'add', keys: ['a'], shown: ['A'], does: 'Add a check, or the first customer', single: true },
  { command: 'decide', keys: ['d'], shown: ['D'], does: 'Decide about who waits', single: true },
]
