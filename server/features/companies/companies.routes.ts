import { normalisePostcode } from '@gya/domain/common/address.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  createCompany,
  defaultSecuritySettings,
  listCompanies,
  readCompany,
  updateCompany,
} from '@gya/domain/features/companies/companies.contract.ts'
import { lockedFields, whyNotSetLicences } from '@gya/domain/features/companies/companies.rules.ts'
import { productTemplate } from '@gya/domain/features/timeline/product-template.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields, requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { roleOf } from '../../http/access/caller.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { refuseInSupportAccess, requireConfirmedAct } from '../../http/access/sensitive-acts.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { createStaffAccount, prepareNewPassword } from '../members/create-staff-account.ts'
import { guessableWordsOfPerson } from '../users/guessable-words.ts'
import { insertCompany, listCompanyRows, lockCompany, shortenSessions, updateCompanyColumns } from './companies.repository.ts'
import { type CompanyFields, loadCompany, toCompanyFields } from './companies.response.ts'
import { startFeeUpdate } from './fee-updates.ts'
import { insertStarterTemplates } from './insert-starter-templates.ts'

const securityColumns = ['session_idle_hours', 'recipient_domains', 'readers_mail_outside', 'audit_months', 'confirm_colleagues']

/** Settings whose changes are audited as `settings-changed`, with their names in the audit. */
const auditedSettings: Readonly<Record<string, string>> = {
  available_licenses: 'licences',
  session_idle_hours: 'idle limit of sessions',
  recipient_domains: 'domains of recipients',
  readers_mail_outside: 'reports of readers to outside addresses',
  audit_months: 'retention of the audit',
  confirm_colleagues: 'confirmation of colleagues',
}

export function companiesRoutes(app: FastifyInstance): void {
  registerRoute(app, readCompany, ({ params, caller, db }) => loadCompany(db, params.companyId, caller))

  registerRoute(app, listCompanies, async ({ query, db }) => {
    const page = pageRequest(query)
    const { rows, count } = await listCompanyRows(db, page, query.textSearch)
    const data = rows.map((row) => ({
      _id: row.id,
      name: row.name,
      branchCount: row.branch_count ?? 0,
      availableLicenses: row.available_licenses,
      logo: row.logo,
    }))
    return { data, paging: toPaging(page, count) }
  })

  registerPreparedRoute(
    app,
    createCompany,
    async ({ body: { administrator, name } }) =>
      administrator
        ? prepareNewPassword(app.gya.config, {
            password: administrator.password,
            path: 'administrator.password',
            guessableWords: [...guessableWordsOfPerson(administrator), name],
          })
        : null,
    async (context) => {
      const { body, caller, db, now, newId, file, prepared: password } = context
      const { administrator, ...fields } = body
      const companyId = newId()
      const created = {
        timeline: JSON.stringify(productTemplate),
        createdon: now,
        updatedon: now,
        updated_by: caller.userId,
        logo: file?.id ?? null,
      }
      const security = { ...defaultSecuritySettings, ...omitUndefined(fields.security) }
      await insertCompany(db, { id: companyId, ...toCompanyColumns({ ...fields, security }), ...created })
      await insertStarterTemplates(db, companyId, { now, newId })
      const record = { companyId, userId: caller.userId, at: now, newId }
      await recordSecurityEvent(context, { kind: 'company-created', companyId })
      await recordCompanyEvents(db, record, [{ kind: 'company-created', data: { name: body.name } }])
      if (administrator && password) {
        const writing = { ...context, publicUrl: app.gya.config.publicUrl }
        const userId = await createStaffAccount(writing, { ...administrator, type: 'COMPANY_ADMIN', companyId }, password, true)
        await recordCompanyEvents(db, record, [{ kind: 'member-added', data: { userId, type: 'COMPANY_ADMIN' } }])
      }
      return loadCompany(db, companyId, caller)
    },
  )

  registerRoute(app, updateCompany, async (context) => {
    const { body, caller, db, now, newId, file, discardFile } = context
    const { _id: companyId, version, ...fields } = body
    const company = await lockCompany(db, companyId)
    if (!company) throw new DomainError('NOT_FOUND')
    await requireCurrentVersion(db, version, company, caller.userId)
    const before = toCompanyFields(company)
    const locked = lockedFields(roleOf(caller), before, fields)
    if (locked.length > 0) throw new DomainError('FORBIDDEN', { issues: locked })
    const security = { ...before.security, ...omitUndefined(fields.security ?? {}) }
    const next = { ...before, ...omitUndefined(fields), security }
    const hasNewFees = next.feeDeduction !== before.feeDeduction || next.noticePeriodInDays !== before.noticePeriodInDays
    if (hasNewFees) requireConfirmedAct(context, 'changed the fees or the notice period')
    refuseIf(whyNotSetLicences(next.availableLicenses, company.branches))
    const columns = { ...toCompanyColumns(next), ...omitUndefined({ logo: file?.id }) }
    // An equal list is not a change.
    if (columns.recipient_domains.join() === company.recipient_domains.join())
      columns.recipient_domains = company.recipient_domains
    const changes = changedFields(company, columns)
    if (changes.some(({ field }) => securityColumns.includes(field))) {
      requireConfirmedAct(context, 'changed the security settings')
      await refuseInSupportAccess(db, caller, companyId)
    }
    if (changes.length > 0) {
      await updateCompanyColumns(db, companyId, { ...columns, updatedon: now, updated_by: caller.userId })
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'company-edited', data: { changes } },
      ])
    }
    const settings = changes.flatMap(({ field }) => auditedSettings[field] ?? [])
    if (settings.length > 0)
      await recordSecurityEvent(context, { kind: 'settings-changed', companyId, data: { changed: settings.join(', ') } })
    if (hasNewFees) await recordSecurityEvent(context, { kind: 'fees-changed', companyId, data: feeChanges(before, next) })
    if (next.security.sessionIdleHours < before.security.sessionIdleHours)
      await shortenSessions(db, companyId, next.security.sessionIdleHours)
    if (file) await discardFile(company.logo, 'picture')
    if (next.feeDeduction !== before.feeDeduction) await startFeeUpdate(context, { companyId, branchId: null })
    return loadCompany(db, companyId, caller)
  })
}

type Fees = Pick<CompanyFields, 'feeDeduction' | 'noticePeriodInDays'>

/** Old and new values of what changed, for the audit. */
const feeChanges = (before: Fees, after: Fees) => ({
  ...(before.feeDeduction === after.feeDeduction ? {} : { feeBefore: before.feeDeduction, feeAfter: after.feeDeduction }),
  ...(before.noticePeriodInDays === after.noticePeriodInDays
    ? {}
    : { noticeBefore: before.noticePeriodInDays, noticeAfter: after.noticePeriodInDays }),
})

const toCompanyColumns = ({
  name,
  tel,
  availableLicenses,
  address,
  feeDeduction,
  noticePeriodInDays,
  branding,
  mdConfig,
  yearStarts,
  security,
  confirmColleagues,
}: CompanyFields) => ({
  name,
  tel,
  available_licenses: availableLicenses,
  ...address,
  postcode: normalisePostcode(address.postcode),
  fee_deduction: feeDeduction,
  notice_period_in_days: noticePeriodInDays,
  brand_colour: branding.brandColour?.toLowerCase() ?? null,
  md_day: mdConfig.day,
  md_time: mdConfig.time,
  year_starts: yearStarts,
  session_idle_hours: security.sessionIdleHours,
  recipient_domains: [...new Set(security.recipientDomains)].toSorted(),
  readers_mail_outside: security.readersMailOutside,
  audit_months: security.auditMonths,
  confirm_colleagues: confirmColleagues,
})
