import { passwordProblems } from '@gya/domain/common/password.ts'
import { passwordsDifferMessage } from '@gya/domain/common/person.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type createProperty, NewOwner } from '@gya/domain/features/properties/properties.contract.ts'
import type { Option } from '../../ui/fields/option-list.tsx'

export type VendorBody = Wire<typeof createProperty, 'body'>['owner']

/** Form values: the chosen tab, the vendor found and the one entered. */
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
  /** The e-mail address of a colleague that was confirmed. Another address requires a new confirmation. */
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

/** The chosen vendor, or the entered one without an empty password. */
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
 * Errors by field; `owner` for the owner as a whole ("Create property requires an owner with firstName, lastName and email",
 * [property §5](docs/design/property.md#5)). The password rule applies only if one is entered.
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
