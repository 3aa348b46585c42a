/**
 * "For a party: the other side's numbers, addresses and e-mails, fees and internal calls' text are masked '▮▮▮'." Trust design,
 * section 2.2, rule 4.
 */
export const masked = '▮▮▮'

/** Contact details that a copy may show: of the party's own side and of the agency. */
export type ShownDetails = { emails: readonly string[]; tels: readonly string[] }

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** The digits of a number without trunk or country prefix. */
const subscriber = (tel: string): string =>
  digitsOf(tel)
    .replace(/^(?:00)?44/, '')
    .replace(/^0+/, '')

/** What people write between digits. */
const gap = '[ ().-]{0,3}'

/** An address at the end of a sentence. */
const withoutDot = (email: string): string => (email.endsWith('.') ? email.slice(0, -1) : email)

/** Below this many digits a number is a date, an amount or a house number. */
const fewestDigits = 7

const emailForm = /[^\s<>,;:"'()[\]@]{1,64}@[^\s<>,;:"'()[\]@]{1,190}/g
/** From the first digit (or +, bracket) to the last, with what people write between digits. */
const telForm = /(?:\+|\(?0)(?:[ ().-]{0,3}\d){6,15}/g

export class TextMask {
  readonly #emails: ReadonlySet<string>
  readonly #tels: ReadonlySet<string>
  readonly #hidden: readonly RegExp[]

  /** `hidden`: numbers of others, masked however they are written. */
  constructor(shown: ShownDetails, hidden: readonly string[]) {
    this.#emails = new Set(shown.emails.map((email) => email.toLowerCase()))
    this.#tels = new Set(shown.tels.map(subscriber).filter(Boolean))
    const numbers = [...new Set(hidden.map(subscriber))].filter((digits) => digits.length >= 5 && !this.#tels.has(digits))
    // The longest first, so that no end of a number is left.
    this.#hidden = numbers
      .toSorted((a, b) => b.length - a.length)
      .map((digits) => new RegExp(`(?:(?:\\+|00)?44${gap})?(?:\\(?0\\)?${gap})?${[...digits].join(gap)}`, 'g'))
  }

  isShownEmail(email: string): boolean {
    return this.#emails.has(email.toLowerCase())
  }

  isShownTel(tel: string): boolean {
    return this.#tels.has(subscriber(tel))
  }

  /** A text without the numbers and e-mail addresses that this copy does not show. */
  apply(text: string): string {
    const withoutEmails = text.replace(emailForm, (email) => (this.isShownEmail(withoutDot(email)) ? email : masked))
    const withoutHidden = this.#hidden.reduce((rest, form) => rest.replace(form, masked), withoutEmails)
    return withoutHidden.replace(telForm, (tel) => (digitsOf(tel).length < fewestDigits || this.isShownTel(tel) ? tel : masked))
  }
}
