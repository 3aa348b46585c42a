import { z } from 'zod'
import { nameInMail } from './web-address.ts'
import { Email, personName, Tel } from './wire.ts'

/** "E-mail, first name and last name are required. Telephone is optional." [administration §5](docs/design/administration.md#5). */
const personFields = {
  firstName: personName(80, 'the first name'),
  lastName: personName(80, 'the last name'),
  email: Email,
  tel: Tel,
}

/** "Password entry is only on creation"; without one a temporary password is sent by e-mail. */
export const newPersonFields = {
  ...personFields,
  tel: Tel.default(''),
  password: z.string().max(200).optional(),
  confirmPassword: z.string().max(200).optional(),
}

/** Verbatim from [administration §5](docs/design/administration.md#5). */
export const passwordsDifferMessage = 'Passwords do not match.'

/**
 * "Confirm password must equal password." [administration §5](docs/design/administration.md#5). A call without a confirmation relies on the
 * client's check.
 */
export function checkConfirmation(
  { password, confirmPassword }: { password?: string | undefined; confirmPassword?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (confirmPassword !== undefined && confirmPassword !== (password ?? ''))
    context.addIssue({ code: 'custom', path: ['confirmPassword'], message: passwordsDifferMessage })
}

/** All fields optional, for partial updates. */
export const personUpdateFields = z.strictObject(personFields).partial().shape

/** Separator of joint owners' names: "Grace and Ewan", "Grace Holloway & Ewan". */
const joint = /\s(?:and|&)\s/i

/** True if the first name contains several people's names. */
export const isJointName = (firstName: string): boolean => joint.test(firstName.trim())

export const titles: ReadonlySet<string> = new Set('mr mrs ms miss mx dr sir dame lady lord rev prof'.split(' '))
const isTitle = (word: string): boolean => titles.has(word.toLowerCase().replace(/\.$/, ''))
/** "Mr", "Mr J", "Mr John": the surname is the last name. "Sir John" is addressed by his first name. */
const isTitled = (name: string): boolean =>
  isTitle(name.split(/\s+/)[0] ?? '') && name.split(/\s+/).length <= 2 && !/^(?:sir|dame) /i.test(name)
/** "J", "J P", "J.P.", "Executors of Mrs A": no name to address by itself. */
const isPartOfName = (name: string): boolean => /^(?:\p{Lu}\.? ?){1,3}$/u.test(name) || / of \S/i.test(name)

/**
 * Salutation: first names, "Grace and Ewan" for joint owners. For joint owners with two surnames the first surname is in
 * the first-name field ("Grace Holloway and Ewan", "Price"), and both full names are used. With titles, as files have them, the titles and the
 * surname: "Mr & Mrs Smith" for "Mr J & Mrs P", "Smith". Initials alone greet nobody: the full name is used.
 */
export const salutationOf = (firstName: string, lastName: string): string => {
  const people = firstName
    .trim()
    .split(joint)
    .map((name) => name.trim())
  const [first = '', ...others] = people
  const full = `${firstName.trim()} ${lastName.trim()}`
  if (people.every(isTitled)) {
    const by = joint.exec(firstName.trim())?.[0] ?? ''
    return nameInMail(`${people.map((name) => name.split(/\s+/)[0]).join(by)} ${lastName.trim()}`)
  }
  if (people.every(isPartOfName)) return nameInMail(full)
  return nameInMail(others.length > 0 && first.includes(' ') ? full : firstName)
}
