import { type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import { reachesEveryBranch } from '@gya/domain/features/members/member-reach.ts'
import { listBranchMembers, listCompanyMembers } from '@gya/domain/features/members/members.contract.ts'
import { callApi } from '../../lib/api/call-api.ts'
import type { Option } from '../../ui/fields/option-list.tsx'

/** "Typeahead with no result: 'No user found.'" [administration §8](docs/design/administration.md#8). */
export const noUserFound = 'No user found.'

/** "Branch member search and staff selector: 15 per page." [administration §9](docs/design/administration.md#9). */
const memberSearchSize = '15'

/**
 * Searches the company's users by e-mail address and name. Members of `branchId`, company admins and deactivated users are
 * disabled options with the reason.
 */
export const findMembers =
  (companyId: string, branchId?: string) =>
  async (textSearch: string, signal: AbortSignal): Promise<Option<string>[]> => {
    const query = { textSearch, itemsPerPage: memberSearchSize }
    const [others, there] = await Promise.all([
      callApi(listCompanyMembers, {
        params: { companyId },
        query: { ...query, ...(branchId === undefined ? {} : { excludeUsersFromBranches: branchId }) },
        signal,
      }),
      branchId === undefined ? { data: [] } : callApi(listBranchMembers, { params: { branchId }, query, signal }),
    ])
    const here = there.data.map(({ _id }) => _id)
    return [...others.data.filter(({ _id }) => !here.includes(_id)), ...there.data].map((member) => {
      const why = whyNotOffer(member, here)
      return {
        value: member._id,
        label: member.fullName,
        note: `${member.email} · ${why ?? userTypeLabels[member.type]}`,
        disabled: why !== null,
      }
    })
  }

/** Why an option is disabled, or null. */
function whyNotOffer(
  member: { _id: string; type: UserType; allBranches: boolean; deactivatedOn: string | null },
  here: readonly string[],
): string | null {
  if (reachesEveryBranch(member)) return `${userTypeLabels[member.type]}: belongs to every branch`
  if (here.includes(member._id)) return 'already in this branch'
  return member.deactivatedOn ? 'deactivated' : null
}
