import { type AnyRouter, Link as RouterLink } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { LinkProps, Navigation } from './link.tsx'

/** A URL such as `/property/offers?propertyId=…#notes`, split for the router. */
type RouterTarget = { to: string; search: Record<string, unknown>; hash?: string }

/*
 * The router's links are typed by route; the kit uses strings. This is the only place that converts between them.
 * The kit sets aria-current (tabs compare paths, not search parameters), so the router's active props stay empty.
 */
type LooseLink = ComponentType<
  Omit<LinkProps, 'keepScroll'> &
    RouterTarget & { activeProps: object; inactiveProps: object; activeOptions: object; resetScroll: boolean }
>
const UntypedLink = RouterLink as unknown as LooseLink

/** Compares the whole URL, because views of a page differ in their search parameters. */
const sameAddress = { exact: true, includeSearch: true }
const nothing = {}

/** Navigation of the kit by a router. `to` may contain a query string. */
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
