import { personFields } from '@gya/domain/features/personal-data/personal-data.contract.ts'

/** Identifiers to search for: those entered and those added from results. */
export type PersonQuery = { names: string[]; emails: string[]; tels: string[] }

type PersonFormValues = { name: string; email: string; tel: string }

const firstError = (list: keyof typeof personFields, text: string): string | undefined =>
  text.trim() === '' ? undefined : personFields[list].safeParse([text]).error?.issues[0]?.message

const nonEmptyList = (text: string): string[] => (text.trim() === '' ? [] : [text.trim()])

/** The query from the three fields, or why they are not valid yet. */
export function parsePersonQuery({
  name,
  email,
  tel,
}: PersonFormValues): { person: PersonQuery } | { person: null; why: string } {
  const error = firstError('names', name) ?? firstError('emails', email) ?? firstError('tels', tel)
  if (error) return { person: null, why: error }
  const person = { names: nonEmptyList(name), emails: nonEmptyList(email), tels: nonEmptyList(tel) }
  const isSomebody = Object.values(person).some((list) => list.length > 0)
  return isSomebody ? { person } : { person: null, why: 'Enter a name, an e-mail address or a telephone number first' }
}

export const displayNameOf = ({ names, emails, tels }: PersonQuery): string => names[0] ?? emails[0] ?? tels[0] ?? ''

export const withIdentifier = (person: PersonQuery, list: keyof PersonQuery, text: string): PersonQuery => ({
  ...person,
  [list]: [...person[list], text],
})
