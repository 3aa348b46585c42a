/** Parameters of a call that exists for a branch and for the whole company. Both share a handler. */
export type BranchOrCompanyParams = { companyId: string; branchId?: string }

/** A branch; `null`: the whole company. */
export type BranchOrCompany = { companyId: string; branchId: string | null }

export const branchOrCompany = ({ companyId, branchId }: BranchOrCompanyParams): BranchOrCompany => ({
  companyId,
  branchId: branchId ?? null,
})
