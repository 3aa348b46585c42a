import { normalisePostcode } from '../../common/address.ts'
import { isTelephone, telephonesOf, tidyTelephone } from '../../common/telephone.ts'
import { isStreet, splitAddress } from '../addresses/split-address.ts'

/** Characters of a pasted text that are read. */
export const maxPasted = 4000

/** What a pasted text says; texts are empty where it says nothing. Amounts are pounds. */
export type Pasted = {
  address: { line1: string; line2: string; town: string; county: string; postcode: string }
  firstName: string
  lastName: string
  email: string
  tel: string
  askingPrice: number | null
  feePercent: number | null
}

const email = /[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/
const postcode = /\b([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})\b/i
const telephone = /(?:\+44|\(?0)[\d ()\u00A0\u2010-\u2013-]{8,16}\d/g
const pounds = /£ ?(\d[\d,]{0,14}(?:\.\d{1,2})?) ?([km]?)\b/gi
const percentage = /\b(\d{1,2}(?:\.\d{1,3})?) ?(?:%|per ?cent\b)/gi
const nameWord = /^\p{Lu}[\p{L}'’-]*\.?$/u
const closing = /^(?:kind|best|many|warm|yours|with|dear|thank|thanks)\b/i

const leastPrice = 10_000
const mostPercent = 10

/**
 * "Whole address, first e-mail, first British telephone, first £ amount of 10,000 or more, percent of at most 10, the line before or after
 * the e-mail with two to four capitalised words as name." [seat §7](docs/design/seat.md#7). Pure: nothing leaves the browser.
 */
export function readPasted(given: string): Pasted {
  const text = given.slice(0, maxPasted)
  const lines = text.split(/\r\n?|\n/).map((line) => line.replace(/[ \t\u00A0]+/g, ' ').trim())
  const amounts = [...text.matchAll(pounds)].map(([, digits = '', unit = '']) => toNumber(digits) * scaleOf(unit))
  const percents = [...text.matchAll(percentage)].map(([, digits = '']) => toNumber(digits))
  const numbers = [...text.matchAll(telephone)].map(([number]) => tidyTelephone(number).trim())
  const emailAddress = email.exec(text)?.[0].toLowerCase() ?? ''
  const { address, first, last } = readAddress(lines, emailAddress)
  const isOfAddress = (index: number): boolean => index >= first && index < last
  const others = lines.map((line, index) => (isOfAddress(index) ? '' : line))
  return {
    address,
    ...readName(others, emailAddress),
    email: emailAddress,
    tel: numbers.find(isBritish) ?? '',
    askingPrice: amounts.find((amount) => amount >= leastPrice && amount <= 1e9) ?? null,
    feePercent: percents.find((percent) => percent > 0 && percent <= mostPercent) ?? null,
  }
}

const toNumber = (digits: string): number => Number(digits.replace(/,/g, ''))
const scaleOf = (unit: string): number => ({ k: 1000, m: 1_000_000 })[unit.toLowerCase()] ?? 1

function isBritish(number: string): boolean {
  const digits = (telephonesOf(number)[0] ?? '').replace('(0)', '').replace(/\D/g, '').replace(/^44/, '0')
  return isTelephone(number) && (digits.length === 10 || digits.length === 11)
}

const mostAway = 8
const titled = /^(?:mr|mrs|ms|miss|mx|dr|sir|lady)\b/i

/** "Tom Hale, 12 Mill Lane": a person before the house, by a title or by the e-mail; "The Old Dairy, 12 Mill Lane" is a building. */
function isPerson(part: string, emailAddress: string): boolean {
  const local = emailAddress.split('@')[0]?.toLowerCase() ?? ''
  return (
    isName(part) && (titled.test(part) || part.split(' ').some((word) => word.length > 2 && local.includes(word.toLowerCase())))
  )
}

/** The line nearest to the e-mail, those before it first; its own if it names somebody beside the address. */
function readName(lines: readonly string[], emailAddress: string): Pick<Pasted, 'firstName' | 'lastName'> {
  const at = lines.findIndex((line) => email.test(line))
  const own =
    lines[at]
      ?.replace(email, '')
      .replace(/[<>]/g, '')
      .replace(/(?:e-?mail|mailto)? ?:/i, '')
      .trim() ?? ''
  const after = own.slice((postcode.exec(own)?.index ?? -1) + 1)
  const near = Array.from({ length: mostAway }, (_, by) => [lines[at - by - 1] ?? '', lines[at + by + 1] ?? '']).flat()
  const persons = [own, ...near].map((line) => line.split(',')[0] ?? '').filter((part) => isPerson(part, emailAddress))
  const found =
    at === -1 ? undefined : [own, ...after.split(/[,;]|\. /).map((part) => part.trim()), ...persons, ...near].find(isName)
  const words = found?.split(' ') ?? []
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

function isName(line: string): boolean {
  const words = line.split(' ')
  return (
    words.length >= 2 && words.length <= 4 && words.every((word) => nameWord.test(word)) && !closing.test(line) && !isStreet(line)
  )
}

const inSentence = /(?:^|\s)(?:at|is|of|on|our|my|sell|selling|property|house|home):? ((?:flat \w+ )?\d.*)$/i

/** Lines that an address has at most before that of its postcode. */
const mostLines = 5

/** From the postcode back to the street and the parts before it, over several lines. */
function readAddress(
  lines: readonly string[],
  emailAddress: string,
): { address: Pasted['address']; first: number; last: number } {
  const at = lines.findIndex((line) => postcode.test(line))
  const [found = '', outward = '', inward = ''] = postcode.exec(lines[at] ?? '') ?? []
  const line = lines[at] ?? ''
  let parts = partsOf(line.slice(0, line.indexOf(found)))
  let first = at
  for (let above = at - 1; above >= Math.max(0, at - mostLines); above -= 1) {
    const before = lines[above] ?? ''
    const isWhole = parts.some(isStreet) && (parts.length > 1 || /^\d/.test(parts[0] ?? ''))
    if (isWhole ? !isUnit(before) : !mayBeOfAddress(before)) break
    parts = [...partsOf(before), ...parts]
    first = above
  }
  // "Hello, we are selling 12 Mill Lane": the words before the number belong to the sentence.
  const sentence = parts.findLastIndex((part) => inSentence.test(part))
  if (sentence !== -1) parts = [inSentence.exec(parts[sentence] ?? '')?.[1] ?? '', ...parts.slice(sentence + 1)]
  if (parts.length > 1 && isPerson(parts[0] ?? '', emailAddress)) parts = parts.slice(1)
  const postal = found === '' ? '' : normalisePostcode(`${outward} ${inward}`)
  return { address: { ...splitAddress(parts), postcode: postal }, first, last: at }
}

const partsOf = (text: string): string[] =>
  text
    .replace(/^[A-Za-z ]{1,30}: /, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\d]/u.test(part))

const isUnit = (line: string): boolean => /^(?:flat|apartment|apt|unit|studio|room|suite)\b/i.test(line)
const mayBeOfAddress = (line: string): boolean =>
  line !== '' && line.length <= 80 && !/[@£%?!;]|https?:|\d{6}/.test(line) && !/[.:]$/.test(line) && !closing.test(line)
