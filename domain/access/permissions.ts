export const userTypes = ['GYA_ADMIN', 'COMPANY_ADMIN', 'BRANCH_ADMIN', 'BRANCH_STAFF', 'VENDOR'] as const
export type UserType = (typeof userTypes)[number]

/** Role labels shown on screen (administration document, section 3). */
export const userTypeLabels: Record<UserType, string> = {
  GYA_ADMIN: 'GYA Admin',
  COMPANY_ADMIN: 'Company Admin',
  BRANCH_ADMIN: 'Branch Admin',
  BRANCH_STAFF: 'Branch Staff',
  VENDOR: 'Vendor',
}

const platformAdmins = ['GYA_ADMIN'] as const
const companyAdmins = [...platformAdmins, 'COMPANY_ADMIN'] as const
const branchAdmins = [...companyAdmins, 'BRANCH_ADMIN'] as const
const staff = [...branchAdmins, 'BRANCH_STAFF'] as const
const everyone = [...staff, 'VENDOR'] as const
const vendors = ['VENDOR'] as const

/**
 * Roles and the permissions they hold. Scope (which company, branch or property a caller may access) is checked
 * separately.
 */
export const permissions = {
  'account.use': everyone,
  'picture.view': everyone,
  'company.list': platformAdmins,
  'company.create': platformAdmins,
  'company.view': staff,
  'company.edit': companyAdmins,
  'company.licences': platformAdmins,
  'branch.view': staff,
  'branch.create': companyAdmins,
  'branch.edit': branchAdmins,
  'vendor.search': staff,
  'property.list': staff,
  'property.view': staff,
  'property.create': staff,
  'property.edit': staff,
  'property.timeline': staff,
  'report.view': staff,
  'dashboard.view': staff,
  'dashboard.company': companyAdmins,
  'mailbox.read': platformAdmins,
  'member.view': staff,
  'member.add': branchAdmins,
  'member.manage': companyAdmins,
  'company-admin.edit': companyAdmins,
  'session.end-member': companyAdmins,
  'platform-admin.edit': platformAdmins,
  'sign-in.policy': companyAdmins,
  'audit.view': companyAdmins,
  'address.lookup': staff,
  'contact.view': staff,
  'contact.edit': staff,
  'vendor.edit': staff,
  'account.verify': staff,
  'vendor-portal.view': vendors,
  'template.edit': companyAdmins,
  'day.view': staff,
  'day.work': staff,
  'search.use': staff,
  'day.settings': companyAdmins,
  'task-template.edit': branchAdmins,
  'view.use': staff,
  'gate.template': companyAdmins,
  'gate.check': staff,
  'gate.override': branchAdmins,
  'message-template.edit': branchAdmins,
  'company.delete': companyAdmins,
  'branch.delete': companyAdmins,
  'property.delete': companyAdmins,
  'deleted.restore': platformAdmins,
  'personal-data.manage': companyAdmins,
  'record.verify': companyAdmins,
  'record.view': staff,
  'record.file': branchAdmins,
  'operations.view': platformAdmins,
  'operations.retry': platformAdmins,
} as const satisfies Record<string, readonly UserType[]>

export type Permission = keyof typeof permissions

/** Screens hide what this denies; the server refuses it. */
export const hasPermission = (type: UserType, permission: Permission): boolean =>
  (permissions[permission] as readonly UserType[]).includes(type)

/** Company id of data that belongs to no company: audit entries of the platform and sessions of its administrators. */
export const platformCompanyId = '00000000-0000-0000-0000-000000000000'
