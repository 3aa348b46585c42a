/** Selected rows. A store, so that only rows whose selection changes are rendered again. */
export type Selection = {
  /** Whether the user may change rows at all. */
  may: boolean
  get: () => ReadonlySet<string>
  set: (ids: Iterable<string>) => void
  toggle: (id: string) => void
  subscribe: (listen: () => void) => () => void
}

export function createSelection(may: boolean): Selection {
  let selected: ReadonlySet<string> = new Set()
  const listeners = new Set<() => void>()
  const set = (ids: Iterable<string>): void => {
    selected = new Set(ids)
    for (const listen of listeners) listen()
  }
  return {
    may,
    get: () => selected,
    set,
    toggle: (id) => set(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]),
    subscribe: (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}
