import { type Address, emptyAddress, withAddressDefaults } from '@gya/domain/common/address.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import {
  type createCompany,
  defaultSecuritySettings,
  type readCompany,
} from '@gya/domain/features/companies/companies.contract.ts'

export type WireCompany = Wire<typeof readCompany, 'response'>
type NewCompany = Wire<typeof createCompany, 'body'>

/** A company as its form holds it: an empty field is '' or null. */
export type CompanyValues = {
  name: string
  tel: string
  availableLicenses: number | null
  address: Address
  feeDeduction: number | null
  noticePeriodInDays: number | null
  branding: { brandColour: string }
  mdConfig: { day: number; time: string }
  security: { sessionIdleHours: number | null; recipientDomains: string; auditMonths: number | null }
  confirmColleagues: boolean
}

/** A company that is still to be made: one licence, and a week that ends on Friday at half past five. */
export const newCompany: CompanyValues = {
  name: '',
  tel: '',
  availableLicenses: 1,
  address: emptyAddress,
  feeDeduction: null,
  noticePeriodInDays: null,
  branding: { brandColour: '' },
  mdConfig: { day: 4, time: '17:30' },
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
  security: { ...company.security, recipientDomains: company.security.recipientDomains.join(', ') },
  confirmColleagues: company.confirmColleagues,
})

/** 9:00, 0900, 9.30 and 17:30 in the one spelling of the contract, which refuses anything else as it was typed. */
export const parseTime = (typed: string): string => {
  const read = /^(\d{1,2})[:.]?(\d{2})$/.exec(typed.trim())
  return read ? `${read[1]?.padStart(2, '0')}:${read[2]}` : typed.trim()
}

/** #abc stands for #aabbcc; nothing for the product's own colour. */
export const parseColour = (typed: string): string | null => {
  const colour = typed.trim()
  if (colour === '') return null
  return /^#[\da-f]{3}$/i.test(colour) ? colour.replace(/[\da-f]/gi, '$&$&') : colour
}

/** Domains as they were typed, with commas, spaces or line breaks between them. */
export const parseDomains = (typed: string): string[] => typed.split(/[\s,;]+/).filter((domain) => domain !== '')

/** What the calls take. A field that may not be empty goes as NaN, which the contract refuses in words. */
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
