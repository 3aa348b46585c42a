import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLocalStorage } from '../storage/use-local-storage.ts'

/** How filters stand in an address and are remembered. */
export type FilterSearch = Record<string, string | undefined>

type FilterCodec<Filters> = {
  /** The filters of an address or of what was remembered; null where neither says anything. */
  read: (search: FilterSearch) => Filters | null
  write: (filters: Filters) => FilterSearch
}

function readStored<Filters>(text: string, read: FilterCodec<Filters>['read']): Filters | null {
  try {
    return read(JSON.parse(text) as FilterSearch)
  } catch {
    return null
  }
}

/**
 * The filters of a list: those of the address, so that a link can be shared; else the last ones of this browser ("search
 * settings for the report and properties list are cached locally", reports document, section 7); else the first ones.
 * Keep `form` and `first` constant. `also` stands for what else of the address changes with the filters.
 */
export function useFilterParams<Filters>(
  name: string,
  { read, write }: FilterCodec<Filters>,
  first: Filters,
): [Filters, (next: Filters, also?: FilterSearch) => void] {
  const search = useRouterState({ select: (state) => state.location.search as FilterSearch })
  const navigate = useNavigate()
  const [last, keep] = useLocalStorage<string>(`${name}.filters`, '')
  const filters = useMemo(() => read(search) ?? readStored(last, read) ?? first, [search, last, first, read])
  const set = (next: Filters, also: FilterSearch = {}) => {
    const written = write(next)
    keep(JSON.stringify(written))
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...written, ...also, page: undefined }),
      resetScroll: false,
    } as never)
  }
  return [filters, set]
}
