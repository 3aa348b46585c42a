/**
 * Branch staff act on vendors of their own branches. "A vendor of other branches is found only by the exact e-mail, as
 * 'exists', and attaching them needs a company admin or staff of one of their branches."
 * [meeting points, With the specification](docs/design/meeting-points.md#with-the-specification). A vendor belongs to the branches of their
 * properties, including deleted ones, which can be restored.
 */
import type { ErrorCode } from '../../error-catalogue.ts'

/** "Existing vendor search: minimum 3 characters." [property §2](docs/design/property.md#2). */
export const minVendorSearch = 3

/** Whether the vendor has properties in the caller's branches, and in others. */
export type VendorScope = { inScope: boolean; elsewhere: boolean }

/** A vendor without properties belongs to no branch and can be attached by any. */
export const whyNotAttachVendor = ({ inScope, elsewhere }: VendorScope): ErrorCode | null =>
  elsewhere && !inScope ? 'VENDOR_OF_OTHER_BRANCH' : null

/** The address gives access to all of the vendor's sales, so changing it requires all of them in scope. */
export const whyNotChangeVendorEmail = ({ elsewhere }: VendorScope): ErrorCode | null =>
  elsewhere ? 'VENDOR_SELLS_ELSEWHERE' : null

const placeholderDomain = '@placeholder.invalid'

/** Placeholder address of a vendor that an import created without an e-mail address. */
export const placeholderEmail = (id: string): string => `unknown-${id}${placeholderDomain}`

/** First name of a vendor that an import created without a name; the last name is the first line of the address. */
export const unnamedVendor = 'Vendor of'

/** "It cannot be invited, e-mailed or signed in with." [connect §1.1](docs/design/connect.md#1.1). */
export const isPlaceholderEmail = (email: string): boolean => email.endsWith(placeholderDomain)
