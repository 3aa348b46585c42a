import { telephonesOf } from '../../common/telephone.ts'

/**
 * "For a party: the other side's numbers, addresses and e-mails, fees and internal calls' text are masked '▮▮▮'."
 * [trust §2.2](docs/design/trust.md#2.2), rule 4.
 */
export const masked = '▮▮▮'

/** Contact details that a copy may show: those of the party's own side and of the agency. */
export type ShownDetails = { emails: readonly string[]; tels: readonly string[] }

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Returns the digits of a number without trunk or country prefix. */
const subscriber = (tel: string): string =>
  digitsOf(tel)
    .replace(/^(?:00)?44/, '')
    .replace(/^0+/, '')

/** Characters that people write between digits. */
const gap = '[ ().-]{0,3}'

/** Removes the full stop after an address at the end of a sentence. */
const withoutDot = (email: string): string => (email.endsWith('.') ? email.slice(0, -1) : email)

/** Shorter numbers are dates, amounts or house numbers. */
const fewestDigits = 7

const emailForm = /[^\s<>,;:"'()[\]@]{1,64}@[^\s<>,;:"'()[\]@]{1,190}/g
/** Matches from the first digit (or +, bracket) to the last, including characters between digits. */
const telForm = /(?:\+|\(?0)(?:[ ().-]{0,3}\d){6,15}/g

export class TextMask {
  readonly #emails: ReadonlySet<string>
  readonly #tels: ReadonlySet<string>
  readonly #hidden: readonly RegExp[]

  /** `hidden`: numbers of others, which are masked in every notation. */
  constructor(shown: ShownDetails, hidden: readonly string[]) {
    this.#emails = new Set(shown.emails.map((email) => email.toLowerCase()))
    this.#tels = new Set(shown.tels.flatMap(telephonesOf).map(subscriber).filter(Boolean))
    const numbers = [...new Set(hidden.flatMap(telephonesOf).map(subscriber))].filter(
      (digits) => digits.length >= 5 && !this.#tels.has(digits),
    )
    // Longest first, so that a number containing another one is masked completely.
    this.#hidden = numbers
      .toSorted((a, b) => b.length - a.length)
      .map((digits) => new RegExp(`(?:(?:\\+|00)?44${gap})?(?:\\(?0\\)?${gap})?${[...digits].join(gap)}`, 'g'))
  }

  isShownEmail(email: string): boolean {
    return this.#emails.has(email.toLowerCase())
  }

  isShownTel(tel: string): boolean {
    const numbers = telephonesOf(tel)
    return numbers.length > 0 && numbers.every((number) => this.#tels.has(subscriber(number)))
  }

  /** Masks the numbers and e-mail addresses that this copy may not show. */
  apply(text: string): string {
    const withoutEmails = text.replace(emailForm, (email) => (this.isShownEmail(withoutDot(email)) ? email : masked))
    const withoutHidden = this.#hidden.reduce((rest, form) => rest.replace(form, masked), withoutEmails)
    return withoutHidden.replace(telForm, (tel) => (digitsOf(tel).length < fewestDigits || this.isShownTel(tel) ? tel : masked))
  }
}
