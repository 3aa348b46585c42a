import { longDay } from '../../common/day-in-words.ts'
import { countInWords } from '../../common/show-count.ts'
import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { StandingClaim, StepClaim } from './claims.ts'
import { stepClausesOf } from './step-clauses.ts'
import { underWayText, waitingText } from './vendor-step-texts.ts'

/** The words of claims: a claim alone. No other place words the course of a sale to vendors and parties. */

export type Audience = 'vendor' | 'party'

export const fallOffSentence = 'We are sorry that the agreed sale has fallen through.'

/** "There has been one viewing", "There have been no viewings" */
export const viewingsInWords = (viewings: number): string =>
  `There ${viewings === 1 ? 'has' : 'have'} been ${countInWords(viewings, 'viewing')}`

/** A memorandum that cannot be sent yet. */
const unknownSolicitors = {
  vendor: 'you tell us who your solicitor is',
  buyer: 'we know who the buyer’s solicitor is',
  both: 'we know who your solicitor and the buyer’s are',
} as const

/** `agency`: its name. A party is told only of its sale. */
export function standingSentence(claim: StandingClaim, audience: Audience, agency = ''): string {
  switch (claim.is) {
    case 'preparing':
      return 'We are preparing your property for the market.'
    case 'on-market':
      return 'Your property is on the market. We will tell you about viewings.'
    case 'counted':
      return `${viewingsInWords(claim.viewings)} so far.`
    case 'fell-through':
      return `${fallOffSentence} Your property is on the market again.`
    case 'withdrawn':
      return 'Your property is withdrawn from the market.'
    case 'paused':
      return audience === 'vendor'
        ? 'Your property is withdrawn from the market. The agreed sale is on hold.'
        : `This sale is on hold. ${agency} can tell you more.`
    case 'exchanged':
      return 'Contracts have been exchanged.'
    case 'planned':
      return `Contracts have been exchanged. Completion is planned for ${longDay(claim.on)}.`
    case 'today':
      return 'Contracts have been exchanged. Completion is today.'
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

/** Why a step is held up, as somebody wrote it for the vendor. */
const because = ({ reasons }: { reasons: readonly string[] }): string =>
  reasons.map((reason) => ` ${reason.trim().replace(/[^.!?]$/, '$&.')}`).join('')

const chasing = ({ chased }: { chased: boolean }): string => (chased ? ' and we are chasing it' : '')

/** To the vendor; empty where the standing of the sale says it. */
export function stepSentence(claim: StepClaim): string {
  switch (claim.is) {
    case 'report-awaited':
      return 'The surveyor has been. The buyer is waiting for the report.'
    case 'survey-passed':
      return ''
    case 'waiting-for':
      return claim.unknown
        ? `We will send the memorandum of sale as soon as ${unknownSolicitors[claim.unknown]}.`
        : waitingText(claim.step)
    case 'under-way':
      return underWayText(claim.step, claim.isNamed)
    case 'held-up':
      return heldUpSentence({ ...claim, reasons: claim.reasons.slice(-1) }, clauseOf({ ...claim, is: 'waiting-for' }), true)
    case 'late':
      return `${stepSentence(claim.meanwhile)} This is taking longer than expected${chasing(claim)}.`
  }
}

/** News of a step that a person started: "Your solicitor is now answering the enquiries." A letter does not tell that a step is late. */
export const startedInLetter = (claim: StepClaim): string => stepSentence(claim).replace(/ (is|are) /, ' $1 now ')

/** Whether the sentence about a held-up step goes on with the reasons: not of a step of the agency, but for the memorandum. */
export const isWhyTold = (key: StepKey): boolean =>
  key === stepKeys.MemoOfSaleSent || clauseOf({ is: 'waiting-for', step: key, isNamed: false }) !== ''

/** `awaited`: what is waited for, in a letter with its day. */
export function heldUpSentence(claim: StepClaim & { is: 'held-up' }, awaited: string, isNews: boolean): string {
  if (!isWhyTold(claim.step)) return waitingText(claim.step) || underWayText(claim.step, claim.isNamed)
  const rest = `${chasing(claim)}.${because(claim)}`
  if (awaited === '') return `The memorandum of sale is ${isNews ? 'held up at the moment' : 'still held up'}${rest}`
  return isNews
    ? `We are waiting for ${awaited}, but this is held up at the moment${rest}`
    : `We are still waiting for ${awaited}. This is still held up${rest}`
}

export const capitalized = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`
const lowered = (words: string): string => `${words.charAt(0).toLowerCase()}${words.slice(1)}`

/** Of a step that was delayed, and that a person set in progress again. */
export const hasGoneOn = (key: StepKey): string => `The hold-up with the ${lowered(stepClausesOf(key)?.name ?? '')} is over.`

/** Of a step that was complete. Empty for a step of the agency. */
export function againSentence(key: StepKey, isNamed: boolean): string {
  const awaited = clauseOf({ is: 'waiting-for', step: key, isNamed })
  return awaited ? `We are waiting again for ${awaited}.` : ''
}

/**
 * A claim within a letter: what "We are waiting for" or "Then" goes on with. Empty for a step that is not told. `isNamed`: a solicitor of
 * the vendor is entered.
 */
export const clauseOf = ({ is, step, isNamed }: { is: 'waiting-for' | 'next'; step: StepKey; isNamed: boolean }): string =>
  stepClausesOf(step, isNamed)?.[is === 'next' ? 'next' : 'waitingFor'] ?? ''
