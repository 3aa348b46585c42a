import { getDomain, getDomainWithoutSuffix } from 'tldts'
import { isFreeMail } from './free-mail.ts'

/** Domains that are meant to be taken for another. [mail-in §4](docs/design/mail-in.md#4). */

/** "One edit (names of 6 letters or more)". */
const lettersForEdit = 6
const lettersForWord = 5

/** Letters that look alike, each group as one. Cyrillic and Greek ones as the Latin that they resemble. */
const confusable: ReadonlyMap<string, string> = new Map(
  '0o 1l il |l 5s 3e rnm vvw cld аa еe оo рp сc хx уy іl ѕs οo αa νv'
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const),
)
const skeleton = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/rn|vv|cl|[01i|53аеорсхуіѕοαν]/g, (letter) => confusable.get(letter) ?? letter)

/** Whether one letter is put in, left out, changed or swapped with the next. */
function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at += 1
  const [restA, restB] = [a.slice(at), b.slice(at)]
  const isSwap = restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return isSwap || restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)
}

const addedWords = new Set(
  `law legal lawyers solicitor solicitors conveyancing llp ltd limited uk gb group online secure mail email team office offices
  accounts payments property properties homes estates agents mortgages finance london co com direct`.split(/\s+/),
)

/** "fennimore-law" of "fennimore": the rest is a word of its own. */
function isWordAdded(longer: string, shorter: string): boolean {
  if (shorter.length < lettersForWord) return false
  const rest = longer.startsWith(shorter)
    ? longer.slice(shorter.length)
    : longer.endsWith(shorter)
      ? longer.slice(0, -shorter.length)
      : ''
  return /^-[a-z]+$|^[a-z]+-$/.test(rest) || addedWords.has(rest)
}

function isLike(name: string, known: string): boolean {
  const [plain, other] = [name.replaceAll('-', ''), known.replaceAll('-', '')]
  if (plain === other || skeleton(plain) === skeleton(other)) return plain.length > 2
  if (Math.min(name.length, known.length) >= lettersForEdit && isOneEdit(name, known)) return true
  return isWordAdded(name, known) || isWordAdded(known, name)
}

const nameOf = (domain: string): string => getDomainWithoutSuffix(domain) ?? ''

/**
 * The known domain that a domain looks like; empty text if it only mixes scripts; `null` if it is known, of a public provider, or like none.
 * `known`: e-mail addresses or domains, in lower case.
 */
export function lookalikeOf(email: string, known: readonly string[]): string | null {
  const domain = getDomain(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  if (domain === null || isFreeMail(domain)) return null
  const domains = new Set(known.flatMap((one) => getDomain(one.slice(one.lastIndexOf('@') + 1)) ?? []))
  if (domains.has(domain)) return null
  const name = nameOf(domain)
  const like = [...domains].find((one) => !isFreeMail(one) && isLike(name, nameOf(one)))
  return like ?? (domain.includes('xn--') || /[^\p{Script=Latin}\d.-]/u.test(domain) ? '' : null)
}
