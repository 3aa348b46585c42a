import type { DateOnly } from '@gya/domain/common/dates.ts'
import { useMemo } from 'react'
import { useAddressFilters } from '../../platform/address-filters.ts'
import { firstFilters, type ReportFilters, readFilters, writeFilters } from './report-filters.ts'

const form = { read: readFilters, write: writeFilters }

/** The report's filters: those of the address, else the last ones of this browser, else those of a first visit. */
export function useReportFilters(today: DateOnly): ReturnType<typeof useAddressFilters<ReportFilters>> {
  const first = useMemo(() => firstFilters(today), [today])
  return useAddressFilters('report', form, first)
}
