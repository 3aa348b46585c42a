/**
 * Redacts a person in JSON: events and archives of fall-offs. An object with name, address and number is matched by all
 * three, as in a table row; other texts are redacted by search.
 */
import type { PersonMatcher } from './person-matcher.ts'
import { erasedEmail, erasedTel, fullNameOf, type Pseudonym } from './pseudonym.ts'

export type Erasure = {
  matcher: PersonMatcher
  pseudonym: Pseudonym
  /** Ids that belong to the person alone: accounts and offers. Events about them are about the person. */
  ids: ReadonlySet<string>
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const nameKeys = ['name', 'fullName', 'first_name', 'last_name', 'firstName', 'lastName']
/** Fields of an event that identify its subject; the first one present counts. */
const aboutKeys = ['pocId', 'contactId', 'viewingId', 'offerId', 'userId']
const identityFields = [...nameKeys, 'email', 'tel']

/** Redacts a text; empty if it is only the person's address or number. */
export const redactText = ({ matcher, pseudonym }: Erasure, input: string): string =>
  matcher.isContactDetail(input) ? '' : matcher.redact(input, fullNameOf(pseudonym))

export function redactJson(erasure: Erasure, value: unknown): unknown {
  if (typeof value === 'string') return redactText(erasure, value)
  if (Array.isArray(value)) return value.map((item) => redactJson(erasure, item))
  return isObject(value) ? redactObject(erasure, value) : value
}

function redactObject(erasure: Erasure, value: Json): Json {
  const name = text(value.name ?? value.fullName) || `${text(value.firstName)} ${text(value.lastName)}`.trim()
  const likeness = erasure.matcher.likenessOf({ name, email: text(value.email), tel: text(value.tel) })
  const about = aboutKeys.map((key) => value[key]).find((id) => typeof id === 'string')
  const isAbout = typeof about === 'string' && erasure.ids.has(about)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if ((likeness === 'same' || isAbout) && typeof item === 'string' && item !== '' && identityFields.includes(key))
        return [key, redactField(erasure, key, { isRequired: 'firstName' in value })]
      if (likeness === 'namesake' && nameKeys.includes(key)) return [key, item]
      if (isAbout && key === 'changes' && Array.isArray(item)) return [key, item.map((change) => redactChange(erasure, change))]
      return [erasure.matcher.redact(key, fullNameOf(erasure.pseudonym)), redactJson(erasure, item)]
    }),
  )
}

/** Replacement for an identity field. Additional contacts require an address and a number. */
function redactField({ pseudonym }: Erasure, field: string, { isRequired }: { isRequired: boolean }): string {
  if (field === 'email') return isRequired ? erasedEmail : ''
  if (field === 'tel') return isRequired ? erasedTel : ''
  if (field === 'firstName' || field === 'first_name') return pseudonym.first
  if (field === 'lastName' || field === 'last_name') return pseudonym.last
  return fullNameOf(pseudonym)
}

/** Old and new value of a changed identity field both belong to the person. */
function redactChange(erasure: Erasure, change: unknown): unknown {
  if (!isObject(change) || !identityFields.includes(text(change.field))) return redactJson(erasure, change)
  const field = text(change.field)
  const redacted = (item: unknown) =>
    typeof item === 'string' && item !== '' ? redactField(erasure, field, { isRequired: false }) : item
  return { ...change, from: redacted(change.from), to: redacted(change.to) }
}
