import { createContext, useCallback, useContext } from 'react'
import { useMe } from '../session/session.tsx'
import { readStoredScope, type Scope, scopeOf, scopeStorageKey } from './scope.ts'
import { useSearchParams } from './search-params.ts'

const keys = ['company', 'branch', 'property'] as const

/** Scope of a part of a page: a property beside a list. */
export const ScopeContext = createContext<Scope | null>(null)

/** Scope of the current page. Its ids may not exist: `useRememberScope` stores them once they were loaded. */
export function useCurrentScope(): Scope {
  const me = useMe()
  const ofPage = scopeOf(useSearchParams(), me)
  return useContext(ScopeContext) ?? ofPage
}

/** Stores a scope for the next pages. An id that it leaves out keeps its value while the levels above are unchanged. */
export function rememberScope({ company, branch, property }: Scope): void {
  const last = readStoredScope()
  const nextBranch = branch ?? (company === last.company ? last.branch : undefined)
  const nextProperty = property ?? (nextBranch === last.branch ? last.property : undefined)
  sessionStorage.setItem(scopeStorageKey, JSON.stringify({ company, branch: nextBranch, property: nextProperty }))
}

/** Removes a level that does not exist, and the levels below, from the stored scope. */
export function forgetScope({ company, branch, property }: Scope): void {
  const last = readStoredScope()
  const lowest = property !== undefined ? 'property' : branch !== undefined ? 'branch' : 'company'
  if (last[lowest] !== { company, branch, property }[lowest]) return
  const rest = keys.slice(0, keys.indexOf(lowest)).map((key) => [key, last[key]] as const)
  sessionStorage.setItem(scopeStorageKey, JSON.stringify(Object.fromEntries(rest)))
}

/** URL of a page in a scope, with further search parameters: `/property/offers?branch=…&property=…`. */
export function scopedPath(path: string, scope: Scope, more: Record<string, string | undefined> = {}): string {
  const level = path.startsWith('/property/') ? keys : path.startsWith('/branch/') ? keys.slice(0, 2) : keys.slice(0, 1)
  const used = path === '/property/create' || path === '/property/manage' ? keys.slice(0, 2) : level
  const parameters = [...used.map((key) => [key, scope[key]] as const), ...Object.entries(more)].filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`
}

/** Builds URLs in the current scope: `to('/branch/report')`, or with some other ids. */
export function useScopedPath(): (path: string, other?: Scope, more?: Record<string, string | undefined>) => string {
  const { company, branch, property } = useCurrentScope()
  const isOfCompany = useMe().company !== null
  return useCallback(
    (path, other = {}, more = {}) =>
      scopedPath(path, { company, branch, property, ...other, ...(isOfCompany ? { company: undefined } : {}) }, more),
    [company, branch, property, isOfCompany],
  )
}
