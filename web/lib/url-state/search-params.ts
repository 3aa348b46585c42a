import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The search parameters of all pages. All are text, so that ids stay unchanged and links stay readable. */
const names = [
  // Scope and overlays, on every page.
  'company',
  'branch',
  'property',
  'panel',
  // Lists: search, sort and page.
  'q',
  'sort',
  'page',
  // Filters.
  'show',
  'status',
  'type',
  'branches',
  'areas',
  // An import and its step, or a proposal.
  'id',
  'step',
  'staff',
  'negotiators',
  'chain',
  'mark',
  'checks',
  'from',
  'until',
  'expectedFrom',
  'expectedUntil',
  'expectedMissing',
  'at',
  // Selected views and items.
  'view',
  'columns',
  'frozen',
  'who',
  'by',
  'groups',
  'state',
  'party',
  'tab',
  'metric',
  'period',
  // The days of the week, and as what they are compared.
  'first',
  'last',
  'as',
  'weeks',
  'whose',
  'author',
  'itemKey',
  'offer',
  'message',
  'contact',
  'edit',
  'user',
  'of',
  'order',
  // The figure whose drawer is open.
  'how',
  // The past day whose forecasts are shown.
  'asAt',
  'session',
  // The request of an application.
  'ticket',
  // The result of a test sign-in with the provider.
  'sso',
  'number',
] as const

export type SearchParamName = (typeof names)[number]
export type SearchParams = Partial<Record<SearchParamName, string | undefined>>

/** `validateSearch` of the root route. */
export const validateSearch = (search: Record<string, unknown>): SearchParams =>
  Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])))

export const parseSearch = (text: string): SearchParams => Object.fromEntries(new URLSearchParams(text))

export const stringifySearch = (search: Record<string, unknown>): string => {
  const defined = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  return defined.length === 0 ? '' : `?${new URLSearchParams(defined.map(([name, value]) => [name, String(value)]))}`
}

/** Search parameters of the current URL. */
export const useSearchParams = (): SearchParams => useRouterState({ select: ({ location }) => location.search })

/** One search parameter; the component is rendered again only when it changes. */
export const useSearchParam = (name: SearchParamName): string | undefined =>
  useRouterState({ select: ({ location }) => location.search[name] })

/** Changes some search parameters of the current page; undefined removes one. Keeps the scroll position. */
export function useSetSearchParams(): (changed: SearchParams, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (changed, { replace = false } = {}) =>
      void navigate({ to: '.', search: (before) => ({ ...before, ...changed }), replace, resetScroll: false }),
    [navigate],
  )
}
