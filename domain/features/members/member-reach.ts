import { isOneOf, type UserType, workers } from '../../access/permissions.ts'

/** Where somebody works: "branches of membership, plus those of one's areas, plus all". [trust §7](docs/design/trust.md#7). */
export type MemberReach = {
  type: UserType
  allBranches: boolean
  branches: readonly { _id: string }[]
  areas: readonly { branchIds: readonly string[] }[]
}

/** Whether somebody can be chosen as agent contact or assignee at all. */
export const isActiveWorker = ({ type, deactivatedOn }: { type: UserType; deactivatedOn: string | null }): boolean =>
  deactivatedOn === null && isOneOf(workers, type)

/** Company admins and people of all branches reach a branch that is added later, too. */
export const reachesEveryBranch = ({ type, allBranches }: Pick<MemberReach, 'type' | 'allBranches'>): boolean =>
  type === 'COMPANY_ADMIN' || allBranches

export const worksInBranch = (member: MemberReach, branchId: string): boolean =>
  reachesEveryBranch(member) ||
  member.branches.some(({ _id }) => _id === branchId) ||
  member.areas.some(({ branchIds }) => branchIds.includes(branchId))

export const isWithoutReach = (member: MemberReach): boolean =>
  !reachesEveryBranch(member) && member.branches.length === 0 && member.areas.every(({ branchIds }) => branchIds.length === 0)

/**
 * Whether somebody can be the agent contact or the assignee of a sale: "a progressor may be `bStaff` in any branch in reach";
 * readers change nothing.
 */
export const mayProgressSales = (member: MemberReach, branchId: string): boolean =>
  isOneOf(workers, member.type) && worksInBranch(member, branchId)

type NamedReach = Pick<MemberReach, 'type' | 'allBranches'> & {
  branches: readonly { name: string }[]
  areas: readonly { name: string }[]
}

/** Shown names at most; more branches are counted. */
const maxNames = 3

/**
 * `Branches ("all", "North, South", "12 branches")`: areas by name, then branches by name or number. [trust §7](docs/design/trust.md#7).
 */
export function reachText(member: NamedReach): string {
  if (reachesEveryBranch(member)) return 'All'
  const areas = member.areas.map(({ name }) => name)
  const branches = member.branches.map(({ name }) => name)
  const shown =
    areas.length + branches.length <= maxNames
      ? branches
      : [`${branches.length} ${branches.length === 1 ? 'branch' : 'branches'}`]
  return [...areas, ...(branches.length > 0 ? shown : [])].join(', ')
}
