import type { KeyEntry } from '../../lib/keys/find-key.ts'

/** Keys that move a link of the chain, active anywhere in it. */
export const moveKeys: readonly KeyEntry<'above' | 'below'>[] = [
  { command: 'above', keys: ['ArrowUp'], shown: ['Alt', '↑'], does: 'Move the link up', alt: true },
  { command: 'below', keys: ['ArrowDown'], shown: ['Alt', '↓'], does: 'Move the link down', alt: true },
]

export const chainKeys: readonly KeyEntry<'above' | 'below' | 'save'>[] = [
  ...moveKeys,
  { command: 'save', keys: ['Enter'], shown: ['Ctrl', 'Enter'], does: 'Save the chain', ctrl: true },
]
