import { type Address, emptyAddress, withAddressDefaults } from '@gya/domain/common/address.ts'
import { monthName, weekdays } from '@gya/domain/common/dates.ts'
import { maxFileMegabytes } from '@gya/domain/common/uploads.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import {
  type createCompany,
  defaultSecuritySettings,
  type readCompany,
} from '@gya/domain/features/companies/companies.contract.ts'
import type { ReactNode } from 'react'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { ColourField } from '../../ui/fields/colour-field.tsx'
import { NumberField, PercentField } from '../../ui/fields/number-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { AddressFields } from '../common/address-fieldset.tsx'

/** `form.getInputProps` */
type FieldOf = (path: string, options?: { type: 'checkbox' }) => object

/** Form path → label. The Save bar lists changed fields by these labels. */
export const companyLabels = {
  name: 'Name',
  tel: 'Telephone',
  address: 'Address',
  availableLicenses: 'Available licences',
  feeDeduction: 'Fee deduction',
  noticePeriodInDays: 'Notice period',
  'branding.brandColour': 'Brand colour',
  'mdConfig.day': 'Closes on',
  'mdConfig.time': 'At',
  yearStarts: 'Financial year starts in',
  'security.sessionIdleHours': 'Sign out after',
  'security.recipientDomains': 'Send documents only to',
  'security.readersMailOutside': 'Readers may e-mail reports to addresses outside the company',
  'security.auditMonths': 'Keep security events for',
  confirmColleagues: 'An administrator confirms colleagues of other branches',
} satisfies Record<string, string>

export const companyLogoLabel = 'Company logo'
export const companyLogoHint = `JPEG or PNG, less than ${maxFileMegabytes} MB. It stands at the top of the sidebar.`

const monthOptions = Array.from({ length: 12 }, (_, nth) => ({
  value: nth + 1,
  label: monthName(`2026-${String(nth + 1).padStart(2, '0')}-01`),
}))
const weekdayOptions = weekdays.map((label, value) => ({ value, label }))

type Locks = {
  /** Why the reader cannot edit anything. */
  locked?: string | null
  /** Why the reader cannot edit the fields reserved for platform admins. */
  platformLocked?: string | null
}

export const CompanyDetails = ({ field, isNew, locked = null }: { field: FieldOf; isNew?: boolean } & Locks) => (
  <FormPanel title="Company details">
    <FieldGrid>
      <TextField {...field('name')} label={companyLabels.name} required disabledReason={locked} />
      <TextField {...field('tel')} label={companyLabels.tel} type="tel" autoComplete="tel" optional disabledReason={locked} />
    </FieldGrid>
    <AddressFields field={(part) => field(`address.${part}`)} ofCompany={!isNew} disabledReason={locked} />
  </FormPanel>
)

/** `branches`: the number of licences in use, if known. */
export const CompanyTerms = ({
  field,
  branches,
  feeProgress,
  locked = null,
  platformLocked = locked,
}: { field: FieldOf; branches?: number | undefined; feeProgress?: ReactNode } & Locks) => (
  <FormPanel title="Licences, fees and notice">
    <FieldGrid>
      <NumberField
        {...field('availableLicenses')}
        label={companyLabels.availableLicenses}
        hint={branches === undefined ? 'Each branch takes one.' : `Each branch takes one. ${branches} in use.`}
        min={1}
        max={10_000}
        step={1}
        required
        disabledReason={platformLocked}
      />
      <PercentField
        {...field('feeDeduction')}
        label={companyLabels.feeDeduction}
        hint="Taken off every expected fee."
        step={0.01}
        optional
        disabledReason={platformLocked}
      />
      <NumberField
        {...field('noticePeriodInDays')}
        label={companyLabels.noticePeriodInDays}
        hint="Days of notice vendors get for termination."
        min={0}
        max={1000}
        step={1}
        unit="days"
        optional
        disabledReason={locked}
      />
      {feeProgress && <div className="full">{feeProgress}</div>}
    </FieldGrid>
  </FormPanel>
)

/** Branding, end of the week and security: shown to platform and company admins only. */
export const CompanySettings = ({ field, logo }: { field: FieldOf; logo: ReactNode }) => (
  <>
    <FormPanel title="Branding">
      <FieldGrid columns={1}>
        {logo}
        <ColourField
          {...field('branding.brandColour')}
          label={companyLabels['branding.brandColour']}
          hint="The sidebar and the main button of every page. Dark navy when left empty."
          optional
        />
      </FieldGrid>
    </FormPanel>
    <FormPanel title="Management information: end of the week, financial year">
      <FieldGrid>
        <SelectField
          {...field('mdConfig.day')}
          label={companyLabels['mdConfig.day']}
          hint="Weekly figures are of this week; its summary goes by e-mail to the company’s administrators when it closes."
          options={weekdayOptions}
        />
        <TextField
          {...field('mdConfig.time')}
          label={companyLabels['mdConfig.time']}
          inputMode="numeric"
          placeholder="17:30"
          hint="London time. Before noon the week ends with the day before: Monday at 09:00 closes Monday to Sunday."
          required
        />
        <SelectField
          {...field('yearStarts')}
          label={companyLabels.yearStarts}
          hint="Quarters and years of the week count from it."
          options={monthOptions}
        />
      </FieldGrid>
    </FormPanel>
    <FormPanel title="Security">
      <FieldGrid columns={1}>
        <NumberField
          {...field('security.sessionIdleHours')}
          label={companyLabels['security.sessionIdleHours']}
          hint="Hours without use after which staff sign in again: 1 to 336 (14 days). A shorter time holds at once."
          min={1}
          max={336}
          step={1}
          unit="hours"
          required
        />
        <TextField
          {...field('security.recipientDomains')}
          label={companyLabels['security.recipientDomains']}
          placeholder="example.com, law.example"
          hint="Domains with commas between them. Reports, documents and memoranda go by e-mail to these alone; to anybody when left empty."
          spellCheck={false}
          optional
        />
        <CheckField
          {...field('security.readersMailOutside', { type: 'checkbox' })}
          label={companyLabels['security.readersMailOutside']}
          hint="Without it, readers send the workflow report to colleagues only."
        />
        <NumberField
          {...field('security.auditMonths')}
          label={companyLabels['security.auditMonths']}
          hint="Sign-ins, exports and changes of access, with the network they came from: 12 to 84 months. Older ones are deleted every night."
          min={12}
          max={84}
          step={1}
          unit="months"
          required
        />
        <CheckField
          {...field('confirmColleagues', { type: 'checkbox' })}
          label={companyLabels.confirmColleagues}
          hint="When a branch admin adds somebody of another branch, they join once an administrator of the company approves it under Admins."
        />
      </FieldGrid>
    </FormPanel>
  </>
)

export type WireCompany = Wire<typeof readCompany, 'response'>
type NewCompany = Wire<typeof createCompany, 'body'>

/** The form values of a company; an empty field is '' or null. */
export type CompanyValues = {
  name: string
  tel: string
  availableLicenses: number | null
  address: Address
  feeDeduction: number | null
  noticePeriodInDays: number | null
  branding: { brandColour: string }
  mdConfig: { day: number; time: string }
  yearStarts: number
  security: { sessionIdleHours: number | null; recipientDomains: string; readersMailOutside: boolean; auditMonths: number | null }
  confirmColleagues: boolean
}

/** Defaults: one licence, and a week that ends on Friday at 17:30. */
export const newCompany: CompanyValues = {
  name: '',
  tel: '',
  availableLicenses: 1,
  address: emptyAddress,
  feeDeduction: null,
  noticePeriodInDays: null,
  branding: { brandColour: '' },
  mdConfig: { day: 4, time: '17:30' },
  yearStarts: 4,
  security: { ...defaultSecuritySettings, recipientDomains: '' },
  confirmColleagues: false,
}

export const toCompanyValues = (company: WireCompany): CompanyValues => ({
  name: company.name,
  tel: company.tel,
  availableLicenses: company.availableLicenses,
  address: withAddressDefaults(company.address),
  feeDeduction: company.feeDeduction,
  noticePeriodInDays: company.noticePeriodInDays,
  branding: { brandColour: company.branding.brandColour ?? '' },
  mdConfig: company.mdConfig,
  yearStarts: company.yearStarts,
  security: { ...company.security, recipientDomains: company.security.recipientDomains.join(', ') },
  confirmColleagues: company.confirmColleagues,
})

/** Normalizes 9:00, 0900 and 9.30 to HH:mm; the contract refuses anything else. */
export const parseTime = (typed: string): string => {
  const read = /^(\d{1,2})[:.]?(\d{2})$/.exec(typed.trim())
  return read ? `${read[1]?.padStart(2, '0')}:${read[2]}` : typed.trim()
}

/** Expands #abc to #aabbcc; null (the default colour) if empty. */
export const parseColour = (typed: string): string | null => {
  const colour = typed.trim()
  if (colour === '') return null
  return /^#[\da-f]{3}$/i.test(colour) ? colour.replace(/[\da-f]/gi, '$&$&') : colour
}

/** Splits domains at commas, semicolons and white space. */
export const parseDomains = (typed: string): string[] => typed.split(/[\s,;]+/).filter((domain) => domain !== '')

/** The request body. A missing required number becomes NaN, for which the contract has an error message. */
export const toCompanyBody = (values: CompanyValues): Omit<NewCompany, 'administrator'> => ({
  ...values,
  availableLicenses: values.availableLicenses ?? Number.NaN,
  branding: { brandColour: parseColour(values.branding.brandColour) },
  mdConfig: { ...values.mdConfig, time: parseTime(values.mdConfig.time) },
  security: {
    sessionIdleHours: values.security.sessionIdleHours ?? Number.NaN,
    recipientDomains: parseDomains(values.security.recipientDomains),
    auditMonths: values.security.auditMonths ?? Number.NaN,
  },
})
