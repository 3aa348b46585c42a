import { nobodyStaffId } from '@gya/domain/features/expected-dates/expected-dates.model.ts'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'

const nobody = { value: nobodyStaffId, label: 'Nobody' }

/** The people of a company. */
export function usePeopleOptions(companyId: string) {
  const { data } = useCall(listCompanyMembers, { params: { companyId }, query: { itemsPerPage: '100' } })
  return (data?.data ?? []).map((member) => ({
    value: member._id,
    label: member.deactivatedOn ? `${member.fullName} (deactivated)` : member.fullName,
  }))
}

/** The sales progressors and Nobody, as options of a filter. */
export const useStaffOptions = (companyId: string) => [nobody, ...usePeopleOptions(companyId)]
