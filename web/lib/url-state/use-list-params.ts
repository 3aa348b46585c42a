import { useEffect, useRef, useState } from 'react'
import { pageSizes } from '../../ui/table/pager.tsx'
import { useLocalStorage } from '../storage/use-local-storage.ts'
import { type SearchParams, useSearchParams, useSetSearchParams } from './search-params.ts'

type ListQuery = { itemsPerPage: string; currentPage: string; textSearch?: string }
export type SettingReader = <Value extends string | number>(name: string, initial: Value) => Value

export const defaultPageSize = 10

const debounceMilliseconds = 250

const parsePage = (text: string | undefined): number => (text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 0)

/**
 * State of a list. Search, sort and page (counted from zero) are in the URL as `q`, `sort` and `page`. The page size, and a sort that is
 * not in the URL, are stored in this browser: "Settings for search are cached locally"
 * ([administration §9](docs/design/administration.md#9)). `sizes`: the initial page size, ten by default, and another one for searches
 * ("Branch users page: 30 initially, 10 on search", section 9). `ofView`: the sort of the current saved view, which replaces the stored
 * one.
 */
export function useListParams<Sort extends string = never>(
  name: string,
  sorts: readonly Sort[] = [],
  sizes: { first?: number; onSearch?: number } = {},
  ofView?: Sort,
) {
  const search = useSearchParams()
  const setParams = useSetSearchParams()
  const [storedSort, storeSort] = useLocalStorage<string>(`${name}.sort`, sorts[0] ?? '')
  const initialSort = useRef(storedSort).current
  const page = parsePage(search.page)
  const q = search.q?.trim() ?? ''
  const [size, storeSize] = usePageSize(name, q !== '', sizes)
  const [typed, setTyped] = useDebouncedText(q, (text) => setParams({ q: text, page: undefined }, { replace: q !== '' }))
  const parseSort = (text: string | undefined): Sort | undefined => sorts.find((sort) => sort === text)
  const setPage = (to: number) => setParams({ page: to === 0 ? undefined : String(to) })
  return {
    q,
    /** Text of the search field; `q` is updated after the debounce. */
    typed,
    setTyped,
    sort: parseSort(search.sort) ?? ofView ?? parseSort(initialSort) ?? sorts[0],
    /** The sort in the URL, without the stored one. */
    sortInUrl: parseSort(search.sort),
    setSort: (sort: Sort) => {
      if (!ofView) storeSort(sort)
      setParams({ sort: sort === ofView ? undefined : sort, page: undefined })
    },
    setPage,
    /** Resets search and sort. Returns the search parameters to change, so that filters can be changed at the same time. */
    reset: () => {
      if (!ofView) storeSort(sorts[0] ?? '')
      if (q === '') setTyped('')
      return { q: undefined, sort: ofView ? undefined : sorts[0], page: undefined }
    },
    /** Keeps the first visible row on the page. */
    setSize: (to: number) => {
      storeSize(to)
      setPage(Math.floor((page * size) / to))
    },
    query: listQuery(size, page, q),
  }
}

/** The stored page size, or the list's default. Searches with their own page size store it separately. */
function usePageSize(
  name: string,
  isSearching: boolean,
  { first = defaultPageSize, onSearch = first }: { first?: number; onSearch?: number },
): [number, (size: number) => void] {
  const ofList = useLocalStorage<number>(`${name}.size`, first)
  const ofSearch = useLocalStorage<number>(`${name}.searchSize`, onSearch)
  const isSeparate = isSearching && onSearch !== first
  const [stored, store] = isSeparate ? ofSearch : ofList
  const initial = isSeparate ? onSearch : first
  return [validSize(stored, initial), store]
}

const validSize = (stored: number, initial: number): number =>
  stored === initial || pageSizes.includes(stored) ? stored : initial

/** Query parameters of a list when its page opens, as `useListParams` has them; `setting` reads a stored setting. */
export function openingListQuery(name: string, first: number, search: SearchParams, setting: SettingReader): ListQuery {
  return listQuery(validSize(setting(`${name}.size`, first), first), parsePage(search.page), search.q?.trim() ?? '')
}

/** Query parameters of every list call. */
const listQuery = (size: number, page: number, q: string): ListQuery => ({
  itemsPerPage: String(size),
  currentPage: String(page),
  ...(q === '' ? {} : { textSearch: q }),
})

/** Text of the search field: submitted after the debounce, replaced when `q` of the URL changes. */
function useDebouncedText(q: string, submit: (text: string | undefined) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(q)
  const submitted = useRef(q)
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  useEffect(() => {
    if (q === submitted.current) return
    submitted.current = q
    setTyped(q)
  }, [q])
  useEffect(() => {
    const text = typed.trim()
    if (text === submitted.current) return
    const timer = setTimeout(() => {
      submitted.current = text
      latest.current(text || undefined)
    }, debounceMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
