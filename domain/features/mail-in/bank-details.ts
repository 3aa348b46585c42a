/** Bank details in a text: found, compared and masked. [mail-in §4](docs/design/mail-in.md#4). */

type Kind = 'sort-code' | 'account' | 'iban'
type Found = { kind: Kind; digits: string; start: number; end: number; isNamed: boolean }

const sortCode = /(?<!\d[ -]?)\d{2}([-\u2013. ])\d{2}\1\d{2}(?!\d)(?![ -]\d(?!\d{7}(?!\d)|\d{3}[ -]\d{4}(?!\d)))/g
const namedSortCode = /\b(?:sort ?-?code|s\/c)\b[^\d\n]{0,20}(\d{6})(?!\d)/gi
/** The end of a telephone number is none. */
const account = /(?<!\d)(?<!(?<!\d{2}[-\u2013. ]\d{2}[-\u2013. ]\d)\d[ -])(?:\d{8}|\d{4}[ -]\d{4})(?![ -]?\d)/g
const accountWord = /\b(?:account|acc|a\/c|acct)\b[^\d\n]{0,30}$/i
const sortWord = /\b(?:sort ?-?code|s\/c)\b[^\d\n]{0,20}$/i
const iban = /\b[a-z]{2}\d{2}(?: ?[a-z0-9]){11,30}/gi
/** Length by country, of those that British firms and their clients bank in. */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  'GB22 IE22 DE22 FR27 ES24 NL18 IT27 PL28 PT25 BE16 CH21 AT20 LT20 LU20 DK18 SE24 NO15 FI18 GR27 CY28 MT31 RO24 BG22 CZ24 HU28 GI23 AE23'
    .split(' ')
    .map((code) => [code.slice(0, 2), Number(code.slice(2))]),
)
/** Sort code and account number stand at most so far apart. */
const nearby = 150
const characterBefore = 60

/** ISO 13616: the number with its first four characters last, letters as 10 to 35, leaves 1 when divided by 97. */
const isIban = (text: string): boolean => {
  let rest = 0
  for (const character of text.slice(4) + text.slice(0, 4)) rest = Number(`${rest}${Number.parseInt(character, 36)}`) % 97
  return rest === 1
}

function ibansIn(text: string): Found[] {
  return [...text.matchAll(iban)].flatMap(({ 0: found, index }): Found[] => {
    const letters = [...found.matchAll(/[a-z0-9]/gi)].slice(0, ibanLengths[found.slice(0, 2).toUpperCase()] ?? 0)
    const digits = letters.map(([letter]) => letter.toUpperCase()).join('')
    const last = letters.at(-1)
    if (!last || digits.length !== ibanLengths[digits.slice(0, 2)] || !isIban(digits)) return []
    return [{ kind: 'iban', digits, start: index, end: index + last.index + 1, isNamed: true }]
  })
}

function numbersIn(text: string): Found[] {
  const ibans = ibansIn(text)
  const isFree = ({ start }: Found): boolean => ibans.every((one) => start < one.start || start >= one.end)
  const before = (index: number): string => text.slice(Math.max(0, index - characterBefore), index)
  const found = (kind: Kind, { 0: whole, index }: RegExpExecArray, isNamed: boolean, from = 0): Found => ({
    kind,
    digits: whole.slice(from).replace(/\D/g, ''),
    start: index + from,
    end: index + whole.length,
    isNamed,
  })
  const codes = [
    ...[...text.matchAll(sortCode)].map((match) => found('sort-code', match, sortWord.test(before(match.index)))),
    ...[...text.matchAll(namedSortCode)].map((match) => found('sort-code', match, true, match[0].length - 6)),
  ].filter(isFree)
  const accounts = [...text.matchAll(account)]
    .map((match) => found('account', match, accountWord.test(before(match.index))))
    .filter((one) => isFree(one) && codes.every(({ start, end }) => one.end <= start || one.start >= end))
  const isBeside = (one: Found, others: readonly Found[]): boolean =>
    others.some((other) => Math.max(one.start - other.end, other.start - one.end) <= nearby)
  return [
    ...ibans,
    ...codes.filter((one) => one.isNamed || isBeside(one, accounts)),
    ...accounts.filter((one) => one.isNamed || isBeside(one, codes)),
  ].toSorted((a, b) => a.start - b.start)
}

const details =
  /\b(?:bank|banking|account|payment) (?:account )?(?:details|information)\b|\bdetails (?:of|for) (?:our |the |my )?(?:new |client |bank |updated ){0,2}account\b|\bbank account\b/i
const change = /\b(?:new|changed?|changing|updated?|different|revised|amended)\b/i

/** "Bank / account details beside new, changed, updated, different"; a sentence that denies it says nothing. */
const saysChanged = (text: string): boolean =>
  text
    .split(/[.!?\n]/)
    .some(
      (sentence) => details.test(sentence) && change.test(sentence) && !/\b(?:not|never|no|won['’]t|n['’]t)\b/i.test(sentence),
    )

export type BankDetails = {
  /** Sort code with account number, or IBAN (a British one as its sort code and account): digits, each once, in order. */
  numbers: readonly string[]
  /** Words say that details are new. */
  isInWords: boolean
}

/** `signature` may hold numbers too; what it says of them is the firm's standing warning. */
export function bankDetailsIn(own: string, signature = ''): BankDetails {
  const plain = (text: string): string => text.normalize('NFKC').replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
  const found = numbersIn(plain(`${own}\n${signature}`))
  const codes = found.filter(({ kind }) => kind === 'sort-code')
  const pairs = found
    .filter(({ kind }) => kind === 'account')
    .flatMap((one) => {
      const [code] = codes.toSorted((a, b) => Math.abs(a.start - one.start) - Math.abs(b.start - one.start))
      return code && Math.abs(code.start - one.start) <= 2 * nearby ? [code.digits + one.digits] : []
    })
  const ibans = found
    .filter(({ kind }) => kind === 'iban')
    .map(({ digits }) => (digits.startsWith('GB') ? digits.slice(8) : digits))
  return { numbers: [...new Set([...pairs, ...ibans])].toSorted(), isInWords: saysChanged(plain(own)) }
}

/** What the stored digest is the HMAC of; `null` without numbers. */
export const bankDigestText = ({ numbers }: BankDetails): string | null => (numbers.length > 0 ? numbers.join(' ') : null)

/** "Shown as `••-••-••` and `••••••12` until *Show*". */
export function maskBankDetails(text: string): string {
  let [masked, end] = ['', 0]
  for (const one of numbersIn(text)) {
    if (one.start < end) continue
    masked += text.slice(end, one.start) + (one.kind === 'sort-code' ? '••-••-••' : `••••••${one.digits.slice(-2)}`)
    end = one.end
  }
  return masked + text.slice(end)
}
