import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Branch } from '@gya/domain/features/branches/branches.contract.ts'
import type { Template } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Branch as BranchRow } from '../../db/schema.ts'
import { findBranch } from './branches.repository.ts'

/** The editable fields of a branch. */
export type BranchFields = Omit<Branch, '_id' | 'company' | 'logo' | 'timelineTemplate' | 'version' | 'createdon'>

export const toAddress = ({ line1, line2, town, county, country, postcode }: Branch['address']): Branch['address'] => ({
  line1,
  line2,
  town,
  county,
  country,
  postcode,
})

export const toBranchFields = (row: Selectable<BranchRow>): BranchFields => ({
  name: row.name,
  tel: row.tel,
  email: row.email,
  displayText: row.display_text,
  address: toAddress(row),
  useBranchDeduction: row.use_branch_deduction,
  feeDeduction: row.fee_deduction,
})

/** A branch as the API returns it. Throws NOT_FOUND. */
export async function loadBranch(db: Db, companyId: string, branchId: string): Promise<Branch> {
  const row = await findBranch(db, companyId, branchId)
  if (!row) throw new DomainError('NOT_FOUND')
  return {
    _id: row.id,
    company: row.company_id,
    ...toBranchFields(row),
    logo: row.logo,
    timelineTemplate: [...(row.timeline_template as unknown as Template)],
    version: row.version,
    createdon: row.createdon,
  }
}
