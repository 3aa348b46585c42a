import type { UserType } from '@gya/domain/access/permissions.ts'
import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import {
  addBranchMember,
  createPlatformAdministrator,
  deleteCompanyMember,
  deletePlatformAdministrator,
  removeBranchMember,
  updateBranchMember,
  updatePlatformAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { assignRole, createMember } from '@gya/domain/features/roles/roles.contract.ts'
import type { CallInput } from '../../lib/api/call-api.ts'
import type { userCardBody } from '../common/user-card-values.ts'
import type { MemberScope, WireMember } from './member-scope.ts'

export type StaffType = Exclude<UserType, 'GYA_ADMIN' | 'VENDOR'>
export type MemberReachValues = { branchIds: string[]; areaIds: string[]; allBranches: boolean }
export type NewMember = ReturnType<typeof userCardBody> & { type: StaffType | 'GYA_ADMIN' } & Partial<MemberReachValues>
export type MemberChanges = {
  card: { firstName: string; lastName: string; email: string; tel: string }
  type: StaffType
  version: number | undefined
} & MemberReachValues

export const emptyReach: MemberReachValues = { branchIds: [], areaIds: [], allBranches: false }
export const reachLabels = { type: 'Type', allBranches: 'All branches', areaIds: 'Areas', branchIds: 'Branches' }

export const reachOf = ({ branches, areas, allBranches }: WireMember): MemberReachValues => ({
  branchIds: branches.map(({ _id }) => _id),
  areaIds: areas.map(({ _id }) => _id),
  allBranches,
})

/** Company admins reach every branch without a membership. */
export const reachBody = ({ type, ...reach }: MemberReachValues & { type: string }): Partial<MemberReachValues> =>
  type === 'COMPANY_ADMIN' ? {} : reach

type Input<E extends Endpoint> = Omit<CallInput<E>, 'signal'>

/** A call with the function that builds its input. `bind` checks the input against the call's contract. */
type BoundCall<Arg> = { call: Endpoint; input: (arg: Arg) => Input<Endpoint> }
const bind = <E extends Endpoint, Arg>(call: E, input: (arg: Arg) => Input<E>) => ({ call, input }) as BoundCall<Arg>

export function createMemberCall(scope: MemberScope): BoundCall<NewMember> {
  switch (scope.of) {
    case 'branch':
      return bind(addBranchMember, (body) => ({
        params: { branchId: scope.branchId },
        body: body as Wire<typeof addBranchMember, 'body'>,
      }))
    case 'company':
      return bind(createMember, (body) => ({
        params: { companyId: scope.companyId },
        body: body as Wire<typeof createMember, 'body'>,
      }))
    case 'platform':
      return bind(createPlatformAdministrator, (body) => ({ body: body as Wire<typeof createPlatformAdministrator, 'body'> }))
  }
}

export function updateMemberCall(scope: MemberScope, userId: string): BoundCall<MemberChanges> {
  switch (scope.of) {
    case 'branch':
      return bind(updateBranchMember, ({ card, type, version }) => ({
        params: { branchId: scope.branchId, userId },
        body: { ...card, type, version },
      }))
    case 'company':
      return bind(assignRole, ({ card, type, version, ...reach }) => ({
        params: { companyId: scope.companyId, userId },
        body: { ...card, type, ...reachBody({ type, ...reach }), version },
      }))
    case 'platform':
      return bind(updatePlatformAdministrator, ({ card, version }) => ({ params: { userId }, body: { ...card, version } }))
  }
}

/** `keepsConnections`: the keys and webhooks that they made are handed over to the caller. */
type Removal = { userId: string; keepsConnections: boolean }

export function removeMemberCall(scope: MemberScope): BoundCall<Removal> {
  switch (scope.of) {
    case 'branch':
      return bind(removeBranchMember, ({ userId }) => ({ params: { branchId: scope.branchId, userId } }))
    case 'company':
      return bind(deleteCompanyMember, ({ userId, keepsConnections }) => ({
        params: { companyId: scope.companyId, userId },
        query: { connections: keepsConnections ? ('hand-over' as const) : ('end' as const) },
      }))
    case 'platform':
      return bind(deletePlatformAdministrator, ({ userId }) => ({ params: { userId } }))
  }
}
