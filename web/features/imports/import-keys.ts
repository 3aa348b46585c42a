import type { KeyEntry } from '../../lib/keys/find-key.ts'

export type ImportCommand = 'next-error' | 'update' | 'skip' | 'create'

/**
 * "Keyboard: arrows, Enter opens the row, `E` next error, `U`/`S`/`C` choose for a duplicate." [connect §1.5](docs/design/connect.md#1.5).
 */
export const importKeys: readonly KeyEntry<ImportCommand>[] = [
  { command: 'next-error', keys: ['e'], shown: ['E'], does: 'Next error', single: true },
  { command: 'update', keys: ['u'], shown: ['U'], does: 'Update the existing record of a duplicate', single: true },
  { command: 'skip', keys: ['s'], shown: ['S'], does: 'Skip a duplicate', single: true },
  { command: 'create', keys: ['c'], shown: ['C'], does: 'Create a duplicate as a new record', single: true },
]
