import { firstIndex } from '../../common/first-index.ts'

/** Bank details in a text: found, compared and masked. [mail-in §4](docs/design/mail-in.md#4). */

type Kind = 'sort-code' | 'account' | 'iban'
type Found = { kind: Kind; digits: string; start: number; end: number; isNamed: boolean }

const sortCode = /(?<!\d[ -]?)\d{2}([-./ ])\d{2}\1\d{2}(?!\d)(?![ -]\d(?!\d{7}(?!\d)|\d{3}[ -]\d{4}(?!\d)))/g
const namedSortCode = /\b(?:sort ?-?code|s\/c)\b[^\d\n]{0,20}(\d{6})(?!\d)/gi
/** The end of a telephone number is none. */
const account = /(?<!\d)(?<!(?<!\d{2}[-./ ]\d{2}[-./ ]\d)\d[ -])(?:\d{8}|\d{4}[ -]\d{4})(?![ -]?\d)/g
/** Six digits and eight: a sort code with its account, without a word. */
const bareNumbers = /(?<![\d£.,])(?<!\d[ -])(\d{6})(?:\s{1,3}| \/ |[ ]?[-,;:|] ?)(\d{8}|\d{4}[ -]\d{4})(?![ -]?\d)/g
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
/** "20/11/22" is a day as well. */
const nearbySlashes = 30
const characterBefore = 60

/** ISO 13616: the number with its first four characters last, letters as 10 to 35, leaves 1 when divided by 97. */
const isIban = (text: string): boolean => {
  let rest = 0
  for (const character of text.slice(4) + text.slice(0, 4)) rest = Number(`${rest}${Number.parseInt(character, 36)}`) % 97
  return rest === 1
}

/** A text as its numbers are read: full-width characters as plain ones, any dash as `-`, without invisible ones. `at`: where each character stood. */
function fold(text: string): { plain: string; at: (index: number) => number } {
  // oxlint-disable-next-line no-control-regex -- what is plain already
  if (/^[\0-\x7f]*$/.test(text)) return { plain: text, at: (index) => index }
  const pieces: string[] = []
  const places: number[] = []
  let from = 0
  for (const character of text) {
    const piece = /\p{Default_Ignorable_Code_Point}/u.test(character)
      ? ''
      : character.normalize('NFKC').replace(/[\p{Pd}\u2212]/gu, '-')
    for (let index = 0; index < piece.length; index += 1) places.push(from)
    pieces.push(piece)
    from += character.length
  }
  return { plain: pieces.join(''), at: (index) => places[index] ?? text.length }
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

const sorted = (found: readonly Found[]): Found[] => found.toSorted((a, b) => a.start - b.start)

/** The nearest of those that are sorted, before and after. */
function neighboursOf({ start }: Found, others: readonly Found[]): Found[] {
  const next = firstIndex(others.length, (index) => (others[index]?.start ?? 0) >= start)
  return others.slice(Math.max(0, next - 1), next + 1)
}

const gapOf = (a: Found, b: Found): number => Math.max(a.start - b.end, b.start - a.end)
const isBeside = (one: Found, others: readonly Found[], most: number): boolean =>
  neighboursOf(one, others).some((other) => gapOf(one, other) <= most)

/** Of a folded text. */
function numbersIn(text: string): Found[] {
  const ibans = ibansIn(text)
  const isFree = (one: Found, taken: readonly Found[]): boolean => !isBeside(one, taken, -1)
  const before = (index: number): string => text.slice(Math.max(0, index - characterBefore), index)
  const found = (kind: Kind, whole: string, start: number, isNamed: boolean): Found => ({
    kind,
    digits: whole.replace(/\D/g, ''),
    start,
    end: start + whole.length,
    isNamed,
  })
  const pairs = [...text.matchAll(bareNumbers)].map(({ 0: whole, 1: code = '', 2: number = '', index }) => ({
    code: found('sort-code', code, index, true),
    account: found('account', number, index + whole.length - number.length, true),
  }))
  const bareAccounts = pairs.map((pair) => pair.account).filter((one) => isFree(one, ibans))
  const allCodes = sorted([
    ...[...text.matchAll(sortCode)].map(({ 0: whole, index }) => found('sort-code', whole, index, sortWord.test(before(index)))),
    ...[...text.matchAll(namedSortCode)].map(({ 0: whole, index }) =>
      found('sort-code', whole.slice(-6), index + whole.length - 6, true),
    ),
    ...pairs.map(({ code }) => code),
  ]).filter((one) => isFree(one, ibans))
  const plainAccounts = [...text.matchAll(account)]
    .map(({ 0: whole, index }) => found('account', whole, index, accountWord.test(before(index))))
    .filter((one) => isFree(one, ibans) && isFree(one, bareAccounts) && isFree(one, allCodes))
  const accounts = sorted([...plainAccounts, ...bareAccounts])
  const reachOf = ({ start }: Found): number => (text[start + 2] === '/' ? nearbySlashes : nearby)
  const codes = allCodes.filter((one) => one.isNamed || isBeside(one, accounts, reachOf(one)))
  return sorted([...ibans, ...codes, ...accounts.filter((one) => one.isNamed || isBeside(one, codes, nearby))])
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
  const found = numbersIn(fold(`${own}\n${signature}`).plain)
  const codes = found.filter(({ kind }) => kind === 'sort-code')
  const pairs = found
    .filter(({ kind }) => kind === 'account')
    .flatMap((one) => {
      const [code] = neighboursOf(one, codes).toSorted((a, b) => Math.abs(a.start - one.start) - Math.abs(b.start - one.start))
      return code && Math.abs(code.start - one.start) <= 2 * nearby ? [code.digits + one.digits] : []
    })
  const ibans = found
    .filter(({ kind }) => kind === 'iban')
    .map(({ digits }) => (digits.startsWith('GB') ? digits.slice(8) : digits))
  return { numbers: [...new Set([...pairs, ...ibans])].toSorted(), isInWords: saysChanged(fold(own).plain) }
}

/** What the stored digest is the HMAC of; `null` without numbers. */
export const bankDigestText = ({ numbers }: BankDetails): string | null => (numbers.length > 0 ? numbers.join(' ') : null)

/** "Shown as `••-••-••` and `••••••12` until *Show*". Hides what `bankDetailsIn` finds, as it was written. */
export function maskBankDetails(text: string): string {
  const { plain, at } = fold(text)
  let [masked, end] = ['', 0]
  for (const one of numbersIn(plain)) {
    const [start, stop] = [at(one.start), at(one.end - 1) + 1]
    if (start < end) continue
    masked += text.slice(end, start) + (one.kind === 'sort-code' ? '••-••-••' : `••••••${one.digits.slice(-2)}`)
    end = stop
  }
  return masked + text.slice(end)
}
