import type { KeyEntry } from '../../lib/keys/find-key.ts'

type CardCommand = 'next' | 'previous' | 'list' | 'call' | 'email' | 'outcome' | 'log'

/** The keys of the full card. */
export const cardKeys: readonly KeyEntry<CardCommand>[] = [
  { command: 'next', keys: ['ArrowDown'], shown: ['↓'], does: 'Next group of Today' },
  { command: 'next', keys: ['j'], shown: ['J'], does: 'Next group of Today', single: true },
  { command: 'previous', keys: ['ArrowUp'], shown: ['↑'], does: 'Previous group of Today' },
  { command: 'previous', keys: ['k'], shown: ['K'], does: 'Previous group of Today', single: true },
  { command: 'list', keys: ['Escape'], shown: ['Escape'], does: 'Back to the list of Today' },
  { command: 'call', keys: ['c'], shown: ['C'], does: 'Call', single: true },
  { command: 'email', keys: ['e'], shown: ['E'], does: 'E-mail', single: true },
  {
    command: 'outcome',
    keys: ['1', '2', '3', '4', '5'],
    shown: ['1', '–', '5'],
    does: 'Spoke, message, no answer, promised, e-mailed',
    single: true,
  },
  { command: 'log', keys: ['Enter'], shown: ['Ctrl', 'Enter'], does: 'Log the conversation', ctrl: true },
]
