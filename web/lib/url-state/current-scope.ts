import { useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Me, useMe } from '../session/session.tsx'

/**
 * Where the reader is: company, branch, property. The addresses of the screens carry no ids in their path, so the ids
 * are search parameters: a link can be shared and opened in another tab. What an address leaves out is the place the
 * reader was in last, in this tab.
 */
export type Scope = { company?: string | undefined; branch?: string | undefined; property?: string | undefined }

const storageKey = 'gya.place'
const keys = ['company', 'branch', 'property'] as const

const readStoredScope = (): Scope => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Scope
  } catch {
    return {}
  }
}

/** The place of an address: its own ids first, then the last ones; a company or branch role is always in its own company. */
export function scopeOf(search: Record<string, unknown>, me: Pick<Me, 'company' | 'branches'>): Scope {
  const last = readStoredScope()
  const named = Object.fromEntries(keys.flatMap((key) => (typeof search[key] === 'string' ? [[key, search[key]]] : []))) as Scope
  const company = me.company?._id ?? named.company ?? last.company
  const branch = named.branch ?? (company === last.company || me.company ? last.branch : undefined) ?? me.branches[0]?._id
  const property = named.property ?? (branch === last.branch ? last.property : undefined)
  return { company, branch, property }
}

/** The place of the current page. What it names may not exist: the frames of the pages remember it once it was read. */
export function useCurrentScope(): Scope {
  const me = useMe()
  const search = useRouterState({ select: (state) => state.location.search as Record<string, unknown> })
  return scopeOf(search, me)
}

/** Keeps a place for the pages after it. A level that it leaves out stays what it was as long as those above are the same. */
export function rememberScope({ company, branch, property }: Scope): void {
  const last = readStoredScope()
  const nextBranch = branch ?? (company === last.company ? last.branch : undefined)
  const nextProperty = property ?? (nextBranch === last.branch ? last.property : undefined)
  sessionStorage.setItem(storageKey, JSON.stringify({ company, branch: nextBranch, property: nextProperty }))
}

/** Drops what does not exist from what was kept, and what is below it. */
export function forgetScope({ company, branch, property }: Scope): void {
  const last = readStoredScope()
  const lowest = property !== undefined ? 'property' : branch !== undefined ? 'branch' : 'company'
  if (last[lowest] !== { company, branch, property }[lowest]) return
  const rest = keys.slice(0, keys.indexOf(lowest)).map((key) => [key, last[key]] as const)
  sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(rest)))
}

/** The address of a screen at a place: `/property/offers?branch=…&property=…`. Other parameters may follow. */
export function scopedPath(path: string, place: Scope, more: Record<string, string | undefined> = {}): string {
  const level = path.startsWith('/property/') ? keys : path.startsWith('/branch/') ? keys.slice(0, 2) : keys.slice(0, 1)
  const taken = path === '/property/create' || path === '/property/manage' ? keys.slice(0, 2) : level
  const parameters = [...taken.map((key) => [key, place[key]] as const), ...Object.entries(more)].filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`
}

/** Addresses from where the reader is: `to('/branch/report')`, or with another place's ids over it. */
export function useScopedPath(): (path: string, other?: Scope, more?: Record<string, string | undefined>) => string {
  const { company, branch, property } = useCurrentScope()
  const isOfCompany = useMe().company !== null
  return useCallback(
    (path, other = {}, more = {}) =>
      scopedPath(path, { company, branch, property, ...other, ...(isOfCompany ? { company: undefined } : {}) }, more),
    [company, branch, property, isOfCompany],
  )
}
