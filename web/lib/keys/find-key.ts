/** A key of a screen, or of every screen. The registry (`web/app/key-registry.ts`), which `?` lists, contains all of them. */
export type KeyEntry<Command extends string = string> = {
  command: Command
  /** `KeyboardEvent.key`: for letters in lower case, for a sequence the last key. */
  keys: readonly string[]
  /** As shown in the list of keys. */
  shown: readonly string[]
  does: string
  /** A single character: works outside fields only, and can be switched off (WCAG 2.1.4). */
  single?: true
  /** With Ctrl, or on a Mac with ⌘. */
  ctrl?: true
  shift?: true
  alt?: true
  /** The key that precedes it: `G`, then `T`. */
  after?: string
}

export type Pressed = { key: string; ctrl: boolean; shift: boolean; alt?: boolean }

export const pressedOf = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): Pressed => ({
  key: event.key,
  ctrl: event.ctrlKey || event.metaKey,
  shift: event.shiftKey,
  alt: event.altKey,
})

/** The entry of a key press; undefined if the key has no command here. Capital letters and signs require Shift on some keyboards. */
export function findKey<Command extends string>(
  entries: readonly KeyEntry<Command>[],
  { key, ctrl, shift, alt = false }: Pressed,
  singleKeys: boolean,
  after?: string,
): KeyEntry<Command> | undefined {
  const pressed = key.length === 1 ? key.toLowerCase() : key
  return entries.find(
    (entry) =>
      entry.keys.includes(pressed) &&
      (entry.ctrl ?? false) === ctrl &&
      (entry.alt ?? false) === alt &&
      ((entry.shift ?? false) === shift || (entry.single === true && !entry.shift)) &&
      entry.after === after &&
      (singleKeys || !entry.single),
  )
}

/** Fields and editors use the keys themselves. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, [role="combobox"], input:not([type="checkbox"], [type="radio"])'))
