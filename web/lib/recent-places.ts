/** Recently opened pages in this browser, by the signed-in user (settings are stashed when another user signs in). */
export type RecentPlace = { to: string; title: string; about: string }

const storageKey = 'gya.recent'

/**
 * A call card has the name of its person, so it is stored by this tab until logout and not by the browser. Otherwise an erasure would leave
 * the name in every browser that showed the card.
 */
const isOfPerson = ({ to }: RecentPlace): boolean => new URL(to, 'http://gya').searchParams.has('party')

type StoredPlace = RecentPlace & { at?: number }
const most = 12

/** "8 recent places." [day §9](docs/design/day.md#9). */
export const shownPlaces = 8

export const readRecentPlaces = (): RecentPlace[] => readStored().map(({ to, title, about }) => ({ to, title, about }))

/** Those of the browser and of this tab, newest first. */
const readStored = (): StoredPlace[] =>
  [...readFrom(localStorage).filter((place) => !isOfPerson(place)), ...readFrom(sessionStorage)]
    .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
    .slice(0, most)

function readFrom(storage: Storage): StoredPlace[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPlace) : []
  } catch {
    return []
  }
}

const isPlace = (one: unknown): one is StoredPlace =>
  typeof one === 'object' && one !== null && ['to', 'title', 'about'].every((field) => typeof one[field as never] === 'string')

/** Two tabs of a property, or two filters of a list, count as one place. */
const identityOf = (to: string): string => {
  const { pathname, searchParams } = new URL(to, 'http://gya')
  const property = pathname.startsWith('/property/') ? searchParams.get('property') : null
  return (
    property ?? [pathname, ...['company', 'branch', 'party', 'user', 'contact'].map((name) => searchParams.get(name))].join(' ')
  )
}

export const isSamePlace = (one: string, other: string): boolean => identityOf(one) === identityOf(other)

/** Pages of a property have company, branch, address and tab; while loading, fewer. */
const crumbsOfProperty = 4

const listeners = new Set<() => void>()

/** Calls `listener` after each page that is stored, until the returned function is called. */
export function onPlaceRemembered(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `crumbs`: labels of the path to the page, including its own. For a property, the address comes before the tab. */
export function rememberPlace(to: string, crumbs: readonly string[]): void {
  const isProperty = propertyIn(to) !== null
  const own = crumbs.at(isProperty ? -2 : -1)
  if (own === undefined || (isProperty && crumbs.length < crumbsOfProperty)) return
  const about = isProperty ? [crumbs.at(-1), crumbs.at(-3)] : crumbs.slice(0, -1).toReversed()
  const others = readStored().filter((one) => !isSamePlace(one.to, to))
  // Later than all others, even within the same millisecond or after the clock was set back.
  const at = Math.max(Date.now(), (others[0]?.at ?? 0) + 1)
  const places = [{ to, title: own, about: about.filter(Boolean).join(', '), at }, ...others].slice(0, most)
  localStorage.setItem(storageKey, JSON.stringify(places.filter((place) => !isOfPerson(place))))
  sessionStorage.setItem(storageKey, JSON.stringify(places.filter(isOfPerson)))
  for (const listener of listeners) listener()
}

function propertyIn(to: string): { propertyId: string; branchId: string } | null {
  const { pathname, searchParams } = new URL(to, 'http://gya')
  const [propertyId, branchId] = [searchParams.get('property'), searchParams.get('branch')]
  return pathname.startsWith('/property/') && propertyId !== null && branchId !== null ? { propertyId, branchId } : null
}

type RecentProperty = { propertyId: string; branchId: string; line1: string }

/** Of the recent places, the properties, newest first. */
export const readRecentProperties = (): RecentProperty[] =>
  readRecentPlaces().flatMap(({ to, title }) => {
    const ids = propertyIn(to)
    return ids ? [{ ...ids, line1: title }] : []
  })

/** The property whose page is open, once it was loaded. */
export function propertyOnScreen(): RecentProperty | null {
  const here = location.pathname + location.search
  const place = readRecentPlaces().find(({ to }) => isSamePlace(to, here))
  const ids = propertyIn(here)
  return place && ids ? { ...ids, line1: place.title } : null
}
