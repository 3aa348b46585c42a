import { normalisePostcode } from '@gya/domain/common/address.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { createBranch, listBranches, readBranch, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { whyNotAddBranch } from '@gya/domain/features/companies/companies.rules.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields, requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { requireConfirmedAct } from '../../http/access/sensitive-acts.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { countBranches, findLicences, lockCompany } from '../companies/companies.repository.ts'
import { startFeeUpdate } from '../companies/fee-updates.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { addMember, passwordForNewMember } from '../members/branch-membership.ts'
import { insertBranch, listBranchRows, lockBranch, updateBranchColumns } from './branches.repository.ts'
import { type BranchFields, loadBranch, toAddress, toBranchFields } from './branches.response.ts'

export function branchesRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerRoute(app, readBranch, ({ params, caller, db }) => loadBranch(db, params, caller))

  registerRoute(app, listBranches, async ({ params: { companyId }, query, caller, db }) => {
    const page = pageRequest(query)
    const { rows, count } = await listBranchRows(db, {
      companyId,
      branchIds: branchesInScope(caller),
      textSearch: query.textSearch,
      page,
    })
    const data = rows.map((row) => ({
      _id: row.id,
      name: row.name,
      tel: row.tel,
      address: toAddress(row),
      propertyCount: row.property_count ?? 0,
      area: row.area_id === null ? null : { _id: row.area_id, name: row.area_name ?? '' },
    }))
    // Licences count all branches of the company, including those out of scope.
    const licences = {
      available: (await findLicences(db, companyId)).available_licenses,
      used: await countBranches(db, companyId),
    }
    return { data, paging: toPaging(page, count), licences }
  })

  registerPreparedRoute(
    app,
    createBranch,
    ({ body, params }) => passwordForNewMember(app.gya, body.administrator, { path: 'administrator.password', place: params }),
    async (context) => {
      const { params, body, caller, db, now, newId, file, prepared: password } = context
      const { companyId } = params
      // The lock serialises concurrent creations, so that the last licence is used once.
      const company = await lockCompany(db, companyId)
      if (!company) throw new DomainError('NOT_FOUND')
      refuseIf(whyNotAddBranch(company.available_licenses, company.branches))
      const branchId = newId()
      const created = { createdon: now, updatedon: now, updated_by: caller.userId, logo: file?.id ?? null }
      const timeline_template = JSON.stringify(company.timeline)
      const columns = { ...toBranchColumns(body), timeline_template, assign_rule: 'negotiator', ...created }
      await insertBranch(db, { company_id: companyId, id: branchId, ...columns })
      await recordSecurityEvent(context, { kind: 'branch-created', data: { branchId } })
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'branch-created', data: { branchId, name: body.name } },
      ])
      if (body.administrator)
        await addMember({ ...context, publicUrl }, { companyId, branchId }, body.administrator, {
          password,
          type: 'BRANCH_ADMIN',
        })
      return loadBranch(db, { companyId, branchId }, caller)
    },
  )

  registerPreparedRoute(
    app,
    updateBranch,
    ({ body, params: { companyId } }) =>
      passwordForNewMember(app.gya, body.administrator, {
        path: 'administrator.password',
        place: { companyId, branchId: body._id },
      }),
    async (context) => {
      const { params, body, caller, db, now, newId, file, discardFile, prepared: password } = context
      const { companyId } = params
      const { _id: branchId, version, administrator, ...fields } = body
      const branch = await lockBranch(db, companyId, branchId)
      if (!branch) throw new DomainError('NOT_FOUND')
      await requireCurrentVersion(db, version, branch, caller.userId)
      const columns = {
        ...toBranchColumns({ ...toBranchFields(branch), ...omitUndefined(fields) }),
        ...omitUndefined({ logo: file?.id }),
      }
      const changes = changedFields(branch, columns)
      const hasNewDeduction = changes.some(({ field }) => field === 'use_branch_deduction' || field === 'fee_deduction')
      if (hasNewDeduction) requireConfirmedAct(context, 'changed the fee deduction of a branch')
      // Parties reply to this address.
      const hasOtherEmail = branch.email !== '' && changes.some(({ field }) => field === 'email')
      if (hasOtherEmail) requireConfirmedAct(context, 'changed the e-mail address of a branch')
      if (changes.length > 0) {
        await updateBranchColumns(db, companyId, branchId, { ...columns, updatedon: now, updated_by: caller.userId })
        await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
          { kind: 'branch-edited', data: { branchId, changes } },
        ])
      }
      if (file) await discardFile(branch.logo, 'picture')
      if (hasNewDeduction) {
        const { use_branch_deduction: ownDeduction, fee_deduction: feeAfter } = columns
        const data = { branchId, ownDeduction, feeBefore: branch.fee_deduction, feeAfter }
        await recordSecurityEvent(context, { kind: 'fees-changed', data })
        await startFeeUpdate(context, { companyId, branchId })
      }
      if (administrator)
        await addMember({ ...context, publicUrl }, { companyId, branchId }, administrator, { password, type: 'BRANCH_ADMIN' })
      return loadBranch(db, { companyId, branchId }, caller)
    },
  )
}

const toBranchColumns = ({ name, tel, email, displayText, address, useBranchDeduction, feeDeduction }: BranchFields) => ({
  name,
  tel,
  email,
  display_text: displayText,
  ...address,
  postcode: normalisePostcode(address.postcode),
  use_branch_deduction: useBranchDeduction,
  fee_deduction: feeDeduction,
})
