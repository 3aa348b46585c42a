import type { Me } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import type { SearchParams } from './search-params.ts'

/**
 * The company, branch and property of the current page. The specified paths contain no ids, so the ids are search
 * parameters. Ids that the URL leaves out are those last used in this tab.
 */
export type Scope = { company?: string | undefined; branch?: string | undefined; property?: string | undefined }

export const scopeStorageKey = 'gya.place'

export const readStoredScope = (): Scope => {
  try {
    return JSON.parse(sessionStorage.getItem(scopeStorageKey) ?? '{}') as Scope
  } catch {
    return {}
  }
}

/** Scope of a URL: its own ids, then the stored ones. Users of a company are always in their own company. */
export function scopeOf(
  search: SearchParams,
  me: { company: Pick<NonNullable<Me['company']>, '_id'> | null; branches: readonly Pick<Me['branches'][number], '_id'>[] },
  last: Scope = readStoredScope(),
): Scope {
  const company = me.company?._id ?? search.company ?? last.company
  const branch = search.branch ?? (company === last.company || me.company ? last.branch : undefined) ?? me.branches[0]?._id
  const property = search.property ?? (branch === last.branch ? last.property : undefined)
  return { company, branch, property }
}
