import { useEffect, useSyncExternalStore } from 'react'

/**
 * Whether a side panel is open beside the page: as an attribute for the page's layout (`html:has(.side-panel)` would restyle the page with
 * each change in the panel), and as state for the sidebar, which collapses if there is no room for three columns.
 */
const listeners = new Set<() => void>()

const setOpen = (open: boolean): void => {
  document.documentElement.toggleAttribute('data-side-panel', open)
  for (const listen of listeners) listen()
}

/** Called by the panel. */
export const useSidePanelLayout = (): void =>
  useEffect(() => {
    setOpen(true)
    return () => setOpen(false)
  }, [])

const subscribe = (listen: () => void): (() => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

export const useHasSidePanel = (): boolean =>
  useSyncExternalStore(subscribe, () => document.documentElement.hasAttribute('data-side-panel'))
