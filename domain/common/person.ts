import { z } from 'zod'
import { Email, requiredLine, Tel } from './wire.ts'

/** The card of a person: "e-mail, first name and last name are required. Telephone is optional." Administration document, section 5. */
const personFields = {
  firstName: requiredLine(80, 'the first name'),
  lastName: requiredLine(80, 'the last name'),
  email: Email,
  tel: Tel,
}

/** The same of a person who gets an account. "Password entry is only on creation"; without one a temporary password goes by e-mail. */
export const newPersonFields = {
  ...personFields,
  tel: Tel.default(''),
  password: z.string().max(200).optional(),
  confirmPassword: z.string().max(200).optional(),
}

/** Verbatim from the administration document, section 5. */
export const passwordsDifferMessage = 'Passwords do not match.'

/** "Confirm password must equal password." Administration document, section 5. A call that sends no confirmation had it compared before. */
export function checkConfirmation(
  { password, confirmPassword }: { password?: string | undefined; confirmPassword?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (confirmPassword !== undefined && confirmPassword !== (password ?? ''))
    context.addIssue({ code: 'custom', path: ['confirmPassword'], message: passwordsDifferMessage })
}

/** The fields of a save that names only what it changes. */
export const personUpdateFields = z.strictObject(personFields).partial().shape

/** Between the names of joint owners: "Grace and Ewan", "Grace Holloway & Ewan". */
const joint = /\s(?:and|&)\s/i

/** True of a first name that holds several people's. */
export const isJointName = (firstName: string): boolean => joint.test(firstName.trim())

/**
 * How a letter greets somebody: by the first name, "Grace and Ewan" by both. Joint owners with two surnames have the
 * first one among their first names ("Grace Holloway and Ewan", "Price"), and are greeted by both whole names.
 */
export const salutationOf = (firstName: string, lastName: string): string => {
  const [first = '', ...others] = firstName.trim().split(joint)
  return others.length > 0 && first.trim().includes(' ') ? `${firstName.trim()} ${lastName.trim()}` : firstName
}
