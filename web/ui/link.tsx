import { Link as RouterLink, useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ComponentType, MouseEvent, Ref } from 'react'

/** The address of a page as one string, `/property/offers?propertyId=…#notes`, taken apart for the router. */
type Place = { to: string; search: Record<string, unknown>; hash?: string }

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement> | undefined
  /** For a link to another state of the same page: what is in sight stays in sight. */
  keepScroll?: boolean | undefined
}

/*
 * The router knows its own addresses by type, while a kit only knows strings; this is the one place where the two meet.
 * aria-current is ours to set (tabs compare paths, not search parameters), so the router's own active props stay empty.
 */
type LooseLink = ComponentType<
  Omit<LinkProps, 'keepScroll'> & Place & { activeProps: object; inactiveProps: object; resetScroll: boolean }
>
const PlaceLink = RouterLink as unknown as LooseLink

const isOutside = (to: string): boolean =>
  to.startsWith('/api/') || to.startsWith('/login') || /^[a-z]+:/i.test(to) || to.startsWith('#')

const nothing = {}

const usePlaceOf = (): ((to: string) => Place) => {
  const router = useRouter()
  return (to) => {
    const [beforeHash = '', hash] = to.split('#', 2)
    const [path = '', query = ''] = beforeHash.split('?', 2)
    const search = router.options.parseSearch?.(query ? `?${query}` : '') ?? {}
    return { to: path, search, ...(hash === undefined ? {} : { hash }) }
  }
}

/**
 * A link to a page of ours (client-side, ctrl-click and middle button as everywhere), to a file of the API, or elsewhere.
 * `to` may carry a query string; it is read with the router's own parser.
 */
export const Link = ({ to, children, keepScroll = false, ...rest }: LinkProps) => {
  const placeOf = usePlaceOf()
  if (isOutside(to)) {
    return (
      <a href={to} {...rest}>
        {children}
      </a>
    )
  }
  return (
    <PlaceLink {...placeOf(to)} resetScroll={!keepScroll} activeProps={nothing} inactiveProps={nothing} {...rest}>
      {children}
    </PlaceLink>
  )
}

/** Goes to a page as a click on its link would; in a new tab when the event asks for one (ctrl, command, middle button). */
export const useFollow = (): ((to: string, event?: MouseEvent) => void) => {
  const router = useRouter()
  const placeOf = usePlaceOf()
  return (to, event) => {
    if (event && (event.metaKey || event.ctrlKey || event.button === 1)) {
      window.open(to, '_blank', 'noopener')
      return
    }
    const go = router.navigate as unknown as (place: Place) => Promise<void>
    void go(placeOf(to))
  }
}

/** Goes to a page after what is edited here was deleted: nothing unsaved of it is left to ask about. */
export const useLeave = (): ((to: string) => void) => {
  const router = useRouter()
  const placeOf = usePlaceOf()
  return (to) => {
    const go = router.navigate as unknown as (place: Place & { ignoreBlocker: boolean }) => Promise<void>
    void go({ ...placeOf(to), ignoreBlocker: true })
  }
}

/** The path of an address, without query and hash. */
export const pathOf = (to: string): string => to.split(/[?#]/, 1)[0] ?? to
