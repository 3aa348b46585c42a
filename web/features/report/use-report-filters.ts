import type { DateOnly } from '@gya/domain/common/dates.ts'
import { useMemo } from 'react'
import { useFilterParams } from '../../platform/address-filters.ts'
import { defaultFilters, type ReportFilters, readFilters, writeFilters } from './report-filters.ts'

const filterCodec = { read: readFilters, write: writeFilters }

/** The report's filters: those of the address, else the last ones of this browser, else those of a first visit. */
export function useReportFilters(today: DateOnly): ReturnType<typeof useFilterParams<ReportFilters>> {
  const first = useMemo(() => defaultFilters(today), [today])
  return useFilterParams('report', filterCodec, first)
}
