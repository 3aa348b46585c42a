import { DomainError } from '@gya/domain/errors.ts'
import type { Caller } from '../../http/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/security-events.ts'
import { insertEvents } from '../events/events.repository.ts'
import { joinBranch } from './add-member.ts'
import type { MemberContext } from './change-member.ts'
import { deleteMembership, findBranchIdsOf, findExistingBranches } from './members.repository.ts'

type LeavingMembership = { companyId: string; branchId: string; userId: string }

/** Takes somebody out of a branch, with what the record and the audit say of it; whether they were in it. */
export async function leaveBranch(
  writing: RecordingContext & { caller: Caller },
  membership: LeavingMembership,
): Promise<boolean> {
  if (!(await deleteMembership(writing.db, membership))) return false
  const { caller, db, now, newId } = writing
  const { companyId, branchId, userId } = membership
  await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
    { kind: 'member-left-branch', data: { userId, branchId } },
  ])
  await recordSecurityEvent(writing, { kind: 'branch-left', companyId, aboutUserId: userId, data: { branchId } })
  return true
}

/** Makes somebody a member of exactly these branches of their company. Throws VALIDATION_FAILED for one that is not there. */
export async function setBranches(
  writing: MemberContext,
  { companyId, userId }: { companyId: string; userId: string },
  branchIds: readonly string[],
): Promise<void> {
  const { db } = writing
  const there = await findExistingBranches(db, companyId, branchIds)
  if (branchIds.some((branchId) => !there.includes(branchId)))
    throw new DomainError('VALIDATION_FAILED', {
      issues: [{ path: 'branchIds', message: 'One of these branches does not exist.' }],
    })
  const before = await findBranchIdsOf(db, companyId, userId)
  for (const branchId of before) if (!branchIds.includes(branchId)) await leaveBranch(writing, { companyId, branchId, userId })
  for (const branchId of there) if (!before.includes(branchId)) await joinBranch(writing, { companyId, branchId, userId })
}
