import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import type { ExistingOrNewMember } from '@gya/domain/features/members/members.contract.ts'
import { needsApproval, whyNotAssign, whyNotCreateType } from '@gya/domain/features/members/why-not-change-member.ts'
import type { AppDependencies } from '../../app.ts'
import { recordSecurityEvent } from '../../http/security-events.ts'
import { insertEvents, type NewEvent } from '../events/events.repository.ts'
import { guessableWordsOfBranch } from '../session/chosen-password.ts'
import { requestToJoin } from './ask-to-join.ts'
import type { MemberContext } from './change-member.ts'
import { deleteJoinRequest, requiresJoinApproval } from './join-requests.repository.ts'
import { isMemberInScope, toMember } from './member.read-model.ts'
import { findMember, insertMembership, unrestrictedScope } from './members.repository.ts'
import { createStaffAccount, guessableWordsOfPerson, type NewPassword, prepareNewPassword } from './open-account.ts'

type BranchIds = { companyId: string; branchId: string }

/** The password of a member who is new; null for one who exists. To be made before the transaction opens. */
export async function passwordForNewMember(
  { database, config }: Pick<AppDependencies, 'database' | 'config'>,
  member: ExistingOrNewMember | undefined,
  { path, place }: { path: string; place: { companyId?: string; branchId?: string } },
): Promise<NewPassword | null> {
  if (member === undefined || member._id !== undefined) return null
  const about = [...guessableWordsOfPerson(member), ...(member.password ? await guessableWordsOfBranch(database.db, place) : [])]
  return prepareNewPassword(config, { password: member.password, path, guessableWords: about })
}

/**
 * Adds a member to a branch: somebody who exists, with the privileges they have, or somebody new of a type. Answers who
 * it is, and whether they joined: a company admin belongs to every branch already, and `asked` says that an administrator
 * confirms it first. Throws NOT_FOUND for somebody who is not of the company, FORBIDDEN for a type that the caller may not
 * create, EMAIL_TAKEN, MEMBER_DEACTIVATED.
 */
export async function addMember(
  writing: MemberContext,
  place: BranchIds,
  member: ExistingOrNewMember,
  { password, type }: { password: NewPassword | null; type: 'BRANCH_ADMIN' | 'BRANCH_STAFF' },
): Promise<AddedMember> {
  return password
    ? addNewMember(writing, place, { ...member, type: member.type ?? type }, password)
    : addExistingMember(writing, place, member._id ?? '')
}

type AddedMember = { userId: string; joined: boolean; asked: boolean }

async function addNewMember(
  writing: MemberContext,
  { companyId, branchId }: BranchIds,
  {
    type,
    firstName = '',
    lastName = '',
    email = '',
    tel = '',
  }: ExistingOrNewMember & { type: NonNullable<ExistingOrNewMember['type']> },
  password: NewPassword,
): Promise<AddedMember> {
  refuseIf(whyNotCreateType(writing.caller.type, type))
  const userId = await createStaffAccount(writing, { type, companyId, firstName, lastName, email, tel }, password)
  if (type !== 'COMPANY_ADMIN') await insertMembership(writing.db, { companyId, branchId, userId })
  await recordBranchJoined(writing, { companyId, branchId, userId }, { kind: 'member-added', data: { userId, type, branchId } })
  return { userId, joined: true, asked: false }
}

async function addExistingMember(
  writing: MemberContext,
  { companyId, branchId }: BranchIds,
  userId: string,
): Promise<AddedMember> {
  const { db, caller } = writing
  const existing = await findMember(db, companyId, userId, unrestrictedScope)
  if (!existing) throw new DomainError('NOT_FOUND')
  refuseIf(whyNotAssign({ isDeactivated: existing.deactivated_on !== null }))
  const companyConfirms = await requiresJoinApproval(db, companyId)
  if (needsApproval(caller.type, { companyConfirms, isInSight: isMemberInScope(caller, toMember(existing)) })) {
    await requestToJoin(writing, { companyId, branchId, userId })
    return { userId, joined: false, asked: true }
  }
  const joined = existing.type !== 'COMPANY_ADMIN' && (await joinBranch(writing, { companyId, branchId, userId }))
  return { userId, joined, asked: false }
}

type Membership = BranchIds & { userId: string }

/** Makes somebody of the company a member of a branch, with what the record and the audit say of it; whether they were not one. */
export async function joinBranch(writing: MemberContext, membership: Membership): Promise<boolean> {
  await deleteJoinRequest(writing.db, membership)
  if (!(await insertMembership(writing.db, membership))) return false
  const { userId, branchId } = membership
  await recordBranchJoined(writing, membership, { kind: 'member-joined-branch', data: { userId, branchId } })
  return true
}

async function recordBranchJoined(
  writing: MemberContext,
  { companyId, branchId, userId }: Membership,
  event: NewEvent,
): Promise<void> {
  const { caller, db, now, newId } = writing
  await recordSecurityEvent(writing, { kind: 'branch-joined', companyId, aboutUserId: userId, data: { branchId } })
  await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [event])
}
