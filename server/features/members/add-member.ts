import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import type { ExistingOrNewMember } from '@gya/domain/features/members/members.contract.ts'
import { whyNotCreateType } from '@gya/domain/features/members/why-not-change-member.ts'
import type { Deps } from '../../app.ts'
import { recordSecurityEvent } from '../../http/security-events.ts'
import { insertEvents, type NewEvent } from '../events/events.repository.ts'
import { aboutPlace } from '../session/chosen-password.ts'
import type { MemberWriting } from './change-member.ts'
import { sightOf } from './member.read-model.ts'
import { findMember, insertMembership } from './members.repository.ts'
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
 * it is, and whether they joined: a company admin belongs to every branch already. Throws NOT_FOUND for somebody whom the
 * caller does not see, FORBIDDEN for a type that the caller may not create, EMAIL_TAKEN.
 */
export async function addMember(
  writing: MemberWriting,
  place: Place,
  member: ExistingOrNewMember,
  { password, type }: { password: NewPassword | null; type: 'BRANCH_ADMIN' | 'BRANCH_STAFF' },
): Promise<{ userId: string; joined: boolean }> {
  const { userId, joined, event } = password
    ? await openFor(writing, place, { ...member, type: member.type ?? type }, password)
    : await joinBy(writing, place, member._id ?? '')
  const { caller, db, now, newId } = writing
  if (joined) {
    await recordSecurityEvent(writing, {
      kind: 'branch-joined',
      companyId: place.companyId,
      aboutUserId: userId,
      data: { branchId: place.branchId },
    })
    await insertEvents(db, { companyId: place.companyId, propertyId: null, userId: caller.userId, at: now, newId }, [event])
  }
  return { userId, joined }
}

type Added = { userId: string; joined: boolean; event: NewEvent }

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
  return { userId, joined: true, event: { kind: 'member-added', data: { userId, type, branchId } } }
}

async function joinBy(writing: MemberWriting, { companyId, branchId }: Place, userId: string): Promise<Added> {
  const existing = await findMember(writing.db, companyId, userId, sightOf(writing.caller))
  if (!existing) throw new DomainError('NOT_FOUND')
  const joined = existing.type !== 'COMPANY_ADMIN' && (await insertMembership(writing.db, { companyId, branchId, userId }))
  return { userId, joined, event: { kind: 'member-joined-branch', data: { userId, branchId } } }
}
