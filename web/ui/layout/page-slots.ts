import { createContext, type ReactNode } from 'react'
import type { Crumb } from '../navigation/breadcrumbs.tsx'

/** Elements that the app adds to every page. */
export type PageSlots = {
  /** At the right of the breadcrumbs. */
  head: ReactNode
  /** Called after a page is shown, with its path. */
  onShown: (crumbs: readonly Crumb[]) => void
}

export const PageSlotsContext = createContext<PageSlots>({ head: null, onShown: () => undefined })
