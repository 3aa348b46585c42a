import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Company } from '@gya/domain/features/companies/companies.contract.ts'
import type { Template } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Company as CompanyRow } from '../../db/schema.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { listFirstMembers, memberScopeOf } from '../members/members.response.ts'
import { findCompany } from './companies.repository.ts'
import { findFeeProgress } from './fee-updates.ts'

/** The editable fields of a company. */
export type CompanyFields = Omit<
  Company,
  '_id' | 'logo' | 'branches' | 'timeline' | 'members' | 'feeUpdate' | 'version' | 'createdon'
>

export const toCompanyFields = (row: Selectable<CompanyRow>): CompanyFields => ({
  name: row.name,
  tel: row.tel,
  availableLicenses: row.available_licenses,
  address: {
    line1: row.line1,
    line2: row.line2,
    town: row.town,
    county: row.county,
    country: row.country,
    postcode: row.postcode,
  },
  feeDeduction: row.fee_deduction,
  noticePeriodInDays: row.notice_period_in_days,
  branding: { brandColour: row.brand_colour },
  mdConfig: { day: row.md_day, time: row.md_time },
  yearStarts: row.year_starts,
  security: {
    sessionIdleHours: row.session_idle_hours,
    recipientDomains: row.recipient_domains,
    readersMailOutside: row.readers_mail_outside,
    auditMonths: row.audit_months,
  },
  confirmColleagues: row.confirm_colleagues,
})

/** A company as the API returns it, with the branches and members that the caller sees. Throws NOT_FOUND. */
export async function loadCompany(db: Db, companyId: string, caller: Caller): Promise<Company> {
  const row = await findCompany(db, companyId, branchesInScope(caller))
  if (!row) throw new DomainError('NOT_FOUND')
  return {
    _id: row.id,
    ...toCompanyFields(row),
    logo: row.logo,
    branches: row.branches,
    timeline: [...(row.timeline as unknown as Template)],
    members: await listFirstMembers(db, { companyId, scope: memberScopeOf(caller) }),
    feeUpdate: await findFeeProgress(db, companyId),
    version: row.version,
    createdon: row.createdon,
  }
}
