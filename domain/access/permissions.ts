/**
 * Roles and the permissions they hold. Scope (which company, branch or property a caller may access) is checked
 * separately.
 */
export const userTypes = ['GYA_ADMIN', 'COMPANY_ADMIN', 'BRANCH_ADMIN', 'BRANCH_STAFF', 'VENDOR'] as const
export type UserType = (typeof userTypes)[number]

const letters: Record<UserType, string> = {
  GYA_ADMIN: 'G',
  COMPANY_ADMIN: 'C',
  BRANCH_ADMIN: 'B',
  BRANCH_STAFF: 'S',
  VENDOR: 'V',
}

/** Role labels shown on screen (administration document, section 3). */
export const userTypeLabels: Record<UserType, string> = {
  GYA_ADMIN: 'GYA Admin',
  COMPANY_ADMIN: 'Company Admin',
  BRANCH_ADMIN: 'Branch Admin',
  BRANCH_STAFF: 'Branch Staff',
  VENDOR: 'Vendor',
}

export const permissions = {
  'account.use': 'GCBSV',
  'picture.view': 'GCBSV',
  'company.list': 'G',
  'company.create': 'G',
  'company.view': 'GCBS',
  'company.edit': 'GC',
  'company.licences': 'G',
  'branch.view': 'GCBS',
  'branch.create': 'GC',
  'branch.edit': 'GCB',
  'vendor.search': 'GCBS',
  'property.list': 'GCBS',
  'property.view': 'GCBS',
  'property.create': 'GCBS',
  'property.edit': 'GCBS',
  'property.timeline': 'GCBS',
  'report.view': 'GCBS',
  'dashboard.view': 'GCBS',
  'dashboard.company': 'GC',
  'mailbox.read': 'G',
  'member.view': 'GCBS',
  'member.add': 'GCB',
  'member.manage': 'GC',
  'company-admin.edit': 'GC',
  'session.end-member': 'GC',
  'platform-admin.edit': 'G',
  'address.lookup': 'GCBS',
  'contact.view': 'GCBS',
  'contact.edit': 'GCBS',
  'vendor.edit': 'GCBS',
  'account.verify': 'GCBS',
  'own-sale.view': 'V',
  'template.edit': 'GC',
  'company.delete': 'GC',
  'branch.delete': 'GC',
  'property.delete': 'GC',
  'deleted.restore': 'G',
  'personal-data.manage': 'GC',
  'operations.view': 'G',
  'operations.retry': 'G',
} as const satisfies Record<string, string>

export type Permission = keyof typeof permissions

/** Screens hide what this denies; the server refuses it. */
export const hasPermission = (type: UserType, permission: Permission): boolean => permissions[permission].includes(letters[type])

/** Company id of data that belongs to no company: audit entries of the platform and sessions of its administrators. */
export const platformCompanyId = '00000000-0000-0000-0000-000000000000'
