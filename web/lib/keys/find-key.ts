/** A key of a screen, or of every screen. All of them are in the registry (`web/app/key-registry.ts`), which `?` lists. */
export type KeyEntry<Command extends string = string> = {
  command: Command
  /** `KeyboardEvent.key`, of letters in lower case; of a sequence the last. */
  keys: readonly string[]
  /** As the window of keys shows it. */
  shown: readonly string[]
  does: string
  /** A character: works outside fields only, and is off by one switch (WCAG 2.1.4). */
  single?: true
  /** With Ctrl, on a Mac ⌘. */
  ctrl?: true
  shift?: true
  alt?: true
  /** A key that is pressed before it: `G`, then `T`. */
  after?: string
}

export type Pressed = { key: string; ctrl: boolean; shift: boolean; alt?: boolean }

export const pressedOf = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): Pressed => ({
  key: event.key,
  ctrl: event.ctrlKey || event.metaKey,
  shift: event.shiftKey,
  alt: event.altKey,
})

/** The entry of a key press; undefined if the key does nothing here. Capital letters and signs need Shift on some keyboards. */
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
