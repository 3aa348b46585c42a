import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import type { ExistingOrNewMember } from '@gya/domain/features/members/members.contract.ts'
import { needsApproval, whyNotCreateType, whyNotWork } from '@gya/domain/features/members/why-not-change-member.ts'
import type { Deps } from '../../app.ts'
import { recordSecurityEvent } from '../../http/security-events.ts'
import { insertEvents, type NewEvent } from '../events/events.repository.ts'
import { aboutPlace } from '../session/chosen-password.ts'
import { askToJoin } from './ask-to-join.ts'
import type { MemberWriting } from './change-member.ts'
import { confirmsColleagues, deleteJoinRequest } from './join-requests.repository.ts'
import { isInSight, memberOf } from './member.read-model.ts'
import { everybody, findMember, insertMembership } from './members.repository.ts'
import { type NewPassword, namesOf, newPassword, openAccount } from './open-account.ts'

type Place = { companyId: string; branchId: string }

/** The password of a member who is new; null for one who exists. To be made before the transaction opens. */
export async function passwordFor(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  member: ExistingOrNewMember | undefined,
  { path, place }: { path: string; place: { companyId?: string; branchId?: string } },
): Promise<NewPassword | null> {
  if (member === undefined || member._id !== undefined) return null
  const about = [...namesOf(member), ...(member.password ? await aboutPlace(database.db, place) : [])]
  return newPassword(config, { password: member.password, path, about })
}

/**
 * Adds a member to a branch: somebody who exists, with the privileges they have, or somebody new of a type. Answers who
 * it is, and whether they joined: a company admin belongs to every branch already, and `asked` says that an administrator
 * confirms it first. Throws NOT_FOUND for somebody who is not of the company, FORBIDDEN for a type that the caller may not
 * create, EMAIL_TAKEN, MEMBER_DEACTIVATED.
 */
export async function addMember(
  writing: MemberWriting,
  place: Place,
  member: ExistingOrNewMember,
  { password, type }: { password: NewPassword | null; type: 'BRANCH_ADMIN' | 'BRANCH_STAFF' },
): Promise<Added> {
  return password
    ? openFor(writing, place, { ...member, type: member.type ?? type }, password)
    : joinBy(writing, place, member._id ?? '')
}

type Added = { userId: string; joined: boolean; asked: boolean }

async function openFor(
  writing: MemberWriting,
  { companyId, branchId }: Place,
  {
    type,
    firstName = '',
    lastName = '',
    email = '',
    tel = '',
  }: ExistingOrNewMember & { type: NonNullable<ExistingOrNewMember['type']> },
  password: NewPassword,
): Promise<Added> {
  refuseIf(whyNotCreateType(writing.caller.type, type))
  const userId = await openAccount(writing, { type, companyId, firstName, lastName, email, tel }, password)
  if (type !== 'COMPANY_ADMIN') await insertMembership(writing.db, { companyId, branchId, userId })
  await recordJoined(writing, { companyId, branchId, userId }, { kind: 'member-added', data: { userId, type, branchId } })
  return { userId, joined: true, asked: false }
}

async function joinBy(writing: MemberWriting, { companyId, branchId }: Place, userId: string): Promise<Added> {
  const { db, caller } = writing
  const existing = await findMember(db, companyId, userId, everybody)
  if (!existing) throw new DomainError('NOT_FOUND')
  refuseIf(whyNotWork({ isDeactivated: existing.deactivated_on !== null }))
  const companyConfirms = await confirmsColleagues(db, companyId)
  if (needsApproval(caller.type, { companyConfirms, isInSight: isInSight(caller, memberOf(existing)) })) {
    await askToJoin(writing, { companyId, branchId, userId })
    return { userId, joined: false, asked: true }
  }
  const joined = existing.type !== 'COMPANY_ADMIN' && (await join(writing, { companyId, branchId, userId }))
  return { userId, joined, asked: false }
}

type Membership = Place & { userId: string }

/** Makes somebody of the company a member of a branch, with what the record and the audit say of it; whether they were not one. */
export async function join(writing: MemberWriting, membership: Membership): Promise<boolean> {
  await deleteJoinRequest(writing.db, membership)
  if (!(await insertMembership(writing.db, membership))) return false
  const { userId, branchId } = membership
  await recordJoined(writing, membership, { kind: 'member-joined-branch', data: { userId, branchId } })
  return true
}

async function recordJoined(writing: MemberWriting, { companyId, branchId, userId }: Membership, event: NewEvent): Promise<void> {
  const { caller, db, now, newId } = writing
  await recordSecurityEvent(writing, { kind: 'branch-joined', companyId, aboutUserId: userId, data: { branchId } })
  await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [event])
}
