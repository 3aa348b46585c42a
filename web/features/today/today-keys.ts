import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import { findKey, type KeyEntry, type Pressed } from '../../lib/keys/find-key.ts'

/** Commands for the marked row. */
export type TodayCommand =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'page-down'
  | 'page-up'
  | 'open'
  | 'close'
  | 'card'
  | 'property'
  | 'open-property'
  | 'select'
  | 'call'
  | 'log'
  | 'details'
  | 'email'
  | 'accept'
  | 'done'
  | 'snooze'
  | 'task'
  | 'arithmetic'
  | 'leave'

/** The keys of the list. `single` keys can be switched off (WCAG 2.1.4). */
export const todayKeys: readonly KeyEntry<TodayCommand>[] = [
  { command: 'next', keys: ['ArrowDown'], shown: ['↓'], does: 'Next row' },
  { command: 'next', keys: ['j'], shown: ['J'], does: 'Next row', single: true },
  { command: 'previous', keys: ['ArrowUp'], shown: ['↑'], does: 'Row before' },
  { command: 'previous', keys: ['k'], shown: ['K'], does: 'Row before', single: true },
  { command: 'open', keys: ['ArrowRight'], shown: ['→'], does: 'Open the group, or go to the buttons of the row' },
  { command: 'close', keys: ['ArrowLeft'], shown: ['←'], does: 'Close the group' },
  { command: 'first', keys: ['Home'], shown: ['Home'], does: 'First row' },
  { command: 'first', keys: ['Home'], shown: ['Ctrl', 'Home'], does: 'First row', ctrl: true },
  { command: 'last', keys: ['End'], shown: ['End'], does: 'Last row' },
  { command: 'last', keys: ['End'], shown: ['Ctrl', 'End'], does: 'Last row', ctrl: true },
  { command: 'page-down', keys: ['PageDown'], shown: ['Page Down'], does: 'A screen down' },
  { command: 'page-up', keys: ['PageUp'], shown: ['Page Up'], does: 'A screen up' },
  { command: 'card', keys: ['Enter'], shown: ['Enter'], does: 'Call card, then the full card' },
  { command: 'property', keys: [' '], shown: ['Space'], does: 'Property in the side panel', single: true },
  { command: 'select', keys: ['x'], shown: ['X'], does: 'Select', single: true },
  { command: 'call', keys: ['c'], shown: ['C'], does: 'Call', single: true },
  { command: 'log', keys: ['l'], shown: ['L'], does: 'Log a conversation, then 1 to 5', single: true },
  { command: 'details', keys: ['n'], shown: ['N'], does: 'Add a note to what was just logged', single: true },
  { command: 'email', keys: ['e'], shown: ['E'], does: 'E-mail', single: true },
  { command: 'accept', keys: ['a'], shown: ['A'], does: 'Accept what the e-mail proposes', single: true },
  { command: 'done', keys: ['d'], shown: ['D'], does: 'Done', single: true },
  { command: 'snooze', keys: ['s'], shown: ['S'], does: 'Snooze, then 1 to 5', single: true },
  { command: 'task', keys: ['t'], shown: ['T'], does: 'Add task', single: true },
  { command: 'arithmetic', keys: ['='], shown: ['='], does: 'Why it is where it is', single: true },
  {
    command: 'open-property',
    keys: ['Enter'],
    shown: ['Ctrl', 'Enter'],
    does: 'Open the property; in the card, log',
    ctrl: true,
  },
  { command: 'leave', keys: ['Escape'], shown: ['Escape'], does: 'Close the panel, clear the selection' },
]

/** Returns the command of a key press, or `null` if there is none. */
export const commandOf = (pressed: Pressed, singleKeys: boolean): TodayCommand | null =>
  findKey(todayKeys, pressed, singleKeys)?.command ?? null

/** Outcomes of the digits after `L`. */
export const outcomeKeys: readonly ConversationOutcome[] = ['spoke', 'leftMessage', 'noAnswer', 'promised', 'emailed']
