import { isActiveWorker } from '@gya/domain/features/members/member-reach.ts'
import { listBranchMembers } from '@gya/domain/features/members/members.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'

/** The people who may have a sale of the branch, and Nobody, as options of a field. `current`: whom it names, who may have left. */
export function useMemberOptions(branchId: string) {
  const { data } = useCall(listBranchMembers, { params: { branchId }, query: { itemsPerPage: '100' } })
  const members = (data?.data ?? []).filter(isActiveWorker).map(({ _id, fullName }) => ({ value: _id, label: fullName }))
  return (current: { _id: string; name: string } | null) => {
    const isGone = current && !members.some(({ value }) => value === current._id)
    return [
      { value: null, label: 'Nobody' },
      ...(isGone ? [{ value: current._id, label: data ? `${current.name} (no longer in this branch)` : current.name }] : []),
      ...members,
    ]
  }
}
