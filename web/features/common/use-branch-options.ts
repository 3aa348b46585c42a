import { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { useMemo } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import type { Option } from '../../ui/fields/option-list.tsx'

/** Branches of a company as options of a filter. "Branch list fetched for filters: 1000" (administration document, section 9). */
export function useBranchOptions(companyId: string, enabled: boolean): readonly Option<string>[] {
  const { data } = useCall(listBranches, { params: { companyId }, query: { itemsPerPage: '1000' } }, { enabled })
  return useMemo(() => data?.data.map(({ _id, name }) => ({ value: _id, label: name })) ?? [], [data])
}
