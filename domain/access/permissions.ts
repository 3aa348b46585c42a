export const userTypes = [
  'GYA_ADMIN',
  'COMPANY_ADMIN',
  'AREA_MANAGER',
  'BRANCH_ADMIN',
  'BRANCH_STAFF',
  'PROGRESSOR',
  'READER',
  'VENDOR',
] as const
export type UserType = (typeof userTypes)[number]

/** The caller: a person with a role, or an API key, which has no role. "Permissions of a call are granted by its scope." */
export type CallerType = UserType | 'KEY'

/** Role labels shown on screen ([administration §3](docs/design/administration.md#3); [trust §7](docs/design/trust.md#7)). */
export const userTypeLabels: Record<UserType, string> = {
  GYA_ADMIN: 'GYA Admin',
  COMPANY_ADMIN: 'Company Admin',
  AREA_MANAGER: 'Area Manager',
  BRANCH_ADMIN: 'Branch Admin',
  BRANCH_STAFF: 'Branch Staff',
  PROGRESSOR: 'Progressor',
  READER: 'Reader',
  VENDOR: 'Vendor',
}

/** The sets of roles; each includes the one above it. [trust §7](docs/design/trust.md#7). */
const platformAdmins = ['GYA_ADMIN'] as const
export const admins = [...platformAdmins, 'COMPANY_ADMIN'] as const
export const managers = [...admins, 'AREA_MANAGER', 'BRANCH_ADMIN'] as const
export const workers = [...managers, 'BRANCH_STAFF', 'PROGRESSOR'] as const
export const readers = [...workers, 'READER'] as const

const everyone = [...readers, 'VENDOR'] as const
const vendors = ['VENDOR'] as const
const companyOnly = ['COMPANY_ADMIN'] as const

/** The roles of people who work for a company, widest first. */
export const companyRoles = [
  'COMPANY_ADMIN',
  'AREA_MANAGER',
  'BRANCH_ADMIN',
  'BRANCH_STAFF',
  'PROGRESSOR',
  'READER',
] as const satisfies readonly (typeof readers)[number][]
export type CompanyRole = (typeof companyRoles)[number]

/** Roles that usually progress sales themselves: lists show them their own sales first, and colleagues can select them. */
export const progressors = ['AREA_MANAGER', 'BRANCH_ADMIN', 'BRANCH_STAFF', 'PROGRESSOR'] as const satisfies readonly UserType[]

/** "WORKERS less progressors": who takes on a sale. */
const takeOnRoles = [...managers, 'BRANCH_STAFF'] as const
/** "ADMINS and area managers". */
const companyWide = [...admins, 'AREA_MANAGER'] as const
/** "MANAGERS and progressors". */
const recordFileRoles = [...managers, 'PROGRESSOR'] as const

/**
 * Roles and the permissions they hold. Scope (which company, branch or property a caller may access) is checked
 * separately.
 */
export const permissions = {
  'account.use': everyone,
  'picture.view': everyone,
  'company.list': platformAdmins,
  'company.create': platformAdmins,
  'company.view': readers,
  'company.edit': admins,
  'company.licences': platformAdmins,
  'branch.view': readers,
  'branch.create': admins,
  'branch.edit': managers,
  'vendor.search': workers,
  'property.list': readers,
  'property.view': readers,
  'property.create': takeOnRoles,
  'property.edit': workers,
  'property.timeline': workers,
  'report.view': readers,
  'dashboard.view': readers,
  'dashboard.company': companyWide,
  'target.edit': managers,
  'week-mail.edit': managers,
  'mailbox.read': platformAdmins,
  'member.view': readers,
  'member.add': managers,
  'member.manage': admins,
  'company-admin.edit': admins,
  'role.assign': admins,
  'area.edit': admins,
  'session.end-member': admins,
  'platform-admin.edit': platformAdmins,
  'sign-in.policy': admins,
  'sign-in.domain': platformAdmins,
  'audit.view': admins,
  'address.lookup': workers,
  'contact.view': readers,
  'contact.edit': workers,
  'vendor.edit': workers,
  'account.verify': readers,
  'vendor-portal.view': vendors,
  'template.edit': admins,
  'feed.own': companyRoles,
  'app.own': companyRoles,
  'app.manage': admins,
  'webhook.manage': admins,
  'day.view': readers,
  'day.work': workers,
  'search.use': readers,
  'day.settings': admins,
  'sale.share': managers,
  'task-template.edit': managers,
  'view.use': readers,
  'view.save': workers,
  'gate.template': admins,
  'gate.check': workers,
  'gate.override': managers,
  'check.add': workers,
  'check.view': recordFileRoles,
  'check.approve': managers,
  'check.pack': admins,
  'sale-file.settings': admins,
  'message-template.edit': managers,
  'forecast.view': readers,
  'forecast.company': admins,
  'forecast.staff': managers,
  'forecast.settings': admins,
  'api-key.manage': admins,
  'company.delete': admins,
  'branch.delete': admins,
  'property.delete': admins,
  'deleted.restore': platformAdmins,
  'personal-data.manage': admins,
  'record.verify': admins,
  'record.view': readers,
  'record.file': recordFileRoles,
  'party-link.manage': workers,
  'proposal.decide': workers,
  'mail.view': readers,
  'mail.file': workers,
  'mail.settings': managers,
  'import.manage': admins,
  'archive.export': companyOnly,
  'archive.restore': platformAdmins,
  'support-access.enter': platformAdmins,
  'support-access.view': admins,
  'support-access.decide': companyOnly,
  'operations.view': platformAdmins,
  'operations.retry': platformAdmins,
} as const satisfies Record<string, readonly UserType[]>

export type Permission = keyof typeof permissions

/** The screens hide what this denies; the server refuses it. */
export const hasPermission = (type: CallerType, permission: Permission): boolean =>
  (permissions[permission] as readonly CallerType[]).includes(type)

/** The roles that hold a permission. */
export const rolesWith = (permission: Permission): readonly UserType[] => permissions[permission]

/** Whether a role is in one of the sets above. */
export const isOneOf = (roles: readonly UserType[], type: string): boolean => (roles as readonly string[]).includes(type)

/**
 * Whether the role alone gives access to every branch: platform admins to all companies, company admins to their company. Other users reach
 * branches by membership, by areas, or all of them with `allBranches`.
 */
export const reachesAllBranches = (type: CallerType): boolean => type !== 'KEY' && isOneOf(admins, type)

/** Company id of data that belongs to no company: audit entries of the platform and sessions of its administrators. */
export const platformCompanyId = '00000000-0000-0000-0000-000000000000'
