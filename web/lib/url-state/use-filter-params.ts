import { useMemo } from 'react'
import { useLocalStorage } from '../storage/use-local-storage.ts'
import { type SearchParamName, type SearchParams, useSearchParams, useSetSearchParams } from './search-params.ts'

/** Whether two sets of search parameters have the same values. */
export const isSameSearch = (one: SearchParams, other: SearchParams): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)] as SearchParamName[])].every((name) => one[name] === other[name])

/** Removes these search parameters from the URL. */
export const withoutValues = (search: SearchParams): SearchParams =>
  Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))

export type FilterCodec<Filters> = {
  /** Returns null when the parameters contain no filters. */
  read: (search: SearchParams) => Filters | null
  write: (filters: Filters) => SearchParams
}

/** The filters of the URL, else the stored ones; null if there are none. */
export function storedFilters<Filters>(search: SearchParams, text: string, read: FilterCodec<Filters>['read']): Filters | null {
  const inUrl = read(search)
  if (inUrl !== null) return inUrl
  try {
    return read(JSON.parse(text) as SearchParams)
  } catch {
    return null
  }
}

/**
 * Filters of a list: those in the URL, otherwise the last ones stored in this browser ("search settings for the report and properties list
 * are cached locally", [reports §7](docs/design/reports.md#7)), otherwise `initial`. The codec's functions and `initial` must be constant.
 * The setter's second parameter: further search parameters to change at the same time. `ofView`: filters of the current saved view. They
 * replace the stored ones, and the URL has only filters that differ.
 */
export function useFilterParams<Filters>(
  name: string,
  { read, write }: FilterCodec<Filters>,
  initial: Filters,
  ofView?: Filters,
): [Filters, (next: Filters, also?: SearchParams) => void] {
  const search = useSearchParams()
  const setParams = useSetSearchParams()
  const [stored, store] = useLocalStorage<string>(`${name}.filters`, '')
  const filters = useMemo(
    () => (ofView ? (read(search) ?? ofView) : (storedFilters(search, stored, read) ?? initial)),
    [search, stored, initial, read, ofView],
  )
  const set = (next: Filters, also: SearchParams = {}) => {
    const written = write(next)
    if (!ofView) store(JSON.stringify(written))
    const differs = !ofView || !isSameSearch(written, write(ofView))
    setParams({ ...(differs ? written : withoutValues(written)), ...also, page: undefined })
  }
  return [filters, set]
}
