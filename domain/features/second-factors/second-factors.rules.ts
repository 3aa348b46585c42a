/** Rules of second factors and the company's policy: [trust §4.2](docs/design/trust.md#4.2). */
import { companyRoles, type UserType } from '../../access/permissions.ts'
import { addDays, type DateOnly } from '../../common/dates.ts'
import type { CallLimit } from '../../endpoint.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

export const ticketMinutes = 5
/** "5 wrong answers end the ticket". */
export const ticketTries = 5
/** "10 in 15 minutes an account, counted by themselves". */
export const accountTries = 10
export const accountTryMinutes = 15
export const maxPasskeys = 10

/** "A code with spaces “123 456”: taken; letters, 5 or 7 digits: 400, not counted as a try". Section 8. */
export function readTotpCode(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(code) ? code : null
}

/** Roles for which a company can require a second factor; "Vendors never". */
export const policyRoles = companyRoles
export type PolicyRole = (typeof policyRoles)[number]

/** "From a day ≥ 3 days ahead". */
export const policyNoticeDays = 3

export type SignInPolicy = { secondFactorFor: readonly string[]; requiredFrom: DateOnly | null }

/**
 * The day from which the user needs a second factor; null: never. "Platform admins always, except in a demo database":
 * `platformNeedsFactor`.
 */
export function secondFactorFrom(
  type: UserType,
  { secondFactorFor, requiredFrom }: SignInPolicy,
  platformNeedsFactor: boolean,
): DateOnly | null {
  if (type === 'GYA_ADMIN') return platformNeedsFactor ? '1970-01-01' : null
  return secondFactorFor.includes(type) ? requiredFrom : null
}

type FactorState = { hasSecondFactor: boolean; secondFactorFrom: DateOnly | null }

/** "After it 403 SECOND_FACTOR_SETUP_REQUIRED on everything but the set-up calls and log-out". */
export const whyNotWithoutFactor = (
  { hasSecondFactor, secondFactorFrom: from }: FactorState,
  today: DateOnly,
): ErrorCode | null => (!hasSecondFactor && from !== null && from <= today ? 'SECOND_FACTOR_SETUP_REQUIRED' : null)

/** "The last factor cannot be removed where the policy requires one". Also applies before the policy's first day, once it is announced. */
export const whyNotRemoveFactor = (factors: number, from: DateOnly | null): ErrorCode | null =>
  factors <= 1 && from !== null ? 'FACTOR_REQUIRED' : null

/** "A company admin resets a member's factors, a platform admin a company admin's." */
export const whyNotResetFactors = (caller: UserType, owner: UserType): ErrorCode | null =>
  owner === 'COMPANY_ADMIN' && caller !== 'GYA_ADMIN' ? 'FORBIDDEN' : null

/** A policy for more roles takes effect after some days; one for fewer roles takes effect at once. */
export function whyNotPolicy(before: SignInPolicy, after: SignInPolicy, today: DateOnly): string | null {
  const { requiredFrom } = after
  if (after.secondFactorFor.length === 0)
    return requiredFrom === null ? null : 'Choose who needs a second factor, or leave out the day.'
  if (requiredFrom === null) return 'Choose the day from which it is required.'
  const isWider = after.secondFactorFor.some((role) => !before.secondFactorFor.includes(role))
  if (!isWider && requiredFrom === before.requiredFrom) return null
  return requiredFrom >= addDays(today, policyNoticeDays) ? null : `Choose a day at least ${policyNoticeDays} days ahead.`
}

export const recoveryCodeLimits: readonly CallLimit[] = [{ name: 'recovery-codes-of', per: 'person', most: 20, minutes: 60 }]
