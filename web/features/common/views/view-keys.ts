import { findKey, type KeyEntry } from '../../../lib/keys/find-key.ts'

/** Keys of the lists that have saved views. */
export const viewKeys: readonly KeyEntry<'columns'>[] = [
  { command: 'columns', keys: ['c'], shown: ['Alt', 'C'], does: 'Choose columns', alt: true },
]

/** Whether a press is Alt C. On a Mac, Alt changes the character, so the key's position is compared. */
export const isColumnsKey = ({ altKey: alt, ctrlKey, metaKey, shiftKey: shift, code }: KeyboardEvent): boolean =>
  findKey(viewKeys, { key: code.replace(/^Key/, ''), ctrl: ctrlKey || metaKey, shift, alt }, true) !== undefined
