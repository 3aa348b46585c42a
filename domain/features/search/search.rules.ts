import { searchFold } from '../../common/search-fold.ts'

/** Parsing and matching of search text. [day §9](docs/design/day.md#9). */

/** "`q` 3–100 (shorter: the palette finds screens, actions and recent places by itself)." */
export const minSearchLength = 3
export const maxSearchLength = 100

/** "`each` 1–20 (5)." */
export const resultsPerGroup = { default: 5, max: 20 }

/** Street names and their abbreviations: "ash rd" finds Ash Road, and "ash road" finds Ash Rd. */
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

/** Returns the words that must all match, folded, without duplicates. */
export const searchWords = (text: string): string[] => [...new Set(searchFold(text).split(' ').filter(Boolean))]

/** Returns the other spelling of a word in an address. It matches only at the start of a word. */
export const otherSpelling = (word: string): string | null => streetNames[word] ?? abbreviations.get(word) ?? null

/** Fewer digits are a house number or part of a date. */
const fewestDigits = 6

/**
 * "Telephone numbers match by their digits (`07700900191`)." Removes a leading 0 or 44, so that +44 7700 900191 is the
 * same number. Returns `null` if the text is not a telephone number.
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

/** "Text around the hit": starts near the first matching word, truncated between words. */
export function excerptOf(message: string, words: readonly string[]): string {
  const text = message.replace(/\s+/g, ' ')
  // The folded text, and the place in the text of each of its characters.
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    folded += searchFold(character)
    while (places.length < folded.length) places.push(at)
    at += character.length
  }
  const hits = words.flatMap((word) => places[folded.indexOf(word)] ?? [])
  const hit = hits.length === 0 ? 0 : Math.min(...hits)
  const from = hit <= before ? 0 : text.lastIndexOf(' ', hit - before) + 1
  const until = hit + after >= text.length ? text.length : text.lastIndexOf(' ', hit + after)
  const end = until <= hit ? Math.min(text.length, hit + after) : until
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`
}

/** Maximum number of hits of a group that are ranked and counted. If there are more, the newest are used. */
export const maxRankedHits = 300
