/**
 * "Merge of duplicates": contacts are likely duplicates if they share the e-mail address, or name and postcode. Corrections issue, section
 * 6. The result is a suggestion.
 */
import { normalisePostcode } from '../../common/address.ts'

export const duplicateReasons = ['email', 'name'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

type Firm = { _id: string; name: string; email: string; address: { postcode: string } | null }
export type Duplicates<T extends Firm> = { because: DuplicateReason; contacts: T[] }

/** `Quill and Sedge LLP`, `Quill & Sedge` and `QUILL & SEDGE Ltd.` are equal. */
export const normaliseFirmName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll('&', ' and ')
    .replaceAll(/['’.]|\p{M}/gu, '')
    .replaceAll(/\b(ltd|limited|llp|plc)\b/gu, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const nameKey = ({ name, address }: Firm): string | null => {
  const normal = normaliseFirmName(name)
  return normal === '' ? null : `${normal}|${address === null ? '' : normalisePostcode(address.postcode)}`
}

/** Groups of likely duplicates, sorted by name. A contact is in one group only; e-mail matches take precedence. */
export function likelyDuplicates<T extends Firm>(contacts: readonly T[]): Duplicates<T>[] {
  const grouped = new Set<string>()
  const groupsBy = (because: DuplicateReason, keyOf: (contact: T) => string | null): Duplicates<T>[] => {
    const open = contacts.filter((contact) => !grouped.has(contact._id) && keyOf(contact) !== null)
    const groups = [...Map.groupBy(open, (contact) => keyOf(contact)).values()].filter((group) => group.length > 1)
    for (const { _id } of groups.flat()) grouped.add(_id)
    return groups.map((group) => ({ because, contacts: group }))
  }
  const byEmail = groupsBy('email', ({ email }) => email.toLowerCase() || null)
  return [...byEmail, ...groupsBy('name', nameKey)].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en-GB'))
}

const nameOf = ({ contacts }: Duplicates<Firm>): string => contacts[0]?.name ?? ''
