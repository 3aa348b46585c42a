import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Branch } from '@gya/domain/features/branches/branches.contract.ts'
import type { Template } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Branch as BranchRow } from '../../db/schema.ts'
import type { Caller } from '../../http/access/caller.ts'
import { listFirstMembers, memberScopeOf } from '../members/members.response.ts'
import { findBranch, listNewestProperties } from './branches.repository.ts'

type BranchIds = { companyId: string; branchId: string }

/** The editable fields of a branch. */
export type BranchFields = Omit<
  Branch,
  | '_id'
  | 'company'
  | 'logo'
  | 'timelineTemplate'
  | 'assignRule'
  | 'assignAmong'
  | 'members'
  | 'properties'
  | 'version'
  | 'createdon'
>

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

/** A branch as the API returns it, with the members that the caller sees. Throws NOT_FOUND. */
export async function loadBranch(db: Db, { companyId, branchId }: BranchIds, caller: Caller): Promise<Branch> {
  const row = await findBranch(db, companyId, branchId)
  if (!row) throw new DomainError('NOT_FOUND')
  return {
    _id: row.id,
    company: row.company_id,
    ...toBranchFields(row),
    logo: row.logo,
    timelineTemplate: [...(row.timeline_template as unknown as Template)],
    assignRule: row.assign_rule as Branch['assignRule'],
    assignAmong: row.assign_among,
    members: await listFirstMembers(db, { companyId, branchId, scope: memberScopeOf(caller) }),
    properties: (await listNewestProperties(db, companyId, branchId)).map((property) => ({
      _id: property.id,
      address: toAddress(property),
    })),
    version: row.version,
    createdon: row.createdon,
  }
}
