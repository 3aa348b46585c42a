import { type DateOnly, showDays } from '../../common/dates.ts'
import { showCount } from '../../common/show-count.ts'
import type { StepKey } from '../timeline/step-definitions.ts'
import type { StandingClaim, StepClaim } from './claims.ts'
import { stepClausesOf, underWayInLetter } from './step-clauses.ts'
import { underWayText, waitingText } from './vendor-step-texts.ts'

/** The words of claims: a claim alone. No other place words the course of a sale to vendors and parties. */

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const partsOf = (day: DateOnly) => {
  const date = new Date(`${day}T00:00:00Z`)
  return {
    weekday: weekdays[date.getUTCDay()] ?? '',
    words: `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''}`,
    year: date.getUTCFullYear(),
  }
}

/** "27 November 2026" */
export const dayWithYear = (day: DateOnly): string => {
  const { words, year } = partsOf(day)
  return `${words} ${year}`
}

/** "27 November", with the year unless it is the current one. */
export const dayInWords = (day: DateOnly, today: DateOnly): string =>
  day.slice(0, 4) === today.slice(0, 4) ? partsOf(day).words : dayWithYear(day)

/** "Friday 27 November 2026" */
const longDay = (day: DateOnly): string => `${partsOf(day).weekday} ${dayWithYear(day)}`

export type Audience = 'vendor' | 'party'

/** `agency`: its name. A party is told only of its sale. */
export function standingSentence(claim: StandingClaim, audience: Audience, agency = ''): string {
  switch (claim.is) {
    case 'preparing':
      return 'We are preparing your property for the market.'
    case 'on-market':
      return 'Your property is on the market. We will tell you about viewings.'
    case 'counted':
      return `Buyers are viewing your property: ${showCount(claim.viewings, 'viewing')} so far.`
    case 'fell-through':
      return 'The sale that was agreed has fallen through. Your property is on the market again.'
    case 'withdrawn':
      return 'Your property is withdrawn from the market.'
    case 'paused':
      return audience === 'vendor'
        ? 'Your property is withdrawn from the market. The agreed sale is paused.'
        : `This sale is paused. ${agency} will be in touch.`
    case 'exchanged':
      return 'Contracts are exchanged.'
    case 'planned':
      return `Contracts are exchanged. Completion is planned for ${longDay(claim.on)}.`
    case 'over':
      return `Completion was planned for ${longDay(claim.on)}. We are confirming that it took place.`
    case 'completed':
      return audience === 'vendor' ? 'Your sale has completed.' : 'The sale has completed.'
    case 'ended':
      return `${audience === 'vendor' ? 'Your' : 'The'} sale completed on ${longDay(claim.on)}.`
  }
}

/** A property that left the market, or came back to it, and how far it was then. */
export type MarketChange = {
  is: 'withdrawn' | 'reinstated'
  isLaunched: boolean
  isSold: boolean
  isExchanged: boolean
  isCompleted: boolean
}

/** To the vendor. What was exchanged or completed while the property was withdrawn is told when it comes back. */
export function marketSentence({ is, isLaunched, isSold, isExchanged, isCompleted }: MarketChange): string {
  if (is === 'withdrawn') return standingSentence({ is: isSold ? 'paused' : 'withdrawn' }, 'vendor')
  if (isCompleted || isExchanged) return standingSentence({ is: isCompleted ? 'completed' : 'exchanged' }, 'vendor')
  if (isSold) return 'Your agreed sale is going ahead again.'
  return isLaunched ? 'Your property is on the market again.' : standingSentence({ is: 'preparing' }, 'vendor')
}

/** To the vendor; empty where the standing of the sale says it. `underWay`: the words of a step that is under way. */
export function stepSentence(claim: StepClaim, underWay = underWayText): string {
  switch (claim.is) {
    case 'report-awaited':
      return 'The surveyor has been. The buyer is waiting for the report.'
    case 'survey-passed':
      return `A survey was booked for ${partsOf(claim.on).words}. We are checking that it took place.`
    case 'waiting-for':
      return waitingText(claim.step)
    case 'under-way':
      return underWay(claim.step, claim.isNamed)
    case 'held-up': {
      const meanwhile = stepSentence(claim.meanwhile, underWay)
      const heldUp = `is held up at the moment${claim.chased ? ' and we are chasing it' : ''}.`
      return meanwhile ? `${meanwhile.slice(0, -1)}, but this ${heldUp}` : `This ${heldUp}`
    }
    case 'late':
      return `${stepSentence(claim.meanwhile, underWay)} This is ${showDays(claim.days)} later than expected, and we are chasing it.`
  }
}

/** A claim within a letter: "Your solicitor is now answering the enquiries." if it is news. A letter does not tell that a step is late. */
export function letterSentence(claim: StepClaim, isNews: boolean): string {
  const sentence = stepSentence(claim.is === 'late' ? claim.meanwhile : claim, underWayInLetter)
  return isNews ? sentence.replace(/ (is|are) (?!due )/, ' $1 now ') : sentence
}

/**
 * A claim within a letter: what "We are waiting for" or "Then" goes on with. Empty for a step that is not told. `isNamed`: a solicitor of
 * the vendor is entered.
 */
export const clauseOf = ({ is, step, isNamed }: { is: 'waiting-for' | 'next'; step: StepKey; isNamed: boolean }): string =>
  stepClausesOf(step, isNamed)?.[is === 'next' ? 'next' : 'waitingFor'] ?? ''
