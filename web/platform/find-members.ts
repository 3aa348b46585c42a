import { userTypeLabels } from '@gya/domain/access/permissions.ts'
import { listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import type { Option } from '../ui/option-list.tsx'
import { callApi } from './api.ts'

/** "Typeahead with no result: 'No user found.'" Administration document, section 8. */
export const noUserFound = 'No user found.'

/** "Branch member search and staff selector: 15 per page." Administration document, section 9. */
const memberSearchSize = '15'

/**
 * Finds the company's users for a type-ahead, by e-mail address (their names are searched too). Those of `branchId`
 * already belong to it and are left out, and so are company admins, who belong to every branch.
 */
export const findMembers =
  (companyId: string, branchId?: string) =>
  async (textSearch: string, signal: AbortSignal): Promise<Option<string>[]> => {
    const query = {
      textSearch,
      itemsPerPage: memberSearchSize,
      ...(branchId === undefined ? {} : { excludeUsersFromBranches: branchId }),
    }
    const { data } = await callApi(listCompanyMembers, { params: { companyId }, query, signal })
    return data
      .filter(({ type }) => type !== 'COMPANY_ADMIN')
      .map((member) => ({
        value: member._id,
        label: member.fullName,
        note: `${member.email} · ${userTypeLabels[member.type]}`,
      }))
  }
