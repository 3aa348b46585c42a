import { normalPostcode } from '@gya/domain/common/address.ts'
import { given } from '@gya/domain/common/given.ts'
import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import { createBranch, listBranches, readBranch, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { whyNotAddBranch } from '@gya/domain/features/companies/why-not-save-company.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields, refuseStaleRow } from '../../db/changed-fields.ts'
import { mount, mountPrepared } from '../../http/mount.ts'
import { branchesInReach } from '../../http/reach.ts'
import { recordSecurityEvent } from '../../http/security-events.ts'
import { countBranches, findLicences, lockCompany } from '../companies/companies.repository.ts'
import { startFeeUpdate } from '../companies/fee-updates.ts'
import { insertEvents } from '../events/events.repository.ts'
import { addMember, passwordFor } from '../members/add-member.ts'
import { addressOf, type BranchFields, fieldsOf, readBranchOf } from './branch.read-model.ts'
import { insertBranch, listBranchRows, lockBranch, updateBranchColumns } from './branches.repository.ts'

export function branchesRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

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

  mountPrepared(
    app,
    createBranch,
    ({ body, params }) => passwordFor(app.gya, body.administrator, { path: 'administrator.password', place: params }),
    async (context) => {
      const { params, body, caller, db, now, newId, file, prepared: password } = context
      const { companyId } = params
      // The lock makes two creations at once take turns, so that the last licence is used once.
      const company = await lockCompany(db, companyId)
      if (!company) throw new DomainError('NOT_FOUND')
      refuseIf(whyNotAddBranch(company.available_licenses, company.branches))
      const branchId = newId()
      const made = { createdon: now, updatedon: now, updated_by: caller.userId, logo: file?.id ?? null }
      const timeline_template = JSON.stringify(company.timeline)
      await insertBranch(db, { company_id: companyId, id: branchId, ...columnsOf(body), timeline_template, ...made })
      await recordSecurityEvent(context, { kind: 'branch-created', data: { branchId } })
      await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
        { kind: 'branch-created', data: { branchId, name: body.name } },
      ])
      if (body.administrator)
        await addMember({ ...context, publicUrl }, { companyId, branchId }, body.administrator, {
          password,
          type: 'BRANCH_ADMIN',
        })
      return readBranchOf(db, companyId, branchId)
    },
  )

  mountPrepared(
    app,
    updateBranch,
    ({ body, params: { companyId } }) =>
      passwordFor(app.gya, body.administrator, { path: 'administrator.password', place: { companyId, branchId: body._id } }),
    async (context) => {
      const { params, body, caller, db, now, newId, file, discardFile, prepared: password } = context
      const { companyId } = params
      const { _id: branchId, version, administrator, ...fields } = body
      const branch = await lockBranch(db, companyId, branchId)
      if (!branch) throw new DomainError('NOT_FOUND')
      await refuseStaleRow(db, version, branch)
      const columns = { ...columnsOf({ ...fieldsOf(branch), ...given(fields) }), ...given({ logo: file?.id }) }
      const changes = changedFields(branch, columns)
      if (changes.length > 0) {
        await updateBranchColumns(db, companyId, branchId, { ...columns, updatedon: now, updated_by: caller.userId })
        await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
          { kind: 'branch-edited', data: { branchId, changes } },
        ])
      }
      if (file) await discardFile(branch.logo, 'picture')
      if (changes.some(({ field }) => field === 'use_branch_deduction' || field === 'fee_deduction')) {
        await recordSecurityEvent(context, { kind: 'settings-changed', data: { changed: 'fee deduction of a branch', branchId } })
        await startFeeUpdate(context, { companyId, branchId })
      }
      if (administrator)
        await addMember({ ...context, publicUrl }, { companyId, branchId }, administrator, { password, type: 'BRANCH_ADMIN' })
      return readBranchOf(db, companyId, branchId)
    },
  )
}

/** A branch as its columns, in the one spelling that postcodes are kept in. */
const columnsOf = ({ name, tel, email, displayText, address, useBranchDeduction, feeDeduction }: BranchFields) => ({
  name,
  tel,
  email,
  display_text: displayText,
  ...address,
  postcode: normalPostcode(address.postcode),
  use_branch_deduction: useBranchDeduction,
  fee_deduction: feeDeduction,
})
