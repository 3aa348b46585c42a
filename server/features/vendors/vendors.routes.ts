import { DomainError } from '@gya/domain/error-catalogue.ts'
import { searchVendors, updateVendor } from '@gya/domain/features/vendors/vendors.contract.ts'
import type { FastifyInstance } from 'fastify'
import { branchesInScope } from '../../http/access/scope.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { toOwner } from '../properties/read/property-owner.ts'
import { refuseStaffEmail } from '../properties/write/assign-owner.ts'
import { findVendorByEmail } from '../properties/write/vendor-accounts.ts'
import { changeVendor } from './change-vendor.ts'
import { findVendorOfBranch, findVendorRow, searchVendorRows } from './vendors.repository.ts'

/**
 * "Branch member search and staff selector: 15 per page." [administration §9](docs/design/administration.md#9); vendors are found the same
 * way.
 */
const maxResults = 15

export function vendorsRoutes(app: FastifyInstance): void {
  registerRoute(app, searchVendors, async ({ query, caller, db }) => {
    const companyId = caller.companyId ?? query.companyId
    if (!companyId)
      throw new DomainError('VALIDATION_FAILED', {
        issues: [{ path: 'companyId', message: 'Give the company whose vendors to search.' }],
      })
    const rows = await searchVendorRows(db, companyId, {
      email: query.email,
      branchIds: branchesInScope(caller),
      most: maxResults,
    })
    const email = query.email.toLowerCase()
    const isShown = rows.some((row) => row.email === email)
    const exists = !isShown && (await findVendorByEmail(db, companyId, email)) !== undefined
    const data = rows.map((row) => ({
      _id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      fullName: `${row.first_name} ${row.last_name}`,
      email: row.email,
      tel: row.tel,
    }))
    return { data, exists }
  })

  registerRoute(app, updateVendor, async (context) => {
    const { params, body, caller, db } = context
    const { _id: userId, staffConfirmed, ...change } = body
    const vendor = await findVendorOfBranch(db, params.branchId, userId)
    const companyId = vendor?.company_id
    if (!companyId) throw new DomainError('NOT_FOUND')
    if (change.email !== undefined && change.email !== vendor.email)
      await refuseStaffEmail(db, companyId, { email: change.email, confirmed: staffConfirmed, path: 'email' })
    const { publicUrl } = app.gya.config
    const changing = { ...context, publicUrl, branchIds: branchesInScope(caller) }
    await changeVendor(changing, { companyId, userId }, change)
    return toOwner(await findVendorRow(db, companyId, userId))
  })
}
