/** Pages that were opened last in this browser, by the signed-in person (settings are stashed when another person signs in). */
export type RecentPlace = { to: string; title: string; about: string }

const storageKey = 'gya.recent'
const most = 12

/** "8 recent places." Day design, section 9. */
export const shownPlaces = 8

export function readRecentPlaces(): RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPlace) : []
  } catch {
    return []
  }
}

const isPlace = (one: unknown): one is RecentPlace =>
  typeof one === 'object' && one !== null && ['to', 'title', 'about'].every((field) => typeof one[field as never] === 'string')

/** Two tabs of a property, and two filters of a list, are one place. */
const identityOf = (to: string): string => {
  const { pathname, searchParams } = new URL(to, 'http://gya')
  const property = pathname.startsWith('/property/') ? searchParams.get('property') : null
  return (
    property ?? [pathname, ...['company', 'branch', 'party', 'user', 'contact'].map((name) => searchParams.get(name))].join(' ')
  )
}

export const isSamePlace = (one: string, other: string): boolean => identityOf(one) === identityOf(other)

/** Pages of a property have company, branch, address and tab; while it loads, less. */
const crumbsOfProperty = 4

const listeners = new Set<() => void>()

/** Calls `listener` after each page that is remembered, until the returned function is called. */
export function onPlaceRemembered(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `crumbs`: labels of the path to the page, its own last. Of a property its address comes before its tab. */
export function rememberPlace(to: string, crumbs: readonly string[]): void {
  const isProperty = propertyIn(to) !== null
  const own = crumbs.at(isProperty ? -2 : -1)
  if (own === undefined || (isProperty && crumbs.length < crumbsOfProperty)) return
  const about = isProperty ? [crumbs.at(-1), crumbs.at(-3)] : crumbs.slice(0, -1).toReversed()
  const place = { to, title: own, about: about.filter(Boolean).join(', ') }
  const others = readRecentPlaces().filter((one) => !isSamePlace(one.to, to))
  localStorage.setItem(storageKey, JSON.stringify([place, ...others].slice(0, most)))
  for (const listener of listeners) listener()
}

function propertyIn(to: string): { propertyId: string; branchId: string } | null {
  const { pathname, searchParams } = new URL(to, 'http://gya')
  const [propertyId, branchId] = [searchParams.get('property'), searchParams.get('branch')]
  return pathname.startsWith('/property/') && propertyId !== null && branchId !== null ? { propertyId, branchId } : null
}

/** The property whose page is on screen, once it was loaded. */
export function propertyOnScreen(): { propertyId: string; branchId: string; line1: string } | null {
  const here = location.pathname + location.search
  const place = readRecentPlaces().find(({ to }) => isSamePlace(to, here))
  const ids = propertyIn(here)
  return place && ids ? { ...ids, line1: place.title } : null
}
