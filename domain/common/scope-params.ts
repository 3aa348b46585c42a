import { z } from 'zod'
import { Id } from './wire.ts'

/** Path parameters that name a company, branch or property; the server checks them against the caller's scope. */
export const companyParams = z.strictObject({ companyId: Id })
export const branchParams = companyParams.extend({ branchId: Id })
export const propertyParams = branchParams.extend({ propertyId: Id })
export type PropertyParams = z.infer<typeof propertyParams>

/** The places of a call with `places`: a branch, or null for the company. */
export type BranchOrCompany = { companyId: string; branchId: string | null }

export type PropertyIds = { companyId: string; propertyId: string }
