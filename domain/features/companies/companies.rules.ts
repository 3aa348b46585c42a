import { hasPermission, type UserType } from '../../access/permissions.ts'
import type { ErrorCode, Issue } from '../../error-catalogue.ts'

/** The fields that "for a company admin are disabled (platform admin only)". [administration §6](docs/design/administration.md#6). */
export const platformFields = ['availableLicenses', 'feeDeduction'] as const
type PlatformFields = { [Field in (typeof platformFields)[number]]: number | null }

/** Issues for platform fields that the role may not change. Unchanged values are accepted. */
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

/** "A company can create only as many branches as it has licenses." [administration §5](docs/design/administration.md#5). */
export const whyNotAddBranch = (licences: number, branches: number): ErrorCode | null =>
  branches >= licences ? 'LICENCES_USED' : null

/** The reverse rule: a company keeps at least as many licences as it has branches. */
export const whyNotSetLicences = (licences: number, branches: number): ErrorCode | null =>
  licences < branches ? 'LICENCES_BELOW_BRANCHES' : null

/**
 * "A company setting for allowed recipient domains of reports and documents, off by default." Security issue, "Exports
 * and e-mail". A domain does not include its subdomains.
 */

/** The addresses to which a reader may not send: all but those of colleagues, unless the company allows outside addresses. */
export const addressesOutside = (colleagues: readonly string[], addresses: readonly string[]): string[] => {
  const known = new Set(colleagues.map((address) => address.toLowerCase()))
  return addresses.filter((address) => !known.has(address.toLowerCase()))
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Domains of the addresses that the company does not allow; none if the setting is empty. */
export const domainsNotAllowed = (allowed: readonly string[], addresses: readonly string[]): string[] =>
  allowed.length === 0 ? [] : [...new Set(addresses.map(domainOf))].filter((domain) => !allowed.includes(domain)).toSorted()
