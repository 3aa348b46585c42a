import { type KeyEntry, type Pressed, pressedOf } from '../../lib/keys/find-key.ts'

export type MailCommand =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'file'
  | 'add'
  | 'file-chosen'
  | 'find'
  | 'aside'
  | 'junk'
  | 'pass'
  | 'original'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/** The keys of Mail. [mail-in §9](docs/design/mail-in.md#9); junk is Shift X, because ! is Shift 1 ([decision 165](docs/decisions/e-mail.md#165)). */
export const mailKeys: readonly KeyEntry<MailCommand>[] = [
  { command: 'next', keys: ['ArrowDown'], shown: ['↓'], does: 'Next e-mail' },
  { command: 'next', keys: ['j'], shown: ['J'], does: 'Next e-mail', single: true },
  { command: 'previous', keys: ['ArrowUp'], shown: ['↑'], does: 'E-mail before' },
  { command: 'previous', keys: ['k'], shown: ['K'], does: 'E-mail before', single: true },
  { command: 'first', keys: ['Home'], shown: ['Home'], does: 'First e-mail' },
  { command: 'last', keys: ['End'], shown: ['End'], does: 'Last e-mail' },
  { command: 'add', keys: digits, shown: ['Shift', '1', '…', '9'], does: 'Choose one sale more', single: true, shift: true },
  { command: 'file', keys: digits, shown: ['1', '…', '9'], does: 'File on that sale', single: true },
  { command: 'file-chosen', keys: ['Enter'], shown: ['Enter'], does: 'File on the chosen sales' },
  { command: 'find', keys: ['f'], shown: ['F'], does: 'Search a sale', single: true },
  { command: 'junk', keys: ['x'], shown: ['Shift', 'X'], does: 'Junk', single: true, shift: true },
  { command: 'aside', keys: ['x'], shown: ['X'], does: 'Not about a sale, or back', single: true },
  { command: 'pass', keys: ['p'], shown: ['P'], does: 'Pass to another branch', single: true },
  { command: 'original', keys: ['o'], shown: ['O'], does: 'Download the original', single: true },
]

/** A digit as such, whatever Shift or the keyboard makes of it. */
export function pressedWithDigits(event: KeyboardEvent): Pressed {
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? []
  return digit === undefined ? pressedOf(event) : { ...pressedOf(event), key: digit }
}
