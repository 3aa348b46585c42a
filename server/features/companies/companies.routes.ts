import { normalPostcode } from '@gya/domain/common/address.ts'
import { given } from '@gya/domain/common/given.ts'
import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import { createCompany, listCompanies, readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { lockedFields, whyNotSetLicences } from '@gya/domain/features/companies/why-not-save-company.ts'
import { productTemplate } from '@gya/domain/features/timeline/templates.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields, refuseStaleRow } from '../../db/changed-fields.ts'
import { mount, mountPrepared } from '../../http/mount.ts'
import { branchesInReach } from '../../http/reach.ts'
import { saveFeesOfDay } from '../dashboard/days.repository.ts'
import { insertEvents } from '../events/events.repository.ts'
import { newPassword, openAccount } from '../members/open-account.ts'
import { lockPropertiesOf } from '../properties/properties.repository.ts'
import { updateExpectedFees } from '../report/report-row.repository.ts'
import { insertCompany, listCompanyRows, lockCompany, updateCompanyColumns } from './companies.repository.ts'
import { type CompanyFields, fieldsOf, readCompanyOf } from './company.read-model.ts'

export function companiesRoutes(app: FastifyInstance): void {
  mount(app, readCompany, ({ params, caller, db }) => readCompanyOf(db, params.companyId, branchesInReach(caller)))

  mount(app, listCompanies, async ({ query, db }) => {
    const page = pageAsked(query)
    const { rows, count } = await listCompanyRows(db, page, query.textSearch)
    const data = rows.map((row) => ({
      _id: row.id,
      name: row.name,
      branchCount: row.branch_count ?? 0,
      availableLicenses: row.available_licenses,
      logo: row.logo,
    }))
    return { data, paging: pagingOf(page, count) }
  })

  mountPrepared(
    app,
    createCompany,
    async ({ body: { administrator } }) => (administrator ? newPassword(administrator.password, 'administrator.password') : null),
    async (context) => {
      const { body, caller, db, now, newId, file, prepared: password } = context
      const { administrator, ...fields } = body
      const companyId = newId()
      const made = {
        timeline: JSON.stringify(productTemplate),
        createdon: now,
        updatedon: now,
        updated_by: caller.userId,
        logo: file?.id ?? null,
      }
      await insertCompany(db, { id: companyId, ...columnsOf(fields), ...made })
      const record = { companyId, propertyId: null, userId: caller.userId, at: now, newId }
      await insertEvents(db, record, [{ kind: 'company-created', data: { name: body.name } }])
      if (administrator && password) {
        const writing = { ...context, publicUrl: app.gya.config.publicUrl }
        const userId = await openAccount(writing, { ...administrator, type: 'COMPANY_ADMIN', companyId }, password)
        await insertEvents(db, record, [{ kind: 'member-added', data: { userId, type: 'COMPANY_ADMIN' } }])
      }
      return readCompanyOf(db, companyId, null)
    },
  )

  mount(app, updateCompany, async ({ body, caller, db, now, today, newId, file, discardFile }) => {
    const { _id: companyId, version, ...fields } = body
    const company = await lockCompany(db, companyId)
    if (!company) throw new DomainError('NOT_FOUND')
    await refuseStaleRow(db, version, company)
    const before = fieldsOf(company)
    const locked = lockedFields(caller.type, before, fields)
    if (locked.length > 0) throw new DomainError('FORBIDDEN', { issues: locked })
    const next = { ...before, ...given(fields) }
    refuseIf(whyNotSetLicences(next.availableLicenses, company.branches))
    const columns = { ...columnsOf(next), ...given({ logo: file?.id }) }
    const changes = changedFields(company, columns)
    if (changes.length > 0) {
      await updateCompanyColumns(db, companyId, { ...columns, updatedon: now, updated_by: caller.userId })
      await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
        { kind: 'company-edited', data: { changes } },
      ])
    }
    if (file) await discardFile(company.logo, 'picture')
    if (next.feeDeduction !== before.feeDeduction) {
      await lockPropertiesOf(db, { companyId })
      await updateExpectedFees(db, { companyId })
      await saveFeesOfDay(db, { companyId }, today)
    }
    return readCompanyOf(db, companyId, null)
  })
}

/** A company as its columns, in the one spelling that postcodes and colours are kept in. */
const columnsOf = ({
  name,
  tel,
  availableLicenses,
  address,
  feeDeduction,
  noticePeriodInDays,
  branding,
  mdConfig,
}: CompanyFields) => ({
  name,
  tel,
  available_licenses: availableLicenses,
  ...address,
  postcode: normalPostcode(address.postcode),
  fee_deduction: feeDeduction,
  notice_period_in_days: noticePeriodInDays,
  brand_colour: branding.brandColour?.toLowerCase() ?? null,
  md_day: mdConfig.day,
  md_time: mdConfig.time,
})
