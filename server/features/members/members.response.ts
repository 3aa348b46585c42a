import { hasPermission, type UserType } from '@gya/domain/access/permissions.ts'
import { maxPartRows, type PageRequest, type Paging, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { isWithoutReach, type MemberReach, reachesEveryBranch, worksInBranch } from '@gya/domain/features/members/member-reach.ts'
import type { Member, MemberSummary } from '@gya/domain/features/members/members.contract.ts'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import {
  awaitsPassword,
  findMember,
  listMemberRows,
  type MemberFilters,
  type MemberScope,
  unrestrictedScope,
} from './members.repository.ts'

/** The members a caller sees. Callers who may add members also see people without a branch, in order to add them. */
export const memberScopeOf = (caller: Caller): MemberScope => ({
  branchIds: branchesInScope(caller),
  unassigned: hasPermission(caller.type, 'member.add'),
})

type Row = NonNullable<Awaited<ReturnType<typeof findMember>>>

export const toMember = (row: Row): Member => ({
  _id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  fullName: `${row.first_name} ${row.last_name}`,
  email: row.email,
  tel: row.tel,
  type: row.type as UserType,
  lastLogin: row.last_login,
  activated: row.activated,
  accountActivationToken: row.email_verified && row.pending_email === null ? null : row.id,
  pendingEmail: row.pending_email,
  avatar: row.avatar,
  branches: row.branches,
  areas: row.areas,
  allBranches: Boolean(row.all_branches),
  deactivatedOn: row.deactivated_on,
  invitation:
    awaitsPassword(row) && row.invited_on !== null
      ? { sentOn: row.invited_on, state: (row.invitation_state ?? 'sent') as NonNullable<Member['invitation']>['state'] }
      : null,
  version: row.version,
})

/** A colleague outside the caller's scope: name and type only. */
const toColleague = (member: Member): Member => ({
  ...member,
  tel: '',
  lastLogin: null,
  accountActivationToken: null,
  pendingEmail: null,
  branches: [],
  areas: [],
  allBranches: false,
  invitation: null,
})

/** Whether the member appears in the caller's lists. */
export const isMemberInScope = (caller: Caller, member: MemberReach): boolean => {
  const { branchIds, unassigned } = memberScopeOf(caller)
  if (branchIds === null || reachesEveryBranch(member)) return true
  return isWithoutReach(member) ? unassigned : branchIds.some((branchId) => worksInBranch(member, branchId))
}

/** The first members by name, as a part of a company or branch. */
export async function listFirstMembers(db: Db, filters: Omit<MemberFilters, 'page'>): Promise<z.output<typeof MemberSummary>[]> {
  const { rows } = await listMemberRows(db, { ...filters, page: { itemsPerPage: maxPartRows, currentPage: 0 } })
  return rows.map((row) => {
    const { _id, firstName, lastName, fullName, email, tel, type } = toMember(row)
    return { _id, firstName, lastName, fullName, email, tel, type }
  })
}

/** One page of the staff of a company, or of the platform. */
export async function listMembers(
  db: Db,
  filters: MemberFilters & { page: PageRequest },
): Promise<{ data: Member[]; paging: Paging }> {
  const { rows, count } = await listMemberRows(db, filters)
  return { data: rows.map(toMember), paging: toPaging(filters.page, count) }
}

/**
 * One page of people that a branch admin may add. Colleagues of other branches are found by at least three characters and
 * shown redacted.
 */
export async function listColleagues(
  db: Db,
  caller: Caller,
  filters: Omit<MemberFilters, 'scope'> & { page: PageRequest },
): Promise<{ data: Member[]; paging: Paging }> {
  const { data, paging } = await listMembers(db, { ...filters, scope: unrestrictedScope })
  return { data: data.map((member) => redactForCaller(caller, member)), paging }
}

export const redactForCaller = (caller: Caller, member: Member): Member => {
  if (!isMemberInScope(caller, member)) return toColleague(member)
  const branchIds = branchesInScope(caller)
  if (branchIds === null) return member
  const areas = member.areas.map((area) => ({ ...area, branchIds: area.branchIds.filter((id) => branchIds.includes(id)) }))
  return {
    ...member,
    branches: member.branches.filter(({ _id }) => branchIds.includes(_id)),
    areas: areas.filter((area) => area.branchIds.length > 0),
  }
}

/** `companyId` is null for platform admins. Throws NOT_FOUND. */
export async function readMember(db: Db, companyId: string | null, userId: string, scope: MemberScope): Promise<Member> {
  const row = await findMember(db, companyId, userId, scope)
  if (!row) throw new DomainError('NOT_FOUND')
  return toMember(row)
}
