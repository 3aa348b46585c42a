import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { pageSizes } from '../ui/paging.ts'
import { useRemembered } from './remembered.ts'

/** Milliseconds of quiet after the last letter before a list is asked again. */
const quiet = 250

const pageOf = (text: string | undefined): number => (text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 0)

/**
 * What a list shows. Search, sort and page (counted from zero, as the calls count) stand in the address as `q`, `sort` and
 * `page`, so that a link can be shared and Back goes to what was seen before. The page size and the sort that an address
 * leaves out are this browser's last ones: "Settings for search are cached locally" (administration document, section 9).
 */
export function useListAddress<Sort extends string = never>(name: string, sorts: readonly Sort[] = []) {
  const search = useRouterState({ select: (state) => state.location.search as Record<string, string | undefined> })
  const navigate = useNavigate()
  const [keptSize, setSize] = useRemembered<number>(`${name}.size`, 10)
  const [keptSort, keepSort] = useRemembered<string>(`${name}.sort`, sorts[0] ?? '')
  const sortAtFirst = useRef(keptSort).current
  const size = pageSizes.includes(keptSize) ? keptSize : 10
  const page = pageOf(search.page)
  const q = search.q?.trim() ?? ''
  const set = (changed: Record<string, string | undefined>, replace = false) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...changed }), replace, resetScroll: false } as never)

  const [typed, setTyped] = useTyped(q, (text) => set({ q: text, page: undefined }, q !== ''))
  const known = (sort: string | undefined): Sort | undefined => sorts.find((one) => one === sort)
  const sort = known(search.sort) ?? known(sortAtFirst) ?? sorts[0]
  const setPage = (to: number) => set({ page: to === 0 ? undefined : String(to) })
  return {
    q,
    typed,
    setTyped,
    sort,
    setSort: (to: Sort) => {
      keepSort(to)
      set({ sort: to, page: undefined })
    },
    setPage,
    /** The first row in sight stays in sight. */
    setSize: (to: number) => {
      setSize(to)
      setPage(Math.floor((page * size) / to))
    },
    /** What every list call takes. */
    asked: { itemsPerPage: String(size), currentPage: String(page), ...(q === '' ? {} : { textSearch: q }) },
  }
}

/** What stands in the search field: asked for after a moment of quiet, and replaced when the address brings another text. */
function useTyped(q: string, ask: (text: string | undefined) => void): [string, (text: string) => void] {
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
    }, quiet)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
