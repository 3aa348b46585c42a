/**
 * Who may not be removed, demoted or added, whoever asks. "Nobody may remove or demote the last platform admin or a
 * company's last admin." Domain decisions, "Access". "Manage is not offered on oneself. Remove is not offered on company
 * admins." Administration document, section 6.
 */
import { may, type UserType } from '../../access/permissions.ts'
import type { ErrorCode } from '../../errors.ts'

type Somebody = { _id: string; type: UserType }

/** An account ends, or stops being an administrator's. `administrators` are all there are, of the company or of the platform. */
export const whyNotEndAdministrator = (userId: string, administrators: readonly string[]): ErrorCode | null =>
  administrators.length === 1 && administrators[0] === userId ? 'LAST_ADMINISTRATOR' : null

/** Somebody else's account is deleted. */
export const whyNotDeleteMember = (callerId: string, userId: string, administrators: readonly string[]): ErrorCode | null =>
  callerId === userId ? 'OWN_ACCOUNT' : whyNotEndAdministrator(userId, administrators)

/** The type of an account changes. The type that it has may be sent along. */
export function whyNotChangeType(
  callerId: string,
  member: Somebody,
  type: UserType,
  administrators: readonly string[],
): ErrorCode | null {
  if (type === member.type) return null
  return whyNotDeleteMember(callerId, member._id, administrators)
}

/** A member leaves a branch. A company admin is an administrator of every branch. */
export function whyNotRemoveFromBranch(callerId: string, member: Somebody): ErrorCode | null {
  if (callerId === member._id) return 'OWN_ACCOUNT'
  return member.type === 'COMPANY_ADMIN' ? 'COMPANY_ADMIN_IN_EVERY_BRANCH' : null
}

/** A user of a type is created by a user of a type: only who edits company administrators makes one. */
export const whyNotCreateType = (caller: UserType, type: UserType): ErrorCode | null =>
  type === 'COMPANY_ADMIN' && !may(caller, 'company-admin.edit') ? 'FORBIDDEN' : null
