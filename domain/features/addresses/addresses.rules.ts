/**
 * "Address lookup from what is on hand: … streets and towns of the public price-paid data; no exact addresses are shipped." Corrections
 * issue, section 6. The query is the beginning of a street or town, optionally preceded by a house number and followed by a postcode. House
 * numbers are taken from the query, never suggested.
 */
import { defaultCountry } from '../../common/address-line.ts'
import type { AddressSuggestion } from './addresses.model.ts'

/** `sectors`: postcode sectors such as `RG30 6`, the postcode without its last two letters. */
export type Street = { street: string; locality: string; town: string; sectors: readonly string[] }
export type Town = { town: string; sectors: readonly string[] }
export type Places = { streets: readonly Street[]; towns: readonly Town[] }

const mostStreets = 8
const mostTowns = 4

type AddressQuery = {
  /** `27`, `4a`, `Flat 3, 12`, or ''. */
  number: string
  words: readonly string[]
  /** Possibly incomplete: `RG30`, `RG30 6`, or ''. */
  sector: string
  /** Complete postcode, or ''. */
  postcode: string
}

const postcodeAtEnd = /(?:^|[\s,])([a-z]{1,2}\d[a-z\d]?)(?:\s*(\d)([a-z]{0,2}))?$/i
const houseAtStart = /^((?:flat|apartment|unit)\s+\w+[\s,]+)?(\d+[a-z]?(?:-\d+[a-z]?)?)[\s,]+(?=\S)/i

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’.]/g, '')
    .split(/[\s,-]+/)
    .filter(Boolean)

/** `27 rodway rg30 6dt` → house 27, words `rodway`, sector RG30 6, postcode RG30 6DT. */
export function parseAddressQuery(text: string): AddressQuery {
  const [found, outward = '', digit = '', unit = ''] = postcodeAtEnd.exec(text.trim()) ?? []
  const sector = `${outward} ${digit}`.trim().toUpperCase()
  const rest = found === undefined ? text.trim() : text.trim().slice(0, -found.length).trim()
  const [house = '', flat = '', number = ''] = houseAtStart.exec(`${rest} `) ?? []
  return {
    number: `${flat}${number}`,
    words: wordsOf(rest.slice(house.length)),
    sector,
    postcode: unit.length === 2 ? `${sector}${unit.toUpperCase()}` : '',
  }
}

const inSector = (sectors: readonly string[], typed: string): boolean =>
  typed === '' || sectors.some((sector) => (typed.includes(' ') ? sector === typed : sector.split(' ')[0] === typed))

const begins = (words: readonly string[], typed: string): boolean => words.some((word) => word.startsWith(typed))

/** 0: the street's name begins as typed. 1: it contains the words. null: no match. */
function matchRank({ street, locality, town }: Street, words: readonly string[]): 0 | 1 | null {
  const own = wordsOf(street)
  const all = [...own, ...wordsOf(locality), ...wordsOf(town)]
  if (!words.every((word) => begins(all, word)) || !words.some((word) => begins(own, word))) return null
  return own[0]?.startsWith(words[0] ?? '') ? 0 : 1
}

/** `acacia avenue` → `Acacia Avenue`. */
const asName = (words: readonly string[]): string => words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')

const place = (
  parts: { line1: string; line2?: string; town: string },
  typed: AddressQuery,
  sectors: readonly string[],
): AddressSuggestion => ({
  address: { line2: '', county: '', country: defaultCountry, ...parts, postcode: typed.postcode },
  source: 'places',
  sectors: typed.postcode === '' ? sectors.filter((sector) => inSector([sector], typed.sector)) : [],
})

/** Streets first, then towns. An unknown street is accepted as typed if a known town follows it. */
export function suggestPlaces(text: string, { streets, towns }: Places): AddressSuggestion[] {
  const typed = parseAddressQuery(text)
  const { words, number, sector } = typed
  const near = streets.filter(({ sectors }) => inSector(sectors, sector))
  const foundStreets =
    words.length === 0
      ? []
      : ([0, 1] as const).flatMap((fit) => near.filter((street) => matchRank(street, words) === fit)).slice(0, mostStreets)
  const foundTowns = towns
    .filter(({ town, sectors }) => inSector(sectors, sector) && townFits(town, typed))
    .toSorted((a, b) => a.town.length - b.town.length)
    .slice(0, mostTowns)
  return [
    ...foundStreets.map(({ street, locality, town, sectors }) =>
      place({ line1: [number, street].filter(Boolean).join(' '), line2: locality, town }, typed, sectors),
    ),
    ...(foundStreets.length > 0 && sector === '' ? [] : foundTowns).map(({ town, sectors }) =>
      place({ line1: [number, asName(streetBefore(town, words))].filter(Boolean).join(' '), town }, typed, sectors),
    ),
  ]
}

/** Words typed before a complete town name; empty if the town itself is being typed. */
function streetBefore(town: string, words: readonly string[]): readonly string[] {
  const own = wordsOf(town)
  return words.slice(-own.length).join(' ') === own.join(' ') ? words.slice(0, -own.length) : []
}

function townFits(town: string, { words, sector }: AddressQuery): boolean {
  if (words.length === 0) return sector !== ''
  const own = wordsOf(town)
  if (streetBefore(town, words).length > 0) return true
  return own.join(' ').startsWith(words.join(' '))
}
