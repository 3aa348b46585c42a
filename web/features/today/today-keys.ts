import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'

/** What a key does on the marked row. */
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
  | 'email'
  | 'done'
  | 'snooze'
  | 'task'
  | 'arithmetic'
  | 'keys'
  | 'leave'

type KeyEntry = { keys: readonly string[]; shown: readonly string[]; does: string; single: boolean; command: TodayCommand }

/** The keys of Today, in the order of the list that `?` shows. `single` keys are off by one switch (WCAG 2.1.4). */
export const todayKeys: readonly KeyEntry[] = [
  { command: 'next', keys: ['ArrowDown'], shown: ['↓'], does: 'Next row', single: false },
  { command: 'next', keys: ['j'], shown: ['J'], does: 'Next row', single: true },
  { command: 'previous', keys: ['ArrowUp'], shown: ['↑'], does: 'Row before', single: false },
  { command: 'previous', keys: ['k'], shown: ['K'], does: 'Row before', single: true },
  { command: 'open', keys: ['ArrowRight'], shown: ['→'], does: 'Open the group, or go to the buttons of the row', single: false },
  { command: 'close', keys: ['ArrowLeft'], shown: ['←'], does: 'Close the group', single: false },
  { command: 'first', keys: ['Home'], shown: ['Home'], does: 'First row', single: false },
  { command: 'last', keys: ['End'], shown: ['End'], does: 'Last row', single: false },
  { command: 'page-down', keys: ['PageDown'], shown: ['Page Down'], does: 'A screen down', single: false },
  { command: 'page-up', keys: ['PageUp'], shown: ['Page Up'], does: 'A screen up', single: false },
  { command: 'card', keys: ['Enter'], shown: ['Enter'], does: 'Call card, then the full card', single: false },
  { command: 'property', keys: [' '], shown: ['Space'], does: 'Property in the side panel', single: true },
  { command: 'select', keys: ['x'], shown: ['X'], does: 'Select', single: true },
  { command: 'call', keys: ['c'], shown: ['C'], does: 'Call', single: true },
  { command: 'log', keys: ['l'], shown: ['L'], does: 'Log a conversation, then 1 to 5', single: true },
  { command: 'email', keys: ['e'], shown: ['E'], does: 'E-mail, in your own mail program', single: true },
  { command: 'done', keys: ['d'], shown: ['D'], does: 'Done', single: true },
  { command: 'snooze', keys: ['s'], shown: ['S'], does: 'Snooze, then 1 to 5', single: true },
  { command: 'task', keys: ['t'], shown: ['T'], does: 'Add task', single: true },
  { command: 'arithmetic', keys: ['='], shown: ['='], does: 'Why it is where it is', single: true },
  { command: 'keys', keys: ['?'], shown: ['?'], does: 'These keys', single: true },
  { command: 'leave', keys: ['Escape'], shown: ['Escape'], does: 'Close the panel, clear the selection', single: false },
]

type OtherCommand = 'undo' | 'redo' | 'open-property' | 'search'

/** Further keys that `?` shows: those of every screen, and those with Ctrl. */
export const otherKeys: readonly { command: OtherCommand; shown: readonly string[]; does: string }[] = [
  { command: 'undo', shown: ['Ctrl', 'Z'], does: 'Undo the last change' },
  { command: 'redo', shown: ['Ctrl', 'Shift', 'Z'], does: 'Make it again, where that is possible' },
  { command: 'open-property', shown: ['Ctrl', 'Enter'], does: 'Open the property; in the card, log' },
  { command: 'search', shown: ['/'], does: 'Search' },
]

/** Keys with Ctrl, which always work. */
const ctrlKeys: Partial<Record<string, TodayCommand>> = { Enter: 'open-property', Home: 'first', End: 'last' }

export type Pressed = { key: string; ctrl: boolean; alt: boolean }

/** The command of a key press; null if the key does nothing here. */
export function commandOf({ key, ctrl, alt }: Pressed, singleKeys: boolean): TodayCommand | null {
  if (alt) return null
  if (ctrl) return ctrlKeys[key] ?? null
  const pressed = key.length === 1 ? key.toLowerCase() : key
  return todayKeys.find(({ keys, single }) => keys.includes(pressed) && (singleKeys || !single))?.command ?? null
}

/** `L`, then the digit. */
export const outcomeKeys: readonly ConversationOutcome[] = ['spoke', 'leftMessage', 'noAnswer', 'promised', 'emailed']
