import { personFields } from '@gya/domain/features/personal-data/personal-data.contract.ts'

/** Who is looked for: everything that was typed or added since. */
export type AskedPerson = { names: string[]; emails: string[]; tels: string[] }

type Typed = { name: string; email: string; tel: string }

const errorIn = (list: keyof typeof personFields, text: string): string | undefined =>
  text.trim() === '' ? undefined : personFields[list].safeParse([text]).error?.issues[0]?.message

const listOf = (text: string): string[] => (text.trim() === '' ? [] : [text.trim()])

/** The person that three fields name; or why they name nobody yet. */
export function personTyped({ name, email, tel }: Typed): { person: AskedPerson } | { person: null; why: string } {
  const error = errorIn('names', name) ?? errorIn('emails', email) ?? errorIn('tels', tel)
  if (error) return { person: null, why: error }
  const person = { names: listOf(name), emails: listOf(email), tels: listOf(tel) }
  const isSomebody = Object.values(person).some((list) => list.length > 0)
  return isSomebody ? { person } : { person: null, why: 'Enter a name, an e-mail address or a telephone number first' }
}

/** What the person is called in a question about them. */
export const calledIn = ({ names, emails, tels }: AskedPerson): string => names[0] ?? emails[0] ?? tels[0] ?? ''

/** The same person with a further name, address or number. */
export const withAlso = (person: AskedPerson, list: keyof AskedPerson, text: string): AskedPerson => ({
  ...person,
  [list]: [...person[list], text],
})
