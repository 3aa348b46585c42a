import { nobodyStaffId } from '@gya/domain/features/expected-dates/expected-dates.model.ts'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'

const nobody = { value: nobodyStaffId, label: 'Nobody' }

/** The sales progressors and Nobody, as options of a filter. */
export function useStaffOptions(companyId: string) {
  const { data } = useCall(listCompanyMembers, { params: { companyId }, query: { itemsPerPage: '100' } })
  const members = (data?.data ?? []).map((member) => ({
    value: member._id,
    label: member.deactivatedOn ? `${member.fullName} (deactivated)` : member.fullName,
  }))
  return [nobody, ...members]
}
