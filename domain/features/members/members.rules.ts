/**
 * Rules for removing, demoting and adding members. "Nobody may remove or demote the last platform admin or a company's
 * last admin." [domain, Access](docs/design/domain.md#access). "Manage is not offered on oneself. Remove is not offered on company admins."
 * [administration §6](docs/design/administration.md#6).
 */
import { hasPermission, type UserType, userTypes } from '../../access/permissions.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/** Invitations in an hour, to one person. */
export const maxInvitationsPerHour = 5

type MemberIdentity = { _id: string; type: UserType }

/** Deleting or demoting an administrator. `administrators`: all of the company or of the platform. */
export const whyNotEndAdministrator = (userId: string, administrators: readonly string[]): ErrorCode | null =>
  administrators.length === 1 && administrators[0] === userId ? 'LAST_ADMINISTRATOR' : null

/** Deleting or deactivating another user's account. */
export const whyNotDeleteMember = (callerId: string, userId: string, administrators: readonly string[]): ErrorCode | null =>
  callerId === userId ? 'OWN_ACCOUNT' : whyNotEndAdministrator(userId, administrators)

/** Changing a user's type. The current type is accepted. */
export function whyNotChangeType(
  callerId: string,
  member: MemberIdentity,
  type: UserType,
  administrators: readonly string[],
): ErrorCode | null {
  if (type === member.type) return null
  return whyNotDeleteMember(callerId, member._id, administrators)
}

/** Removing a member from a branch. Company admins belong to every branch. */
export function whyNotRemoveFromBranch(callerId: string, member: MemberIdentity): ErrorCode | null {
  if (callerId === member._id) return 'OWN_ACCOUNT'
  return member.type === 'COMPANY_ADMIN' ? 'COMPANY_ADMIN_IN_EVERY_BRANCH' : null
}

/** The creator must have confirmed their identity: "roles and administrators" ([trust §4.4](docs/design/trust.md#4.4)). */
export const isAdministrator = (type: UserType): boolean => hasPermission(type, 'member.add')

/** Creating a user: "nobody gives more than they have". The roles are listed with the widest first. */
export const whyNotCreateType = (caller: UserType, type: UserType): ErrorCode | null =>
  userTypes.indexOf(type) < userTypes.indexOf(caller) ? 'FORBIDDEN' : null

/** Resending an invitation, while the account has no password of its own. */
export const whyNotInvite = (member: { isInvited: boolean; isDeactivated: boolean }): ErrorCode | null => {
  if (member.isDeactivated) return 'MEMBER_DEACTIVATED'
  return member.isInvited ? null : 'ALREADY_ACTIVATED'
}

/** Joining a branch or taking over sales. */
export const whyNotAssign = ({ isDeactivated }: { isDeactivated: boolean }): ErrorCode | null =>
  isDeactivated ? 'MEMBER_DEACTIVATED' : null

/** Handing over a leaver's sales. `branchesWithout`: number of their branches to which the colleague does not belong. */
export function whyNotHandOver(
  fromId: string,
  to: { _id: string; isDeactivated: boolean },
  branchesWithout: number,
): ErrorCode | null {
  if (fromId === to._id) return 'HAND_OVER_TO_SAME'
  return whyNotAssign(to) ?? (branchesWithout > 0 ? 'HAND_OVER_OUT_OF_BRANCH' : null)
}

/**
 * Whether an administrator must approve: a branch admin adds a colleague outside their scope, and the company requires
 * it. [meeting points](docs/design/meeting-points.md), "Adding a colleague of another branch".
 */
export const needsApproval = (
  caller: UserType,
  { companyConfirms, isInSight }: { companyConfirms: boolean; isInSight: boolean },
): boolean => companyConfirms && !isInSight && !hasPermission(caller, 'company-admin.edit')

/** Whether the new role permits more than the old one. */
export const isWiderRole = (role: UserType, before: UserType): boolean => userTypes.indexOf(role) < userTypes.indexOf(before)

/** Whether the new role takes away a permission without which nobody may have keys or webhooks of the company: they then end. */
export const losesKeysAndWebhooks = (role: UserType, before: UserType): boolean =>
  (['api-key.manage', 'webhook.manage'] as const).some(
    (permission) => hasPermission(before, permission) && !hasPermission(role, permission),
  )
