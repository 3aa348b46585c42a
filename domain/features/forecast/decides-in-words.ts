import { type DateOnly, showDate, showDays } from '../../common/dates.ts'

/** A step longer than usual by fewer days than this is still "day 9 of usually 14". */
const noticeablyLonger = 3

export type DecidingStep = { title: string; days: number; usual: number | null; blockedOn: DateOnly | null }

/** "Words, from one function, used by report, header, chain, CSV and PDF." Forecast design, section 6. */
export function stepInWords({ title, days, usual, blockedOn }: DecidingStep): string {
  if (blockedOn !== null) return `${title}: delayed since ${showDate(blockedOn)}`
  if (usual !== null && days >= usual + noticeablyLonger) return `${title}: ${showDays(days - usual)} longer than usual`
  return usual === null ? title : `${title}: day ${days} of usually ${usual}`
}

/** A link of the chain, by its address and, for the buyer’s or seller’s end, which. */
export const linkInWords = (link: string, expectedBy: DateOnly | null): string =>
  expectedBy === null ? `${link}: not ready` : `${link}: not ready, expected by ${showDate(expectedBy)}`

export const nothingHoldsUp = 'Nothing holds it up'
