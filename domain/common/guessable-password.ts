/**
 * Detects guessable passwords that satisfy the composition rule: a common word with digits and symbols, names related to
 * the account, keyboard sequences, repeated characters.
 */

const substitutes: Record<string, string> = {
  '@': 'a',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  $: 's',
  '!': 'i',
}
const substituted = (text: string): string => text.replace(/[@013457$!]/g, (sign) => substitutes[sign] ?? sign)
const isLetter = (sign: string): boolean => /\p{L}/u.test(sign)

/** Cuts everything after the last letter. */
function withoutEnd(text: string): string {
  const signs = [...text]
  return signs.slice(0, signs.findLastIndex(isLetter) + 1).join('')
}

function lettersInside(text: string): string {
  const signs = [...withoutEnd(text)]
  return signs.slice(Math.max(0, signs.findIndex(isLetter))).join('')
}

/** Lower case, substitutions reversed, digits and symbols at both ends removed. */
function foldedForms(lower: string): string[] {
  const forms = [substituted(lettersInside(lower)), lettersInside(substituted(lower)), substituted(withoutEnd(lower))]
  return [...new Set(forms)]
}

const normalised = (text: string): string => text.normalize('NFKC').toLowerCase()

const rows =
  'qwertyuiop asdfghjkl zxcvbnm 1234567890 abcdefghijklmnopqrstuvwxyz !"£$%^&*() !@#$%^&*() 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm'.split(
    ' ',
  )
const runs = [...rows, ...rows.map((row) => [...row].toReversed().join(''))]
const shortestRun = 4

function runLengthAt(text: string, at: number): number {
  const lengths = runs.map((row) => {
    const from = row.indexOf(text.charAt(at))
    let length = 0
    while (from >= 0 && from + length < row.length && row[from + length] === text[at + length]) length += 1
    return length
  })
  return Math.max(...lengths)
}

function withoutRuns(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const length = runLengthAt(text, at)
    if (length < shortestRun) rest += text.charAt(at)
    at += length < shortestRun ? 1 : length
  }
  return rest
}

/** Words that agency staff often use. */
const tradeWords = ['estate', 'agent', 'property']
const shortestWord = 3
/** Letters and digits that must remain after removing the guessable parts. */
const minRemaining = 4

/** Words of names and e-mail addresses, normalised, longest first. */
const wordsOf = (texts: readonly string[]): string[] => {
  const words = texts.flatMap((text) => {
    const single = normalised(text).split(/[^\p{L}\p{N}]+/u)
    return [...single, single.join('')]
  })
  const folded = [...words, ...tradeWords].flatMap((word) => [word, substituted(word)])
  return [...new Set(folded)].filter((word) => word.length >= shortestWord).toSorted((a, b) => b.length - a.length)
}

/** Each form of the password without words, keyboard sequences and characters repeated three times. */
function remainders(password: string, about: readonly string[]): string[] {
  const lower = normalised(password)
  const words = wordsOf(about)
  return [lower, ...foldedForms(lower)].map((form) => {
    const withoutWords = words.reduce((rest, word) => rest.replaceAll(word, ''), form)
    return withoutRuns(withoutWords).replace(/(.)\1{2,}/gu, '')
  })
}

/** `about`: names of person, company and branch, and the e-mail address. */
export const isGuessable = (password: string, about: readonly string[]): boolean =>
  remainders(password, about).some((rest) => (rest.match(/[\p{L}\p{N}]/gu) ?? []).length < minRemaining)

/** The list of known passwords has no shorter words. */
export const minKnownLength = 4

/** Form stored in the list of known passwords: `P@ssw0rd2026!` becomes `password`. */
export const normaliseKnownPassword = (password: string): string => substituted(lettersInside(normalised(password)))

/** `monkeymonkey` gives `monkey`. */
function repeatedUnit(text: string): string[] {
  for (let length = minKnownLength; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length)
    if (unit.repeat(text.length / length) === text) return [unit]
  }
  return []
}

/** Forms of a password to look up in the list of known passwords. */
export function knownPasswordForms(password: string): string[] {
  const lower = normalised(password)
  const forms = [lower, ...foldedForms(lower)]
  return [...new Set([...forms, ...forms.flatMap(repeatedUnit)])].filter((form) => form.length >= minKnownLength)
}
