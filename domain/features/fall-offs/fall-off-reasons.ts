import { z } from 'zod'
import { type DateOnly, showDate } from '../../common/dates.ts'
import { Id, requiredLine } from '../../common/wire.ts'
import { isDoneOrNotApplicable } from '../timeline/predecessors-of.ts'
import { isComplete, type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { Timeline } from '../timeline/timeline.model.ts'

/**
 * Reasons why sales fall off: the company's list, the party responsible, and the stage that the sale had reached.
 * [forecast §2](docs/design/forecast.md#2).
 */

export const fallOffParties = ['buyer', 'seller', 'chain', 'lender', 'neither'] as const
export const FallOffParty = z.enum(fallOffParties, 'Choose whose doing it was.')
export type FallOffParty = z.output<typeof FallOffParty>

export const fallOffPartyLabels: Record<FallOffParty, string> = {
  buyer: 'Buyer',
  seller: 'Seller',
  chain: 'Chain',
  lender: 'Lender',
  neither: 'Neither side',
}

/** "A fall-off without a reason reads “Not classified”." [trust §6](docs/design/trust.md#6). */
export const notClassified = 'Not classified'

/** "Lost their job, restored on 30/11/2026". */
export const describeFallOff = ({ reason, restoredOn }: { reason: string | null; restoredOn: DateOnly | null }): string =>
  (reason ?? notClassified) + (restoredOn === null ? '' : `, restored on ${showDate(restoredOn)}`)

export const fallOffPhases = [
  'beforeMemo',
  'beforeSearches',
  'beforeMortgageOffer',
  'beforeEnquiries',
  'readyToExchange',
] as const
export const FallOffPhase = z.enum(fallOffPhases)
export type FallOffPhase = z.output<typeof FallOffPhase>

export const fallOffPhaseLabels: Record<FallOffPhase, string> = {
  beforeMemo: 'Before the memorandum',
  beforeSearches: 'Before the searches',
  beforeMortgageOffer: 'Before the mortgage offer',
  beforeEnquiries: 'Before enquiries were answered',
  readyToExchange: 'Ready to exchange',
}

const phaseEnds: readonly (readonly [FallOffPhase, StepKey])[] = [
  ['beforeMemo', stepKeys.MemoOfSaleSent],
  ['beforeSearches', stepKeys.SearchesBack],
  ['beforeMortgageOffer', stepKeys.MortgageApproved],
  ['beforeEnquiries', stepKeys.EnquiriesAnswered],
]

/**
 * "Phase, derived on the day: before memo, before searches, before mortgage offer, before enquiries answered, ready to
 * exchange." The first of these steps that is not done; steps that do not apply count as done. A step that is open or open again does not
 * hold back a sale that has passed it: exchanged contracts passed them all, and legal work that is done passed the memorandum.
 */
export function fallOffPhaseOf(timeline: Timeline): FallOffPhase {
  const isPast = (key: StepKey) =>
    isComplete(timeline, stepKeys.Exchanged) ||
    (key === stepKeys.MemoOfSaleSent && timeline.some(({ type, state }) => type === 'L' && state === 'C'))
  const isOpen = (key: StepKey) => !isPast(key) && timeline.some((step) => step.key === key && !isDoneOrNotApplicable(step))
  return phaseEnds.find(([, key]) => isOpen(key))?.[0] ?? 'readyToExchange'
}

export const FallOffReasonInput = z.strictObject({
  /** Missing for a new reason. */
  _id: Id.optional(),
  name: requiredLine(80, 'the reason'),
  party: FallOffParty,
  /** False: no longer offered. Sales that fell off for this reason keep its name. */
  active: z.boolean('Say yes or no.').default(true),
})
export type FallOffReasonInput = z.output<typeof FallOffReasonInput>

export const FallOffReason = z.object({
  _id: Id,
  name: z.string(),
  party: FallOffParty,
  active: z.boolean(),
  /** Used by a sale that fell off: the reason can be hidden but not removed. */
  used: z.boolean(),
})
export type FallOffReason = z.output<typeof FallOffReason>

export const maxFallOffReasons = 60

export const defaultMayContactWords = 'May we contact you if this property, or another one like it, becomes available?'
export const maxMayContactWords = 200

const starters: readonly (readonly [name: string, party: FallOffParty])[] = [
  ['Changed their mind (buyer)', 'buyer'],
  ['Changed their mind (seller)', 'seller'],
  ['Mortgage refused', 'lender'],
  ['Mortgage offer ran out', 'lender'],
  ['Down-valuation', 'lender'],
  ['Survey', 'buyer'],
  ['Price could not be agreed', 'neither'],
  ['Chain broke above', 'chain'],
  ['Chain broke below', 'chain'],
  ['Own sale fell through', 'chain'],
  ['Onward purchase fell through', 'chain'],
  ['Found another property', 'buyer'],
  ['Found no home', 'seller'],
  ['Higher offer taken', 'seller'],
  ['Funds or identity not proved', 'buyer'],
  ['Legal or title problem', 'neither'],
  ['Planning or building consents', 'neither'],
  ['Too slow', 'neither'],
  ['Circumstances changed', 'neither'],
  ['Not known', 'neither'],
]

/** The id of a reason that each company starts with. */
const starterId = (index: number): string => `fa110ff0-0000-4000-8000-${String(index + 1).padStart(12, '0')}`

/** "Survey", also where a company gave it another name. */
export const surveyReasonId = starterId(starters.findIndex(([name]) => name === 'Survey'))

/**
 * The initial list of every company: the list of [forecast](docs/design/forecast.md) and the six reasons that only
 * [trust](docs/design/trust.md) names. The ids are the same in every company, so that a company that never changed its list needs no rows.
 */
export const starterReasons: readonly Omit<FallOffReason, 'used'>[] = starters.map(([name, party], index) => ({
  _id: starterId(index),
  name,
  party,
  active: true,
}))
