/**
 * Who one person is, within a company: whoever carries one of these e-mail addresses, or one of these names and no other
 * e-mail address. A telephone number is found and removed like the rest but makes nobody the person: households and
 * offices share theirs. Neither case nor the spaces of a name or number matter, and +44 is 0.
 */
export type Person = { names: readonly string[]; emails: readonly string[]; tels: readonly string[] }

/** How somebody who is kept with a name, an address, a number stands to the person who is looked for. */
export type Likeness = 'same' | 'namesake' | 'sharesTel'
export type Identity = { name: string; email: string; tel: string }

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
const words = (name: string): string[] => name.trim().split(/\s+/)

/** The digits of a number as it is dialled within the country: `+44 (0)118 496 0100` is `01184960100`. */
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

/** The longest first: of "Ann Lee" and "Ann Lee Roe" the second is not left with its last word. */
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

/** Looks for a person: the expressions are made once. */
export class PersonMatcher {
  readonly person: Person
  readonly #in: ReturnType<typeof patternsInText>
  readonly #whole: ReturnType<typeof wholeTextPatterns>
  constructor(person: Person) {
    this.person = person
    this.#in = patternsInText(person)
    this.#whole = wholeTextPatterns(person)
  }

  /** Whether a text is one of the person's e-mail addresses or numbers and nothing else. */
  isContactDetail(text: string): boolean {
    return text.search(this.#whole.emails ?? /(?!)/) >= 0 || text.search(this.#whole.tels ?? /(?!)/) >= 0
  }

  /** How somebody stands to the person; null for somebody else. */
  likenessOf({ name, email, tel }: Identity): Likeness | null {
    if (email.search(this.#whole.emails ?? /(?!)/) >= 0) return 'same'
    if (name.search(this.#whole.names ?? /(?!)/) >= 0) return email !== '' && this.person.emails.length > 0 ? 'namesake' : 'same'
    return tel.search(this.#whole.tels ?? /(?!)/) >= 0 ? 'sharesTel' : null
  }

  /** Where in a text the person is first named, or reached; null where nowhere. */
  firstMention(text: string): number | null {
    const found = Object.values(this.#in).flatMap((one) => {
      const at = one ? text.search(one) : -1
      return at < 0 ? [] : [at]
    })
    return found.length === 0 ? null : Math.min(...found)
  }

  /** A text in which the person is a pseudonym and cannot be reached. */
  redact(text: string, pseudonym: string): string {
    const { names, emails, tels } = this.#in
    let told = text
    if (emails) told = told.replace(emails, '[erased]')
    if (tels) told = told.replace(tels, '[erased]')
    return names ? told.replace(names, () => pseudonym) : told
  }
}

/**
 * One expression, in the words that PostgreSQL and JavaScript share, that no text which names the person escapes, also
 * not within JSON. It finds more than there is: what is found is looked at by a `Lookout`.
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
    ...tels.map(telSource),
  ].join('|')
}
