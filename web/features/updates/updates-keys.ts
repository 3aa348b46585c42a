/** What a key does in the update run. "Keys: J K, E or Enter edit, Ctrl Enter send and next, S skip and next." Day design, section 7. */
export type UpdateCommand = 'next' | 'previous' | 'first' | 'last' | 'edit' | 'skip' | 'keys'

type KeyEntry = { keys: readonly string[]; shown: readonly string[]; does: string; single: boolean; command: UpdateCommand }

/** `single` keys are off by one switch (WCAG 2.1.4). */
export const updateKeys: readonly KeyEntry[] = [
  { command: 'next', keys: ['ArrowDown'], shown: ['↓'], does: 'Next vendor', single: false },
  { command: 'next', keys: ['j'], shown: ['J'], does: 'Next vendor', single: true },
  { command: 'previous', keys: ['ArrowUp'], shown: ['↑'], does: 'Vendor before', single: false },
  { command: 'previous', keys: ['k'], shown: ['K'], does: 'Vendor before', single: true },
  { command: 'first', keys: ['Home'], shown: ['Home'], does: 'First vendor', single: false },
  { command: 'last', keys: ['End'], shown: ['End'], does: 'Last vendor', single: false },
  { command: 'edit', keys: ['Enter'], shown: ['Enter'], does: 'Edit the text', single: false },
  { command: 'edit', keys: ['e'], shown: ['E'], does: 'Edit the text', single: true },
  { command: 'skip', keys: ['s'], shown: ['S'], does: 'Skip and next', single: true },
  { command: 'keys', keys: ['?'], shown: ['?'], does: 'These keys', single: true },
]

/** Keys that work in the text too, and those of every screen. */
export const otherUpdateKeys: readonly { shown: readonly string[]; does: string }[] = [
  { shown: ['Ctrl', 'Enter'], does: 'Send and next' },
  { shown: ['Escape'], does: 'Leave the text' },
  { shown: ['Ctrl', 'Z'], does: 'Undo; an e-mail for 10 seconds' },
]

/** The command of a key press; null if the key does nothing here. */
export function updateCommandOf(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  singleKeys: boolean,
): UpdateCommand | null {
  if (ctrlKey || metaKey || altKey) return null
  const pressed = key.length === 1 ? key.toLowerCase() : key
  return updateKeys.find(({ keys, single }) => keys.includes(pressed) && (singleKeys || !single))?.command ?? null
}
