/**
 * A number begins with a digit, a plus sign or a bracket. Digits, signs that group them, the word before an extension and the signs
 * between two numbers follow.
 */
const form = /^[+(]{0,2}\d(?:[\d ()+.,;:/\-ext]|extn|extension)*$/i
/** "4.4118496E+11": a number that a spreadsheet has shortened, without its last digits. */
const shortened = /^\d\.\d{2,}e\+?\d{1,2}$/i

/** "(0118) 496 0212", "(+44) 118 …", "Ext. 12" and two numbers with a comma are telephone numbers. [seat §6](docs/design/seat.md#6). */
export const isTelephone = (text: string): boolean => form.test(text) && !shortened.test(text)

/** With plain spaces and hyphens: other programs use those that do not break lines. */
export const tidyTelephone = (text: string): string =>
  text.replace(/[\u00A0\u2007\u202F]/g, ' ').replace(/[\u2010-\u2013\u2212]/g, '-')

const extensionAtEnd = /(?:extension|extn|ext|ex|x)[.: ]*(\d{1,10})$/i
/** Of an international number, and of one within a country. More are two numbers in a row. */
const mostDigits = { international: 15, national: 12 }

/** Punctuation, line breaks and words between two numbers. */
const betweenNumbers = /[,;](?!\s*(?:ext|x))|[\n\r|&]|\s(?:or|and)\s/i

/** A slash separates numbers, or groups the digits of one: "0118/4960212". The first is the one to dial. */
export const splitNumbers = (text: string): string[] =>
  text
    .split(betweenNumbers)
    .flatMap((part) => (part.replace(/\/.*/, '').replace(/\D/g, '').length < 6 ? [part] : part.split('/')))

/** The numbers of a text, without extensions. */
export const telephonesOf = (text: string): string[] =>
  splitNumbers(text)
    .map((number) => number.trim().replace(extensionAtEnd, '').trim())
    .filter((number) => /\d/.test(number))

/**
 * "Telephone as a link `tel:` in international form (0118 496 0201 → `tel:+441184960201`; an extension after x or ext →
 * `;ext=`); fewer than 6 digits is text, not a link." [day §4](docs/design/day.md#4). National numbers are British. Of several numbers, the
 * first. Null: no link, as for two numbers in a row.
 */
export function telephoneLink(tel: string): string | null {
  const [first = ''] = splitNumbers(tel)
  const extension = extensionAtEnd.exec(first.trim())
  const international = toInternational(extension ? first.trim().slice(0, extension.index) : first)
  const digits = international.replace('+', '').length
  // A British number has at most ten digits after +44.
  const most = international.startsWith('+44') ? 12 : mostDigits[international.startsWith('+') ? 'international' : 'national']
  if (digits < 6 || digits > most) return null
  return `tel:${international}${extension ? `;ext=${extension[1]}` : ''}`
}

/** `+44 (0)118` has a zero that is dialled only within Britain. */
function toInternational(number: string): string {
  const isInternational = /^\(?\+/.test(number.trim())
  const digits = number.replace('(0)', isInternational || number.trim().startsWith('00') ? '' : '0').replace(/\D/g, '')
  // Some write the zero without brackets.
  if (isInternational) return `+${digits.replace(/^440/, '44')}`
  if (digits.startsWith('00')) return `+${digits.slice(2).replace(/^440/, '44')}`
  if (digits.startsWith('0') && digits.length >= 6) return `+44${digits.slice(1)}`
  return digits
}
