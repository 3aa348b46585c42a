import { passwordProblems } from '@gya/domain/common/password.ts'
import { passwordsDifferMessage } from '@gya/domain/common/person.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type createProperty, NewOwner } from '@gya/domain/features/properties/properties.contract.ts'
import type { Option } from '../../ui/fields/option-list.tsx'

export type VendorBody = Wire<typeof createProperty, 'body'>['owner']

/** The owner of a property that is taken on, as its form holds it: the tab, the vendor found, and the one typed. */
export type VendorValues = {
  kind: 'existing' | 'new'
  vendor: Option<string> | null
  firstName: string
  lastName: string
  email: string
  tel: string
  password: string
  confirmPassword: string
  contactPrefs: { email: boolean; push: boolean }
  /** The colleague's address that was confirmed to be the vendor's; another one is asked about anew. */
  staffEmail: string
}

export const emptyVendor: VendorValues = {
  kind: 'existing',
  vendor: null,
  firstName: '',
  lastName: '',
  email: '',
  tel: '',
  password: '',
  confirmPassword: '',
  contactPrefs: { email: true, push: false },
  staffEmail: '',
}

/** What the call takes: the vendor found, or the one typed, without a password where none was entered. */
export function toVendorBody({
  kind,
  vendor,
  password,
  confirmPassword: _confirmed,
  staffEmail,
  ...person
}: VendorValues): VendorBody | undefined {
  if (kind === 'existing') return vendor ? { _id: vendor.value } : undefined
  return {
    ...person,
    ...(password ? { password } : {}),
    ...(staffEmail && staffEmail === person.email ? { staffConfirmed: true } : {}),
  }
}

const [, newVendor] = NewOwner.options

/**
 * What is missing or wrong, by field; `owner` stands for the whole ("Create property requires an owner with firstName,
 * lastName and email", property document, section 5). The password rule holds only where one is entered; its confirmation must equal it.
 */
export function validateVendor(values: VendorValues): Record<string, string> {
  if (values.kind === 'existing') return {}
  const read = newVendor.safeParse(toVendorBody(values))
  const problems = read.success
    ? []
    : read.error.issues.map((issue) => [issue.path.join('.'), issue.message] as const).toReversed()
  const weak = values.password ? passwordProblems(values.password)[0] : undefined
  const differs = values.password !== values.confirmPassword
  return Object.fromEntries([
    ...problems,
    ...(weak ? [['password', weak] as const] : []),
    ...(differs ? [['confirmPassword', passwordsDifferMessage] as const] : []),
  ])
}
