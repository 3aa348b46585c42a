import { type DateOnly, showDate, showDays } from '../../common/dates.ts'

/** A step longer than usual by fewer days than this is still "day 9 of usually 14". */
const noticeablyLonger = 3

export type DecidingStep = { title: string; days: number; usual: number | null; blockedOn: DateOnly | null }

/** "Words, from one function, used by report, header, chain, CSV and PDF." [forecast §6](docs/design/forecast.md#6). */
export function stepInWords({ title, days, usual, blockedOn }: DecidingStep): string {
  if (blockedOn !== null) return `${title}: delayed since ${showDate(blockedOn)}`
  if (usual !== null && days >= usual + noticeablyLonger) return `${title}: ${showDays(days - usual)} longer than usual`
  return usual === null ? title : `${title}: day ${days} of usually ${usual}`
}

/** A link of the chain by its address. The buyer’s and the seller’s end are named as such. */
export const linkInWords = (link: string, expectedBy: DateOnly | null): string =>
  `${capitalised(link)}: not ready${expectedBy === null ? '' : `, expected by ${showDate(expectedBy)}`}`

export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/**
 * Describes a link without an address by its place: a chain begins with the onward purchase and ends with the buyer who has nothing to
 * sell. A place that no link takes is that of the property itself.
 */
export function linkWithoutAddress(position: number, positions: readonly number[]): string {
  const taken = new Set(positions)
  let own = 1
  while (taken.has(own)) own++
  if (position > own && position === Math.max(...positions)) return 'the buyer’s end of the chain'
  if (position < own && position === Math.min(...positions)) return 'the seller’s end of the chain'
  return 'a link of the chain without address'
}

export const nothingHoldsUp = 'Nothing holds it up'
