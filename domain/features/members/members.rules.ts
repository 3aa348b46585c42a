/**
 * Who may not be removed, demoted or added, whoever asks. "Nobody may remove or demote the last platform admin or a
 * company's last admin." Domain decisions, "Access". "Manage is not offered on oneself. Remove is not offered on company
 * admins." Administration document, section 6.
 */
import { hasPermission, type UserType } from '../../access/permissions.ts'
import type { ErrorCode } from '../../errors.ts'

type MemberIdentity = { _id: string; type: UserType }

/** An account ends, or stops being an administrator's. `administrators` are all there are, of the company or of the platform. */
export const whyNotEndAdministrator = (userId: string, administrators: readonly string[]): ErrorCode | null =>
  administrators.length === 1 && administrators[0] === userId ? 'LAST_ADMINISTRATOR' : null

/** Somebody else's account is deleted or deactivated. */
export const whyNotDeleteMember = (callerId: string, userId: string, administrators: readonly string[]): ErrorCode | null =>
  callerId === userId ? 'OWN_ACCOUNT' : whyNotEndAdministrator(userId, administrators)

/** The type of an account changes. The type that it has may be sent along. */
export function whyNotChangeType(
  callerId: string,
  member: MemberIdentity,
  type: UserType,
  administrators: readonly string[],
): ErrorCode | null {
  if (type === member.type) return null
  return whyNotDeleteMember(callerId, member._id, administrators)
}

/** A member leaves a branch. A company admin is an administrator of every branch. */
export function whyNotRemoveFromBranch(callerId: string, member: MemberIdentity): ErrorCode | null {
  if (callerId === member._id) return 'OWN_ACCOUNT'
  return member.type === 'COMPANY_ADMIN' ? 'COMPANY_ADMIN_IN_EVERY_BRANCH' : null
}

/** A user of a type is created by a user of a type: only who edits company administrators makes one. */
export const whyNotCreateType = (caller: UserType, type: UserType): ErrorCode | null =>
  type === 'COMPANY_ADMIN' && !hasPermission(caller, 'company-admin.edit') ? 'FORBIDDEN' : null

/** An invitation is sent again, while its account waits for a password of its own. */
export const whyNotInvite = (member: { isInvited: boolean; isDeactivated: boolean }): ErrorCode | null => {
  if (member.isDeactivated) return 'MEMBER_DEACTIVATED'
  return member.isInvited ? null : 'ALREADY_ACTIVATED'
}

/** Somebody joins a branch or takes sales over. */
export const whyNotAssign = ({ isDeactivated }: { isDeactivated: boolean }): ErrorCode | null =>
  isDeactivated ? 'MEMBER_DEACTIVATED' : null

/** A leaver's sales go to a colleague. `branchesWithout`: how many of their branches the colleague does not belong to. */
export function whyNotHandOver(
  fromId: string,
  to: { _id: string; isDeactivated: boolean },
  branchesWithout: number,
): ErrorCode | null {
  if (fromId === to._id) return 'HAND_OVER_TO_SAME'
  return whyNotAssign(to) ?? (branchesWithout > 0 ? 'HAND_OVER_OUT_OF_BRANCH' : null)
}

/**
 * Whether an administrator confirms first: a branch admin brings in a colleague whom they do not see otherwise, and the
 * company has it so. Meeting points, "Adding a colleague of another branch".
 */
export const needsApproval = (
  caller: UserType,
  { companyConfirms, isInSight }: { companyConfirms: boolean; isInSight: boolean },
): boolean => companyConfirms && !isInSight && !hasPermission(caller, 'company-admin.edit')
