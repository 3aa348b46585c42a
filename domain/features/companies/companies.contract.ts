import { z } from 'zod'
import { Address } from '../../common/address.ts'
import { defaultEndOfWeek } from '../../common/company-week.ts'
import { maxPartRows, pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { checkConfirmation, newPersonFields } from '../../common/person.ts'
import { companyParams } from '../../common/scope-params.ts'
import { logoFile } from '../../common/uploads.ts'
import { count, firmName, Id, Tel, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { defaultAuditMonths, maxAuditMonths, minAuditMonths } from '../audit/audit-retention.ts'
import { DeductionPercent } from '../management-info/fee-percent.ts'
import { MemberSummary } from '../members/members.contract.ts'
import { defaultIdleHours, maxIdleHours } from '../sessions/sessions.rules.ts'
import { TemplateStep } from '../timeline/timeline.schemas.ts'

/** End of the company's week: day 0 Monday to 6 Sunday, time `HH:mm`. */
export const MdConfig = z.strictObject({
  day: z.int('Choose a day.').min(0).max(6),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 17:30.'),
})

const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Idle limit of staff sessions, allowed recipient domains, and retention of the audit log. */
const SecuritySettings = z.strictObject({
  sessionIdleHours: z
    .int('Enter a whole number of hours.')
    .min(1, 'Use at least 1 hour.')
    .max(maxIdleHours, 'Use at most 336 hours (14 days).'),
  /** Empty: all domains are allowed. */
  recipientDomains: z
    .array(z.string('Enter a domain.').trim().toLowerCase().max(253, 'Use at most 253 characters.'))
    .max(50, 'Use at most 50 domains.')
    .superRefine((domains, context) => {
      for (const domain of domains.filter((one) => !domainName.test(one)))
        context.addIssue({ code: 'custom', message: `“${domain}” is not a domain, such as example.com.` })
    }),
  /** Whether readers may e-mail reports to addresses that are not those of colleagues. */
  readersMailOutside: z.boolean('Say yes or no.'),
  auditMonths: z
    .int('Enter a whole number of months.')
    .min(minAuditMonths, `Use at least ${minAuditMonths} months.`)
    .max(maxAuditMonths, `Use at most ${maxAuditMonths} months.`),
})

const companyFields = {
  name: firmName(120, 'the name of the company'),
  tel: Tel,
  availableLicenses: z.int('Enter a whole number.').min(1, 'At least 1 licence is needed.').max(10_000, 'Use 10,000 or less.'),
  address: Address,
  feeDeduction: DeductionPercent.nullable(),
  noticePeriodInDays: count(1000).nullable(),
  branding: z.strictObject({
    brandColour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'Choose a colour.')
      .nullable(),
  }),
  mdConfig: MdConfig,
  /** First month of the financial year. */
  yearStarts: z.int('Choose a month.').min(1, 'Choose a month.').max(12, 'Choose a month.'),
  security: SecuritySettings,
  /** Whether an administrator must approve before a branch admin adds a colleague of another branch. */
  confirmColleagues: z.boolean('Say yes or no.'),
}

export const Company = z
  .object({
    _id: Id,
    ...companyFields,
    logo: Id.nullable(),
    branches: z.array(z.object({ _id: Id, name: z.string() })),
    timeline: z.array(TemplateStep),
    /** The first by name; GET company/members has all. */
    members: z.array(MemberSummary),
    /** Progress of applying a changed fee deduction to properties; null if none is running. */
    feeUpdate: z.object({ total: z.int(), done: z.int() }).nullable(),
    version: Version,
    createdon: Timestamp,
  })
  .meta({ id: 'Company' })
export type Company = z.output<typeof Company>

export const CompanyListRow = z.object({
  _id: Id,
  name: z.string(),
  branchCount: z.int(),
  availableLicenses: z.int(),
  logo: Id.nullable(),
})

export const readCompany = endpoint({
  method: 'GET',
  path: '/company/:companyId',
  permission: 'company.view',
  summary: `One company with its branches, its timeline template and its first ${maxPartRows} members.`,
  params: companyParams,
  response: Company,
})

export const listCompanies = endpoint({
  method: 'GET',
  path: '/company/list',
  permission: 'company.list',
  summary: 'All companies by name, with their number of branches.',
  query: z.strictObject({ ...pagingQuery(), textSearch: TextSearch }),
  response: pagedListOf(CompanyListRow),
})

/** First administrator of a new company. Without a password a temporary one is sent by e-mail. */
export const NewAdministrator = z.strictObject(newPersonFields).superRefine(checkConfirmation)

const optionalCompanyFields = {
  ...companyFields,
  tel: companyFields.tel.default(''),
  feeDeduction: companyFields.feeDeduction.default(null),
  noticePeriodInDays: companyFields.noticePeriodInDays.default(null),
  branding: companyFields.branding.default({ brandColour: null }),
  mdConfig: companyFields.mdConfig.default(defaultEndOfWeek),
  yearStarts: companyFields.yearStarts.default(4),
  security: companyFields.security.partial().default({}),
  confirmColleagues: companyFields.confirmColleagues.default(false),
}

export const defaultSecuritySettings: z.output<typeof SecuritySettings> = {
  sessionIdleHours: defaultIdleHours,
  recipientDomains: [],
  readersMailOutside: false,
  auditMonths: defaultAuditMonths,
}

export const createCompany = endpoint({
  method: 'POST',
  path: '/company',
  permission: 'company.create',
  summary: 'Create a company and its first administrator.',
  body: z.strictObject({ ...optionalCompanyFields, administrator: NewAdministrator.optional() }),
  form: true,
  file: logoFile,
  emailRecipients: ['body.administrator.email'],
  response: Company,
})

export const updateCompany = endpoint({
  method: 'PUT',
  path: '/company',
  permission: 'company.edit',
  summary: 'Change a company. Only the platform admin may change licences and fee deduction.',
  body: z.strictObject({
    _id: Id,
    ...z.strictObject({ ...companyFields, security: SecuritySettings.partial() }).partial().shape,
    version: Version.optional(),
  }),
  scopeInBody: { companyId: '_id' },
  form: true,
  file: logoFile,
  response: Company,
})
