import type { UserType } from '@gya/domain/access/permissions.ts'
import { type PageAsked, type Paging, pagingOf } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { Member } from '@gya/domain/features/members/members.contract.ts'
import type { Db } from '../../db/connect.ts'
import type { Caller } from '../../http/caller.ts'
import { branchesInReach } from '../../http/reach.ts'
import { findMember, listMemberRows, type MembersAsked, type Sight } from './members.repository.ts'

/**
 * Who of a company a caller sees. A branch admin also sees those who belong to no branch: they are the ones to add to it,
 * whether they were created for the company or removed from a branch.
 */
export const sightOf = (caller: Caller): Sight => ({
  branchIds: branchesInReach(caller),
  unassigned: caller.type === 'BRANCH_ADMIN',
})

type Row = NonNullable<Awaited<ReturnType<typeof findMember>>>

const memberOf = (row: Row): Member => ({
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
  version: row.version,
})

/** A page of a company's people, or of the platform's. */
export async function listMembers(
  db: Db,
  asked: MembersAsked & { page: PageAsked },
): Promise<{ data: Member[]; paging: Paging }> {
  const { rows, count } = await listMemberRows(db, asked)
  return { data: rows.map(memberOf), paging: pagingOf(asked.page, count) }
}

/** One of a company's people, or for null of the platform's, as every call answers them. Throws NOT_FOUND. */
export async function readMember(db: Db, companyId: string | null, userId: string, sight: Sight): Promise<Member> {
  const row = await findMember(db, companyId, userId, sight)
  if (!row) throw new DomainError('NOT_FOUND')
  return memberOf(row)
}
