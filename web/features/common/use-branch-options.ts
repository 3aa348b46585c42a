import { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { useMemo } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import type { Option } from '../../ui/fields/option-list.tsx'

/** "Branch list fetched for filters: 1000" ([administration §9](docs/design/administration.md#9)). */
const useBranchesOf = (companyId: string, enabled: boolean) =>
  useCall(listBranches, { params: { companyId }, query: { itemsPerPage: '1000' } }, { enabled }).data?.data

/** Branches of a company as options of a filter. */
export function useBranchOptions(companyId: string, enabled: boolean): readonly Option<string>[] {
  const branches = useBranchesOf(companyId, enabled)
  return useMemo(() => branches?.map(({ _id, name }) => ({ value: _id, label: name })) ?? [], [branches])
}

/** The areas of the branches in reach by name, as options of the filter *Area*; none if the company has no areas. */
export function useAreaOptions(companyId: string, enabled: boolean): readonly Option<string>[] {
  const branches = useBranchesOf(companyId, enabled)
  return useMemo(() => {
    const names = new Map((branches ?? []).flatMap(({ area }) => (area === null ? [] : [[area._id, area.name] as const])))
    return [...names].map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label))
  }, [branches])
}
