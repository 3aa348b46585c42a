import { weekdays as weekdayNames } from '@gya/domain/common/dates.ts'
import type { ReactNode } from 'react'
import { AddressFields } from '../../platform/address-fields.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { ColourField } from '../../ui/colour-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/form-panel.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { PercentField } from '../../ui/percent-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** `form.getInputProps` of whichever form holds a company. */
type FieldOf = (path: string, options?: { type: 'checkbox' }) => object

/** The form path of every field and its words on screen: the labels, and what a Save bar names. */
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
  'security.sessionIdleHours': 'Sign out after',
  'security.recipientDomains': 'Send documents only to',
  'security.auditMonths': 'Keep security events for',
  confirmColleagues: 'An administrator confirms colleagues of other branches',
} satisfies Record<string, string>

export const companyLogoLabel = 'Company logo'
export const companyLogoHint = 'JPEG or PNG, less than 20 MB. It stands at the top of the sidebar.'

const weekdayOptions = weekdayNames.map((label, value) => ({ value, label }))

type Locks = {
  /** Why this reader may change nothing. */
  locked?: string | null
  /** Why the fields of the platform admin cannot be changed. */
  platformLocked?: string | null
}

/** Name, telephone and address. */
export const CompanyDetails = ({ field, isNew, locked = null }: { field: FieldOf; isNew?: boolean } & Locks) => (
  <FormPanel title="Company details">
    <FieldGrid>
      <TextField {...field('name')} label={companyLabels.name} required disabledReason={locked} />
      <TextField {...field('tel')} label={companyLabels.tel} type="tel" autoComplete="tel" optional disabledReason={locked} />
    </FieldGrid>
    <AddressFields field={(part) => field(`address.${part}`)} ofCompany={!isNew} disabledReason={locked} />
  </FormPanel>
)

/** Licences, fee deduction and notice period. `branches`: how many of the licences are in use, where that is known. */
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

/** Logo, brand colour and the end of the week: shown to platform and company admins only. */
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
    <FormPanel title="Management information: end of the week">
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
