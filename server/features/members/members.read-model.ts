import type { UserType } from '@gya/domain/access/permissions.ts'
import { type PageRequest, type Paging, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { Member } from '@gya/domain/features/members/members.contract.ts'
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

/**
 * Who of a company a caller sees. A branch admin also sees those who belong to no branch: they are the ones to add to it,
 * whether they were created for the company or removed from a branch.
 */
export const memberScopeOf = (caller: Caller): MemberScope => ({
  branchIds: branchesInScope(caller),
  unassigned: caller.type === 'BRANCH_ADMIN',
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
  deactivatedOn: row.deactivated_on,
  invitation:
    awaitsPassword(row) && row.invited_on !== null
      ? { sentOn: row.invited_on, state: (row.invitation_state ?? 'sent') as NonNullable<Member['invitation']>['state'] }
      : null,
  version: row.version,
})

/** Of a colleague whom a caller may add but does not see otherwise: who they are and what they are, and nothing else. */
const toColleague = (member: Member): Member => ({
  ...member,
  tel: '',
  lastLogin: null,
  accountActivationToken: null,
  pendingEmail: null,
  branches: [],
  invitation: null,
})

/** Whether somebody of the caller's company is among those that the caller's lists show. */
export const isMemberInScope = (caller: Caller, { type, branches }: Pick<Member, 'type' | 'branches'>): boolean => {
  const { branchIds, unassigned } = memberScopeOf(caller)
  if (branchIds === null || type === 'COMPANY_ADMIN') return true
  return branches.length === 0 ? unassigned : branches.some(({ _id }) => branchIds.includes(_id))
}

/** A page of a company's people, or of the platform's. */
export async function listMembers(
  db: Db,
  asked: MemberFilters & { page: PageRequest },
): Promise<{ data: Member[]; paging: Paging }> {
  const { rows, count } = await listMemberRows(db, asked)
  return { data: rows.map(toMember), paging: toPaging(asked.page, count) }
}

/**
 * A page of those whom a branch admin may add to a branch: everybody of the company who is not in it. Colleagues of other
 * branches only by a text of three characters, and of them no more than it takes to tell who they are.
 */
export async function listColleagues(
  db: Db,
  caller: Caller,
  asked: Omit<MemberFilters, 'sight'> & { page: PageRequest },
): Promise<{ data: Member[]; paging: Paging }> {
  const { data, paging } = await listMembers(db, { ...asked, sight: unrestrictedScope })
  return { data: data.map((member) => redactForCaller(caller, member)), paging }
}

/** Somebody of a company as a caller sees them. */
export const redactForCaller = (caller: Caller, member: Member): Member => {
  if (!isMemberInScope(caller, member)) return toColleague(member)
  const reach = branchesInScope(caller)
  return reach === null ? member : { ...member, branches: member.branches.filter(({ _id }) => reach.includes(_id)) }
}

/** One of a company's people, or for null of the platform's, as every call answers them. Throws NOT_FOUND. */
export async function readMember(db: Db, companyId: string | null, userId: string, sight: MemberScope): Promise<Member> {
  const row = await findMember(db, companyId, userId, sight)
  if (!row) throw new DomainError('NOT_FOUND')
  return toMember(row)
}
