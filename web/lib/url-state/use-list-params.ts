import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { pageSizes } from '../../ui/table/pager.tsx'
import { useLocalStorage } from '../storage/use-local-storage.ts'

/** Milliseconds of quiet after the last letter before a list is asked again. */
const debounceMilliseconds = 250

const pageOf = (text: string | undefined): number => (text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 0)

/**
 * What a list shows. Search, sort and page (counted from zero, as the calls count) stand in the address as `q`, `sort` and
 * `page`, so that a link can be shared and Back goes to what was seen before. The page size and the sort that an address
 * leaves out are this browser's last ones: "Settings for search are cached locally" (administration document, section 9).
 * `sizes`: how many rows a page has until the reader chooses, ten unless given; a search may begin with another number
 * ("Branch users page: 30 initially, 10 on search", section 9).
 */
export function useListParams<Sort extends string = never>(
  name: string,
  sorts: readonly Sort[] = [],
  sizes: { first?: number; onSearch?: number } = {},
) {
  const search = useRouterState({ select: (state) => state.location.search as Record<string, string | undefined> })
  const navigate = useNavigate()
  const [keptSort, keepSort] = useLocalStorage<string>(`${name}.sort`, sorts[0] ?? '')
  const sortAtFirst = useRef(keptSort).current
  const page = pageOf(search.page)
  const q = search.q?.trim() ?? ''
  const [size, keepSize] = useSize(name, q !== '', sizes)
  const set = (changed: Record<string, string | undefined>, replace = false) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...changed }), replace, resetScroll: false } as never)

  const [typed, setTyped] = useDebouncedText(q, (text) => set({ q: text, page: undefined }, q !== ''))
  const known = (sort: string | undefined): Sort | undefined => sorts.find((one) => one === sort)
  const sort = known(search.sort) ?? known(sortAtFirst) ?? sorts[0]
  const setPage = (to: number) => set({ page: to === 0 ? undefined : String(to) })
  return {
    q,
    typed,
    setTyped,
    sort,
    /** The sort that the address names, not the one that is remembered. */
    sortNamed: known(search.sort),
    setSort: (to: Sort) => {
      keepSort(to)
      set({ sort: to, page: undefined })
    },
    setPage,
    /** Forgets the search and the sort. Answers what that changes in the address, to be written with the filters. */
    reset: () => {
      keepSort(sorts[0] ?? '')
      if (q === '') setTyped('')
      return { q: undefined, sort: sorts[0], page: undefined }
    },
    /** The first row in sight stays in sight. */
    setSize: (to: number) => {
      keepSize(to)
      setPage(Math.floor((page * size) / to))
    },
    /** What every list call takes. */
    asked: { itemsPerPage: String(size), currentPage: String(page), ...(q === '' ? {} : { textSearch: q }) },
  }
}

/** The page size: the reader's last one, or the list's own. A list whose searches begin with another number remembers that apart. */
function useSize(
  name: string,
  searching: boolean,
  { first = 10, onSearch = first }: { first?: number; onSearch?: number },
): [number, (size: number) => void] {
  const plain = useLocalStorage<number>(`${name}.size`, first)
  const found = useLocalStorage<number>(`${name}.searchSize`, onSearch)
  const apart = searching && onSearch !== first
  const [kept, keep] = apart ? found : plain
  const own = apart ? onSearch : first
  return [kept === own || pageSizes.includes(kept) ? kept : own, keep]
}

/** What stands in the search field: asked for after a moment of quiet, and replaced when the address brings another text. */
function useDebouncedText(q: string, ask: (text: string | undefined) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(q)
  const asked = useRef(q)
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (q === asked.current) return
    asked.current = q
    setTyped(q)
  }, [q])
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === asked.current) return
    const timer = setTimeout(() => {
      asked.current = wanted
      latest.current(wanted || undefined)
    }, debounceMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
