import { hasPermission, type UserType } from '../../access/permissions.ts'
import type { ErrorCode, Issue } from '../../errors.ts'

/** The fields that "for a company admin are disabled (platform admin only)". Administration document, section 6. */
export const platformFields = ['availableLicenses', 'feeDeduction'] as const
type PlatformFields = { [Field in (typeof platformFields)[number]]: number | null }

/** Each platform field that a save would change although this role may not. The value it already has may be sent along. */
export const lockedFields = (
  type: UserType,
  company: PlatformFields,
  change: { [Field in keyof PlatformFields]?: PlatformFields[Field] | undefined },
): Issue[] =>
  hasPermission(type, 'company.licences')
    ? []
    : platformFields
        .filter((field) => change[field] !== undefined && change[field] !== company[field])
        .map((path) => ({ path, message: 'Only a platform admin can change this.' }))

/** "A company can create only as many branches as it has licenses." Administration document, section 5. */
export const whyNotAddBranch = (licences: number, branches: number): ErrorCode | null =>
  branches >= licences ? 'LICENCES_USED' : null

/** The other side of the same rule: a company keeps at least as many licences as it has branches. */
export const whyNotSetLicences = (licences: number, branches: number): ErrorCode | null =>
  licences < branches ? 'LICENCES_BELOW_BRANCHES' : null
