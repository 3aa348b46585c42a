import type { KeyEntry } from '../../lib/keys/find-key.ts'

export type ProposalCommand = 'next' | 'previous' | 'first' | 'last' | 'accept' | 'decline' | 'open'

/** "A accepts, D declines, J/K move, O opens the file." [connect §6](docs/design/connect.md#6). */
export const proposalKeys: readonly KeyEntry<ProposalCommand>[] = [
  { command: 'next', keys: ['ArrowDown'], shown: ['↓'], does: 'Next proposal' },
  { command: 'next', keys: ['j'], shown: ['J'], does: 'Next proposal', single: true },
  { command: 'previous', keys: ['ArrowUp'], shown: ['↑'], does: 'Proposal before' },
  { command: 'previous', keys: ['k'], shown: ['K'], does: 'Proposal before', single: true },
  { command: 'first', keys: ['Home'], shown: ['Home'], does: 'First proposal' },
  { command: 'last', keys: ['End'], shown: ['End'], does: 'Last proposal' },
  { command: 'accept', keys: ['a'], shown: ['A'], does: 'Accept', single: true },
  { command: 'decline', keys: ['d'], shown: ['D'], does: 'Decline', single: true },
  { command: 'open', keys: ['o'], shown: ['O'], does: 'Open the file', single: true },
]
