/** What people type into the palette, and how it is matched. Day design, section 9. */

/** "`q` 3–100 (shorter: the palette finds screens, actions and recent places by itself)." */
export const minSearchLength = 3
export const maxSearchLength = 100

/** "`each` 1–20 (5)." */
export const resultsPerGroup = { default: 5, max: 20 }

/** Names and abbreviations of streets: "ash rd" finds Ash Road, and "ash road" an address that was entered as Ash Rd. */
const streetNames: Readonly<Record<string, string>> = {
  ave: 'avenue',
  cl: 'close',
  cres: 'crescent',
  ct: 'court',
  dr: 'drive',
  gdns: 'gardens',
  gr: 'grove',
  ln: 'lane',
  pl: 'place',
  rd: 'road',
  sq: 'square',
  st: 'street',
  terr: 'terrace',
}
const abbreviations = new Map(Object.entries(streetNames).map(([short, long]) => [long, short]))

/** The words that must all be there, lower case, each once. */
export const searchWords = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  ),
]

/** Other spellings of a word in an address; they count only at the start of a word. */
export const otherSpelling = (word: string): string | null => streetNames[word] ?? abbreviations.get(word) ?? null

/** Fewer digits are a house number or part of a date. */
const fewestDigits = 6

/**
 * "Telephone numbers match by their digits (`07700900191`)." Without the 0 or 44 in front, so that +44 7700 900191 is the
 * same number. Null: the text is no telephone number.
 */
export function searchedDigits(text: string): string | null {
  if (!/^[+\d][\d ().-]*$/.test(text)) return null
  const digits = text
    .replace('(0)', '')
    .replace(/\D/g, '')
    .replace(/^(?:00)?44(?=\d{9})/, '')
    .replace(/^0/, '')
  return digits.length >= fewestDigits ? digits : null
}

const before = 40
const after = 100

/** "Text around the hit": from the first of the words that is found, cut between words. */
export function excerptOf(message: string, words: readonly string[]): string {
  const text = message.replace(/\s+/g, ' ')
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const hit = places.length === 0 ? 0 : Math.min(...places)
  const from = hit <= before ? 0 : text.lastIndexOf(' ', hit - before) + 1
  const until = hit + after >= text.length ? text.length : text.lastIndexOf(' ', hit + after)
  const end = until <= hit ? Math.min(text.length, hit + after) : until
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`
}

/** The most hits of a group that are ranked and counted: of more, the newest. */
export const maxRankedHits = 300
