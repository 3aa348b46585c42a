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
export const newPersonFields = { ...personFields, tel: Tel.default(''), password: z.string().max(200).optional() }

/** The fields of a save that names only what it changes. */
export const personChange = z.strictObject(personFields).partial().shape
