import { titles } from '../../common/person.ts'
import { foldName } from './fold-name.ts'
import type { PersonName } from './read-cell.ts'

const wordsOf = (name: string): string =>
  foldName(name)
    .split(' ')
    .filter((word) => !titles.has(word))
    // foldName splits "McKay".
    .join('')

/** Whether two names can be those of one person: titles do not count, and the first name may be missing in one of them. */
export function isSameVendor(one: PersonName, other: PersonName): boolean {
  if (wordsOf(`${one.firstName} ${one.lastName}`) === wordsOf(`${other.firstName} ${other.lastName}`)) return true
  const isPart = wordsOf(one.firstName) === '' || wordsOf(other.firstName) === ''
  return isPart && wordsOf(one.lastName) === wordsOf(other.lastName)
}
