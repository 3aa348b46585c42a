import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { reachesEveryBranch } from '@gya/domain/features/members/member-reach.ts'
import type { ExistingOrNewMember } from '@gya/domain/features/members/members.contract.ts'
import { isAdministrator, needsApproval, whyNotAssign, whyNotCreateType } from '@gya/domain/features/members/members.rules.ts'
import type { AppDependencies } from '../../app-dependencies.ts'
import { joinRequestEmail } from '../../emails/join-request.ts'
import { queueMail } from '../../emails/outbox.ts'
import { type Caller, roleOf } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { refuseInSupportAccess, requireConfirmedAct } from '../../http/access/sensitive-acts.ts'
import { type NewEvent, recordCompanyEvents } from '../events/events.repository.ts'
import { guessableWordsOfBranch, guessableWordsOfPerson } from '../users/guessable-words.ts'
import type { MemberContext } from './change-member.ts'
import { createStaffAccount, type NewPassword, prepareNewPassword } from './create-staff-account.ts'
import {
  deleteJoinRequest,
  findNames,
  insertJoinRequest,
  listAdministratorEmails,
  requiresJoinApproval,
} from './join-requests.repository.ts'
import {
  deleteMembership,
  findBranchIdsOf,
  findExistingBranches,
  findMember,
  insertMembership,
  unrestrictedScope,
} from './members.repository.ts'
import { isMemberInScope, toMember } from './members.response.ts'

/** Requests approval from the company's administrators, on the People screen and by e-mail. Idempotent. */
export async function requestToJoin(
  context: MemberContext,
  membership: { companyId: string; branchId: string; userId: string },
): Promise<void> {
  const { db, now, newId, caller, publicUrl } = context
  const { companyId, branchId, userId } = membership
  if (!(await insertJoinRequest(db, { ...membership, id: newId(), askedBy: caller.userId, now }))) return
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
    { kind: 'join-asked', data: { userId, branchId } },
  ])
  await recordSecurityEvent(context, { kind: 'branch-join-asked', companyId, aboutUserId: userId, data: { branchId } })
  const to = await listAdministratorEmails(db, companyId)
  if (to.length === 0) return
  const names = await findNames(db, membership)
  await queueMail(context, joinRequestEmail(to, { companyId, member: names, branch: names.branch, publicUrl }))
}

type BranchIds = { companyId: string; branchId: string }

/** The password of a new member; `null` for an existing one. Call it before the transaction: hashing is slow. */
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
 * Adds an existing or new member to a branch; an existing member keeps their type. `joined` is false if the person already reaches every
 * branch; `asked` means that an administrator has to approve it. Throws NOT_FOUND for people of other companies, FORBIDDEN for a type that
 * the caller may not create, EMAIL_TAKEN, MEMBER_DEACTIVATED, and CONFIRM_IDENTITY for a new administrator.
 */
export async function addMember(
  context: MemberContext,
  place: BranchIds,
  member: ExistingOrNewMember,
  { password, type }: { password: NewPassword | null; type: 'BRANCH_ADMIN' | 'BRANCH_STAFF' },
): Promise<AddedMember> {
  return password
    ? addNewMember(context, place, { ...member, type: member.type ?? type }, password)
    : addExistingMember(context, place, member._id ?? '')
}

type AddedMember = { userId: string; joined: boolean; awaitsApproval: boolean }

async function addNewMember(
  context: MemberContext,
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
  refuseIf(whyNotCreateType(roleOf(context.caller), type))
  if (isAdministrator(type)) requireConfirmedAct(context, 'created an administrator')
  await refuseInSupportAccess(context.db, context.caller, companyId)
  const userId = await createStaffAccount(context, { type, companyId, firstName, lastName, email, tel }, password)
  if (type !== 'COMPANY_ADMIN') await insertMembership(context.db, { companyId, branchId, userId })
  await recordBranchJoined(context, { companyId, branchId, userId }, { kind: 'member-added', data: { userId, type, branchId } })
  return { userId, joined: true, awaitsApproval: false }
}

async function addExistingMember(
  context: MemberContext,
  { companyId, branchId }: BranchIds,
  userId: string,
): Promise<AddedMember> {
  const { db, caller } = context
  const existing = await findMember(db, companyId, userId, unrestrictedScope)
  if (!existing) throw new DomainError('NOT_FOUND')
  refuseIf(whyNotAssign({ isDeactivated: existing.deactivated_on !== null }))
  const companyConfirms = await requiresJoinApproval(db, companyId)
  if (needsApproval(roleOf(caller), { companyConfirms, isInSight: isMemberInScope(caller, toMember(existing)) })) {
    await requestToJoin(context, { companyId, branchId, userId })
    return { userId, joined: false, awaitsApproval: true }
  }
  const joined = !reachesEveryBranch(toMember(existing)) && (await joinBranch(context, { companyId, branchId, userId }))
  return { userId, joined, awaitsApproval: false }
}

type Membership = BranchIds & { userId: string }

/** Adds somebody to a branch and records it; returns false if they were a member already. */
export async function joinBranch(context: MemberContext, membership: Membership): Promise<boolean> {
  await deleteJoinRequest(context.db, membership)
  if (!(await insertMembership(context.db, membership))) return false
  const { userId, branchId } = membership
  await recordBranchJoined(context, membership, { kind: 'member-joined-branch', data: { userId, branchId } })
  return true
}

async function recordBranchJoined(
  context: MemberContext,
  { companyId, branchId, userId }: Membership,
  event: NewEvent,
): Promise<void> {
  const { caller, db, now, newId } = context
  await recordSecurityEvent(context, { kind: 'branch-joined', companyId, aboutUserId: userId, data: { branchId } })
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [event])
}

type LeavingMembership = { companyId: string; branchId: string; userId: string }

/** Removes somebody from a branch and records it; returns false if they were not a member. */
export async function leaveBranch(
  context: RecordingContext & { caller: Caller },
  membership: LeavingMembership,
): Promise<boolean> {
  if (!(await deleteMembership(context.db, membership))) return false
  const { caller, db, now, newId } = context
  const { companyId, branchId, userId } = membership
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
    { kind: 'member-left-branch', data: { userId, branchId } },
  ])
  await recordSecurityEvent(context, { kind: 'branch-left', companyId, aboutUserId: userId, data: { branchId } })
  return true
}

/** Replaces the branches of a member. Throws VALIDATION_FAILED for a branch that does not exist. */
export async function setBranches(
  context: MemberContext,
  { companyId, userId }: { companyId: string; userId: string },
  branchIds: readonly string[],
): Promise<void> {
  const { db } = context
  const existingIds = await findExistingBranches(db, companyId, branchIds)
  if (branchIds.some((branchId) => !existingIds.includes(branchId)))
    throw new DomainError('VALIDATION_FAILED', {
      issues: [{ path: 'branchIds', message: 'One of these branches does not exist.' }],
    })
  const before = await findBranchIdsOf(db, companyId, userId)
  if (before.length === existingIds.length && before.every((id) => existingIds.includes(id))) return
  requireConfirmedAct(context, 'changed the branches of a user')
  if (existingIds.some((id) => !before.includes(id))) await refuseInSupportAccess(db, context.caller, companyId)
  for (const branchId of before) if (!branchIds.includes(branchId)) await leaveBranch(context, { companyId, branchId, userId })
  for (const branchId of existingIds) if (!before.includes(branchId)) await joinBranch(context, { companyId, branchId, userId })
}
