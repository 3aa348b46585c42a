import { normalisePostcode } from '../../common/address.ts'
import { firstIndex } from '../../common/first-index.ts'
import { searchFold } from '../../common/search-fold.ts'
import { isStreet } from '../addresses/split-address.ts'
import { foldedWords, type MailWord, mailWords } from './mail-words.ts'
import type { CandidateSale } from './match-mail.model.ts'

/** Which sales a text names. [mail-in §3](docs/design/mail-in.md#3), rules 1 to 3: a doubt names nothing. */

/** One place in the text, and the sales that it can mean. */
export type Mention = { by: 'address' | 'names'; isRelated: boolean; isSubject: boolean; propertyIds: ReadonlySet<string> }

type AddressOfSale = Pick<CandidateSale, 'line1' | 'line2' | 'town' | 'postcode'>

/** Consecutive words of a door: `27 rodway road`, or `rose cottage mill lane`. `unit` is the flat. */
type Door = { unit: string; words: readonly string[] }

const isNumber = (word: string): boolean => /^\d{1,4}[a-z]?$/.test(word)
const isDesignator = (word: string): boolean => /^(?:\d{1,3}[a-z]?|[a-z])$/.test(word)
const floors = new Set([
  'basement',
  'lower',
  'ground',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'top',
  'upper',
  'garden',
  'attic',
])
/** "Flat 2, Otter House, 27 Rodway Road": how far before its number a flat may stand. */
const wordsToFlat = 6

/** The flat named among the words before a position; empty without one. */
function unitBefore(words: readonly MailWord[], at: number): string {
  const [number, before] = [words[at], words[at - 1]]
  if (!number || !before) return ''
  for (let back = at - 1; back >= Math.max(0, at - wordsToFlat) && !/[.;!?:]/.test(words[back + 1]?.gap ?? ''); back -= 1) {
    if (words[back]?.word !== 'flat') continue
    const [next, previous, first] = [words[back + 1]?.word ?? '', words[back - 1]?.word ?? '', words[back - 2]?.word ?? '']
    if (back + 1 < at && isDesignator(next)) return next
    if (previous === 'floor' && floors.has(first)) return first
    if (floors.has(previous)) return previous
    return ''
  }
  // "2/27", "25-27", "2, 27 Rodway Road": part of something else, unless it is the end of a day.
  const isPart = isDesignator(before.word) && /^[ ,/\u2013-]{1,3}$/.test(number.gap) && !/[/.-]$/.test(before.gap)
  return isPart && /\d/.test(before.word) ? before.word : ''
}

/** "27 Rodway Road, Flat 2". */
const unitAfter = (words: readonly MailWord[], end: number): string =>
  words[end]?.word === 'flat' && /^[ ,(\n]{1,3}$/.test(words[end]?.gap ?? '') && isDesignator(words[end + 1]?.word ?? '')
    ? (words[end + 1]?.word ?? '')
    : ''

const partsOf = (line: string): string[] =>
  line
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function doorsOf({ line1, line2, town }: AddressOfSale): Door[] {
  const words = mailWords([...partsOf(line1), ...partsOf(line2)].join(', '))
  const numbered = words.findIndex(
    ({ word, gap }, at) =>
      isNumber(word) &&
      words[at + 1] !== undefined &&
      words[at - 1]?.word !== 'flat' &&
      !/\d/.test(words[at + 1]?.word ?? '') &&
      (at === 0 || gap !== ' ' || unitBefore(words, at) !== ''),
  )
  if (numbered >= 0) {
    const isEnd = words.findIndex(({ gap }, at) => at > numbered + 1 && gap.includes(','))
    const range = /^[/\u2013-]$/.test(words[numbered]?.gap ?? '') ? numbered - 1 : numbered
    const street = words.slice(range, isEnd === -1 ? undefined : isEnd).map(({ word }) => word)
    return [{ unit: range === numbered ? unitBefore(words, numbered) : '', words: street }, ...buildingOf(words, numbered)]
  }
  const [name = '', street = town] = partsOf(`${line1}, ${line2}`)
  const named = [...foldedWords(name), ...foldedWords(street)]
  return street === '' || name === '' ? [] : [{ unit: '', words: named }]
}

/** "Flat 3, The Old Dairy" of "Flat 3, The Old Dairy, 12 Mill Lane". */
function buildingOf(words: readonly MailWord[], numbered: number): Door[] {
  const flat = words.findIndex(({ word }) => word === 'flat')
  const name = words.slice(flat + 2, numbered).map(({ word }) => word)
  return flat === 0 && name.length > 1 ? [{ unit: words[1]?.word ?? '', words: name }] : []
}

/** "Opposite 27 Rodway Road" is another house. */
const nearby =
  /\b(?:adjoining|adjacent to|opposite|behind|beside|near|neighbouring|next (?:door )?to|rear of|garages? (?:at|of|behind))(?: [a-z]+){0,2} ?$/i
/** Words after a comma that begin with a capital and are no town. */
const noTowns = new Set(
  `mr mrs miss ms dr sale purchase searches search enquiries contract contracts draft exchange completion survey mortgage offer memorandum
  update urgent our your re ref fwd report deposit documents replies seller sellers buyer buyers vendor vendors client clients pdf`.split(
    /\s+/,
  ),
)
const postcode = /\b([a-z]{1,2}\d[a-z\d]?) ?(\d[a-z]{2})\b/i
const townAfter =
  /^ ?(?:,|\bin\b) ?(\p{Lu}[\p{L}'\u2019-]{1,30}(?: \p{Lu}[\p{L}'\u2019-]{1,30}){0,2})(?= ?(?:[,.;)\n]|$|[A-Z]{1,2}\d))/u
const charactersBefore = 40
const charactersBeside = 70

/** `other`: a differing postcode or town stands beside; `same`: ours; `null`: neither. */
function besideIt(
  after: string,
  { postcode: ours, line1, line2, town }: AddressOfSale,
  surnames: readonly string[],
): 'same' | 'other' | null {
  const [beside = ''] = after.slice(0, charactersBeside).split(/[.;!?]|\n\n/)
  const code = postcode.exec(beside)
  if (code && ours !== '') return normalisePostcode(`${code[1]}${code[2]}`) === normalisePostcode(ours) ? 'same' : 'other'
  const place = foldedWords(townAfter.exec(beside)?.[1] ?? '')
  if (place.length === 0) return null
  if (town !== '' && place.join(' ') === foldedWords(town).join(' ')) return 'same'
  const known = new Set([...foldedWords(`${line1} ${line2} ${town}`), ...surnames.flatMap(foldedWords)])
  return place.every((word) => known.has(word)) || place.some((word) => noTowns.has(word)) ? null : 'other'
}

const related = /\b(?:onward|related|linked|dependent|dependant|(?:their|his|her) (?:own )?(?:onward )?(?:purchase|sale))\b/gi
/** How far a word such as "onward" reaches. */
const reach = 60
/** "3 Elm Close (their purchase)", "3 Elm Close is the onward purchase". */
const saidOfLast = /^(?:[ ,(\u2013-]|the|their|his|her|our|clients?['\u2019]?s?|an?|is|as|being|which){0,8}$/i

type Place = { start: number; end: number }

/** "A property that is mentioned with 'onward' … in the clause is not named": the word belongs to the next mention, else to the one before. */
function relatedPlaces(text: string, places: readonly Place[]): Set<Place> {
  const found = new Set<Place>()
  const [byStart, byEnd] = [places.toSorted((a, b) => a.start - b.start), places.toSorted((a, b) => a.end - b.end)]
  const isNear = (from: number, to: number): boolean => to - from <= reach && !/[.;!?\n]/.test(text.slice(from, to))
  for (const { 0: word, index } of text.matchAll(related)) {
    const end = index + word.length
    // What is true of a place that is farther is true of the nearest.
    const next = byStart[firstIndex(byStart.length, (at) => (byStart[at]?.start ?? 0) >= end)]
    const last = byEnd[firstIndex(byEnd.length, (at) => (byEnd[at]?.end ?? 0) > index) - 1]
    if (next && isNear(end, next.start)) found.add(next)
    else if (last && isNear(last.end, index) && saidOfLast.test(text.slice(last.end, index))) found.add(last)
  }
  return found
}

function addressMentions(text: string, isSubject: boolean, sales: readonly CandidateSale[]): Mention[] {
  const words = mailWords(text)
  const positions = Map.groupBy(words.keys(), (at) => words[at]?.word ?? '')
  const found = new Map<number, Place & { sure: Set<string>; maybe: Set<string> }>()
  for (const sale of sales)
    for (const { unit, words: door } of doorsOf(sale))
      for (const at of positions.get(door[0] ?? '') ?? []) {
        const end = at + door.length
        if (!door.every((word, index) => words[at + index]?.word === word)) continue
        const [first, last, next] = [words[at], words[end - 1], words[end]]
        if (!first || !last || (unitBefore(words, at) || unitAfter(words, end)) !== unit) continue
        // "27 Rodway Road North": another street.
        if (next && next.gap === ' ' && (isStreet(next.word) || /^(?:north|south|east|west)$/.test(next.word))) continue
        const start = first.end - first.raw.length
        if (nearby.test(text.slice(Math.max(0, start - charactersBefore), start))) continue
        const beside = besideIt(text.slice(last.end), sale, [...sale.vendorSurnames, ...sale.buyerSurnames])
        if (beside === 'other') continue
        const place = found.get(at) ?? { start, end: last.end, sure: new Set(), maybe: new Set() }
        place[beside === 'same' ? 'sure' : 'maybe'].add(sale.propertyId)
        found.set(at, place)
      }
  const places = [...found.values()]
  const isRelated = relatedPlaces(text, places)
  return places.map((place) => ({
    by: 'address',
    isSubject,
    isRelated: isRelated.has(place),
    propertyIds: place.sure.size > 0 ? place.sure : place.maybe,
  }))
}

/** Where a surname stands, written as a name and not as part of a street. */
function findSurname(words: readonly MailWord[], surname: string): number[] {
  const name = foldedWords(surname)
  if (name.length === 0) return []
  return [...words.keys()].filter((at) => {
    const next = words[at + name.length]
    return (
      name.every((word, index) => words[at + index]?.word === word) &&
      /^\p{Lu}/u.test(words[at]?.raw ?? '') &&
      !(next?.gap === ' ' && isStreet(next.word))
    )
  })
}

/** "The surnames of vendor **and** buyer of one sale, both in the subject. One surname names nothing." */
function nameMention(subject: string, sales: readonly CandidateSale[]): Mention[] {
  const words = mailWords(subject)
  const named = sales.filter(({ vendorSurnames, buyerSurnames }) => {
    const vendors = vendorSurnames.flatMap((name) => findSurname(words, name))
    const buyers = buyerSurnames.flatMap((name) => findSurname(words, name))
    return vendors.some((at) => buyers.some((other) => other !== at))
  })
  return named.length === 0
    ? []
    : [{ by: 'names', isRelated: false, isSubject: true, propertyIds: new Set(named.map(({ propertyId }) => propertyId)) }]
}

export const mentionsIn = (
  { subjects, texts }: { subjects: readonly string[]; texts: readonly string[] },
  sales: readonly CandidateSale[],
): Mention[] => [
  ...subjects.flatMap((text) => addressMentions(text, true, sales)),
  ...texts.flatMap((text) => addressMentions(text, false, sales)),
  ...subjects.flatMap((subject) => nameMention(subject, sales)),
]

const month = /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)/

/**
 * The house numbers of what looks like an address, ours or not: a number before one or two words with capitals of which the last ends a
 * street. `isBroad`: any word with a capital but months will do.
 */
export function doorNumbersIn(text: string, isBroad = false): string[] {
  const words = mailWords(text)
  const isName = (at: number): boolean => words[at]?.gap === ' ' && /^\p{Lu}/u.test(words[at]?.raw ?? '')
  const endsStreet = (at: number): boolean => isName(at) && (isStreet(words[at]?.word ?? '') || words[at]?.word === 'court')
  return words.flatMap(({ word }, at) => {
    if (!isNumber(word) || !isName(at + 1) || month.test(words[at + 1]?.word ?? '')) return []
    return isBroad || endsStreet(at + 2) || (isName(at + 2) && endsStreet(at + 3)) ? [word] : []
  })
}

/** Postcodes in a text, for the order of candidates. */
export const postcodesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(new RegExp(postcode, 'gi'))].map(([, out, inward]) => normalisePostcode(`${out}${inward}`)))

const maxTerms = 100

/** See `addressTermsOf`: numbers with the next word first, then pairs of words with capitals, as of houses with names. */
export function termsOf(texts: readonly string[]): string[] {
  const plain = ({ raw }: MailWord): string => searchFold(raw)
  const pairs = texts.flatMap((text) => {
    const words = mailWords(text)
    return words.slice(1).map((second, at) => ({ first: words[at] ?? second, second }))
  })
  const numbers = pairs
    .filter(({ first, second }) => isNumber(first.word) && /^\p{L}{2}/u.test(second.raw))
    .map(({ first, second }) => `${first.word} ${plain(second)}`)
  const names = pairs
    .filter(({ first, second }) => /^\p{Lu}/u.test(first.raw) && /^\p{Lu}/u.test(second.raw))
    .map(({ first, second }) => `${plain(first)} ${plain(second)}`)
  return [...new Set([...numbers, ...names])].slice(0, maxTerms)
}
