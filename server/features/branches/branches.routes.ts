import { normalPostcode } from '@gya/domain/common/address.ts'
import { given } from '@gya/domain/common/given.ts'
import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import {
  type Branch,
  createBranch,
  listBranches,
  readBranch,
  updateBranch,
} from '@gya/domain/features/branches/branches.contract.ts'
import { whyNotAddBranch } from '@gya/domain/features/companies/why-not-save-company.ts'
import type { Template } from '@gya/domain/features/timeline/timeline.model.ts'
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import { changedFields, refuseStale } from '../../db/changed-fields.ts'
import type { Db } from '../../db/connect.ts'
import type { Branch as BranchRow } from '../../db/schema.ts'
import { mount } from '../../http/mount.ts'
import { branchesInReach } from '../../http/reach.ts'
import { countBranches, findLicences, lockCompany } from '../companies/companies.repository.ts'
import { insertEvents } from '../events/events.repository.ts'
import { lockPropertiesOf } from '../properties/properties.repository.ts'
import { updateExpectedFees } from '../report/report-row.repository.ts'
import { findBranch, insertBranch, listBranchRows, lockBranch, updateBranchColumns } from './branches.repository.ts'

export function branchesRoutes(app: FastifyInstance): void {
  mount(app, readBranch, ({ params, db }) => readBranchOf(db, params.companyId, params.branchId))

  mount(app, listBranches, async ({ params: { companyId }, query, caller, db }) => {
    const page = pageAsked(query)
    const { rows, count } = await listBranchRows(db, {
      companyId,
      branchIds: branchesInReach(caller),
      textSearch: query.textSearch,
      page,
    })
    const data = rows.map((row) => ({
      _id: row.id,
      name: row.name,
      tel: row.tel,
      address: addressOf(row),
      propertyCount: row.property_count ?? 0,
    }))
    // Licences are counted over all branches of the company, also those this caller does not see.
    const licences = {
      available: (await findLicences(db, companyId)).available_licenses,
      used: await countBranches(db, companyId),
    }
    return { data, paging: pagingOf(page, count), licences }
  })

  mount(app, createBranch, async ({ params: { companyId }, body, caller, db, now, newId }) => {
    // The lock makes two creations at once take turns, so that the last licence is used once.
    const company = await lockCompany(db, companyId)
    if (!company) throw new DomainError('NOT_FOUND')
    refuseIf(whyNotAddBranch(company.available_licenses, company.branches))
    const branchId = newId()
    await insertBranch(db, {
      company_id: companyId,
      id: branchId,
      ...columnsOf(body),
      timeline_template: JSON.stringify(company.timeline),
      createdon: now,
      updatedon: now,
      updated_by: caller.userId,
    })
    await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
      { kind: 'branch-created', data: { branchId, name: body.name } },
    ])
    return readBranchOf(db, companyId, branchId)
  })

  mount(app, updateBranch, async ({ params: { companyId }, body, caller, db, now, newId }) => {
    const { _id: branchId, version, ...fields } = body
    const branch = await lockBranch(db, companyId, branchId)
    if (!branch) throw new DomainError('NOT_FOUND')
    refuseStale(version, branch)
    const columns = columnsOf({ ...fieldsOf(branch), ...given(fields) })
    const changes = changedFields(branch, columns)
    if (changes.length > 0) {
      await updateBranchColumns(db, companyId, branchId, { ...columns, updatedon: now, updated_by: caller.userId })
      await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
        { kind: 'branch-edited', data: { branchId, changes } },
      ])
    }
    if (changes.some(({ field }) => field === 'use_branch_deduction' || field === 'fee_deduction')) {
      await lockPropertiesOf(db, { companyId, branchId })
      await updateExpectedFees(db, { companyId, branchId })
    }
    return readBranchOf(db, companyId, branchId)
  })
}

type Fields = Omit<Branch, '_id' | 'company' | 'logo' | 'timelineTemplate' | 'version' | 'createdon'>

/** A branch as its columns, in the one spelling that postcodes are kept in. */
const columnsOf = ({ name, tel, email, displayText, address, useBranchDeduction, feeDeduction }: Fields) => ({
  name,
  tel,
  email,
  display_text: displayText,
  ...address,
  postcode: normalPostcode(address.postcode),
  use_branch_deduction: useBranchDeduction,
  fee_deduction: feeDeduction,
})

const addressOf = ({ line1, line2, town, county, country, postcode }: Branch['address']): Branch['address'] => ({
  line1,
  line2,
  town,
  county,
  country,
  postcode,
})

const fieldsOf = (row: Selectable<BranchRow>): Fields => ({
  name: row.name,
  tel: row.tel,
  email: row.email,
  displayText: row.display_text,
  address: addressOf(row),
  useBranchDeduction: row.use_branch_deduction,
  feeDeduction: row.fee_deduction,
})

async function readBranchOf(db: Db, companyId: string, branchId: string): Promise<Branch> {
  const row = await findBranch(db, companyId, branchId)
  if (!row) throw new DomainError('NOT_FOUND')
  return {
    _id: row.id,
    company: row.company_id,
    ...fieldsOf(row),
    logo: row.logo,
    timelineTemplate: [...(row.timeline_template as unknown as Template)],
    version: row.version,
    createdon: row.createdon,
  }
}
