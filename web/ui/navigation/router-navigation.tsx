import { type AnyRouter, Link as RouterLink } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { LinkProps, Navigation } from './link.tsx'

/** The address of a page as one string, `/property/offers?propertyId=…#notes`, taken apart for the router. */
type RouterTarget = { to: string; search: Record<string, unknown>; hash?: string }

/*
 * The router knows its own addresses by type, while a kit only knows strings; this is the one place where the two meet.
 * aria-current is ours to set (tabs compare paths, not search parameters), so the router's own active props stay empty.
 */
type LooseLink = ComponentType<
  Omit<LinkProps, 'keepScroll'> &
    RouterTarget & { activeProps: object; inactiveProps: object; activeOptions: object; resetScroll: boolean }
>
const UntypedLink = RouterLink as unknown as LooseLink

/** A link is the current one where the whole address is the same: views of a page differ in their parameters. */
const sameAddress = { exact: true, includeSearch: true }
const nothing = {}

/** Links and ways of a router. `to` may carry a query string; it is read with the router's own parser. */
export function navigationOf(router: AnyRouter): Navigation {
  const placeOf = (to: string): RouterTarget => {
    const [beforeHash = '', hash] = to.split('#', 2)
    const [path = '', query = ''] = beforeHash.split('?', 2)
    const search = router.options.parseSearch?.(query ? `?${query}` : '') ?? {}
    return { to: path, search, ...(hash === undefined ? {} : { hash }) }
  }
  return {
    Link: ({ to, keepScroll = false, ...rest }) => (
      <UntypedLink
        {...placeOf(to)}
        resetScroll={!keepScroll}
        activeProps={nothing}
        inactiveProps={nothing}
        activeOptions={sameAddress}
        {...rest}
      />
    ),
    go: (to, { discard } = { discard: false }) => {
      const navigate = router.navigate as unknown as (place: RouterTarget & { ignoreBlocker: boolean }) => Promise<void>
      void navigate({ ...placeOf(to), ignoreBlocker: discard })
    },
  }
}
