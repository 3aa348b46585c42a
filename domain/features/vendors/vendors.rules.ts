/**
 * Branch staff act on vendors of their own branches. "A vendor of other branches is found only by the exact e-mail, as
 * 'exists', and attaching them needs a company admin or staff of one of their branches." Meeting points, "With the
 * specification". A vendor belongs to the branches of their properties, deleted ones included: those can be restored.
 */
import type { ErrorCode } from '../../errors.ts'

/** Whether a vendor has properties in branches of the caller's scope, and whether they have any outside it. */
export type VendorScope = { inScope: boolean; elsewhere: boolean }

/** A vendor is made the owner of a property. Someone who sells nothing yet belongs to no branch. */
export const whyNotAttachVendor = ({ inScope, elsewhere }: VendorScope): ErrorCode | null =>
  elsewhere && !inScope ? 'VENDOR_OF_OTHER_BRANCH' : null

/** A vendor signs in with their e-mail address and sees all of their sales: who changes it must have all of them in scope. */
export const whyNotChangeVendorEmail = ({ elsewhere }: VendorScope): ErrorCode | null =>
  elsewhere ? 'VENDOR_SELLS_ELSEWHERE' : null
