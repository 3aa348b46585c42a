import { telephonesOf } from '../../common/telephone.ts'

/**
 * Identity of a data subject within a company: entries with one of the e-mail addresses, or with one of the names and no
 * other address. A telephone number is searched and redacted but does not identify, because households and offices share
 * numbers. Case, spaces and the prefix +44 are ignored.
 */
export type Person = { names: readonly string[]; emails: readonly string[]; tels: readonly string[] }

/** `same`: the person. `namesake`: same name, other address. `sharesTel`: same number only. */
export type Likeness = 'same' | 'namesake' | 'sharesTel'
export type Identity = { name: string; email: string; tel: string }

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
const words = (name: string): string[] => name.trim().split(/\s+/)

/** Digits as dialled within the country: `+44 (0)118 496 0100` is `01184960100`. */
export const dialledDigits = (tel: string): string =>
  tel
    .replace(/^\s*(?:\+|00)\s*44\s*(?:\(0\))?/, '0')
    .replace(/\D/g, '')
    .replace(/^00+/, '0')

const between = String.raw`[\s().-]*`
const telSource = (tel: string): string => {
  const digits = dialledDigits(tel)
  const start = String.raw`(?:(?:\+|00)${between}4${between}4${between}(?:\(0\)${between})?|0)`
  return digits.startsWith('0') ? [start, ...digits.slice(1)].join(between) : [...digits].join(between)
}
const nameSource = (name: string): string => words(name).map(literal).join(String.raw`\s+`)

const expression = (before: string, sources: readonly string[], after: string): RegExp | null =>
  sources.length === 0 ? null : new RegExp(`${before}(?:${sources.join('|')})${after}`, 'giu')

/** Longest first, so that "Ann Lee Roe" is matched before "Ann Lee". */
const longestFirst = (texts: readonly string[]): string[] => texts.toSorted((a, b) => b.length - a.length)

const patternsInText = ({ names, emails, tels }: Person) => ({
  names: expression(String.raw`(?<![\p{L}\p{N}_])`, longestFirst(names).map(nameSource), String.raw`(?![\p{L}\p{N}_])`),
  emails: expression(
    String.raw`(?<![\p{L}\p{N}._%+-])`,
    emails.map((email) => literal(email.trim())),
    String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`,
  ),
  tels: expression(String.raw`(?<!\d)`, tels.map(telSource), String.raw`(?!\d)`),
})
const wholeTextPattern = (sources: readonly string[]) => expression(String.raw`^\s*`, sources, String.raw`\s*$`)
const wholeTextPatterns = ({ names, emails, tels }: Person) => ({
  names: wholeTextPattern(names.map(nameSource)),
  emails: wholeTextPattern(emails.map((email) => literal(email.trim()))),
  tels: wholeTextPattern(tels.map(telSource)),
})

/** Compiles the expressions once. */
export class PersonMatcher {
  readonly person: Person
  readonly #in: ReturnType<typeof patternsInText>
  readonly #whole: ReturnType<typeof wholeTextPatterns>
  constructor(person: Person) {
    const split = { ...person, tels: person.tels.flatMap(telephonesOf) }
    this.person = person
    this.#in = patternsInText(split)
    this.#whole = wholeTextPatterns(split)
  }

  /** True if the text is exactly one of the person's e-mail addresses or numbers. */
  isContactDetail(text: string): boolean {
    return text.search(this.#whole.emails ?? /(?!)/) >= 0 || this.#hasTel(text)
  }

  /** A field may contain several numbers. */
  #hasTel(text: string): boolean {
    const pattern = this.#whole.tels
    return pattern !== null && telephonesOf(text).some((number) => number.search(pattern) >= 0)
  }

  likenessOf({ name, email, tel }: Identity): Likeness | null {
    if (email.search(this.#whole.emails ?? /(?!)/) >= 0) return 'same'
    if (name.search(this.#whole.names ?? /(?!)/) >= 0) return email !== '' && this.person.emails.length > 0 ? 'namesake' : 'same'
    return this.#hasTel(tel) ? 'sharesTel' : null
  }

  /** Index of the first mention; null without one. */
  firstMention(text: string): number | null {
    const found = Object.values(this.#in).flatMap((one) => {
      const at = one ? text.search(one) : -1
      return at < 0 ? [] : [at]
    })
    return found.length === 0 ? null : Math.min(...found)
  }

  redact(text: string, pseudonym: string): string {
    const { names, emails, tels } = this.#in
    let redacted = text
    if (emails) redacted = redacted.replace(emails, '[erased]')
    if (tels) redacted = redacted.replace(tels, '[erased]')
    return names ? redacted.replace(names, () => pseudonym) : redacted
  }
}

/**
 * Regular expression valid in PostgreSQL and JavaScript that matches every text that names the person, also inside JSON.
 * It has false positives; verify matches with a `PersonMatcher`.
 */
export function prefilterPattern({ names, emails, tels }: Person): string {
  const rough = (text: string) =>
    literal(text)
      .replaceAll(String.raw`\\`, String.raw`\\{1,2}`)
      .replaceAll('"', String.raw`\\?"`)
      .replace(/[^\u0000-\u007F]/gu, '.')
  const space = String.raw`(?:\s|\\[nrt])+`
  return [
    ...names.map((name) => words(name).map(rough).join(space)),
    ...emails.map((email) => rough(email.trim())),
    ...tels.flatMap(telephonesOf).map(telSource),
  ].join('|')
}
