import type { DateOnly } from '@gya/domain/common/dates.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useRemembered } from '../../platform/remembered.ts'
import { type FilterSearch, firstFilters, type ReportFilters, readFilters, writeFilters } from './report-filters.ts'

const kept = (text: string): ReportFilters | null => {
  try {
    return readFilters(JSON.parse(text) as FilterSearch)
  } catch {
    return null
  }
}

/**
 * The report's filters: those of the address, so that a link can be shared; else the last ones of this browser ("search
 * settings for the report … are cached locally"); else those of a first visit.
 */
export function useReportFilters(today: DateOnly): [ReportFilters, (next: ReportFilters) => void] {
  const search = useRouterState({ select: (state) => state.location.search as FilterSearch })
  const navigate = useNavigate()
  const [last, keep] = useRemembered<string>('report.filters', '')
  const filters = useMemo(() => readFilters(search) ?? kept(last) ?? firstFilters(today), [search, last, today])
  const set = (next: ReportFilters) => {
    const written = writeFilters(next)
    keep(JSON.stringify(written))
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...written, page: undefined }),
      resetScroll: false,
    } as never)
  }
  return [filters, set]
}
