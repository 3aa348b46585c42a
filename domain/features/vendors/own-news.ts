/**
 * "… and messages when a step is saved (by e-mail too if their preferences say so)." The vendor's view, and "Feedback to
 * the vendor: saving a step writes a property event that the vendor's app reads" (domain decisions, "Timeline"). What a
 * message says follows from the entries of the record alone, so the e-mail and the app say the same whenever they are read.
 */
import { addDays, type DateOnly } from '../../common/dates.ts'
import { type StepKey, stepDefinitions, stepKeys } from '../timeline/steps.ts'
import { vendorStepName, vendorStepSentence } from './vendor-words.ts'

/** Messages older than this are not shown. */
const vendorMessageDays = 90

export const vendorMessagesSince = (today: DateOnly): DateOnly => addDays(today, -vendorMessageDays)

/** The states a vendor is told of, in the order they are told in. */
export const notifiedStates = ['C', 'B', 'IP'] as const

/** The steps a vendor is told of: whether there is a survey is the buyer's to decide, until there is one. */
export const notifiedSteps: readonly StepKey[] = stepDefinitions
  .map(({ key }) => key)
  .filter((key) => key !== stepKeys.NotHavingSurvey)

export type StepChange = { key: StepKey; from: string | null; to: string | null }

/**
 * What a saved step tells the vendor, or null when it is none of theirs to read: "Searches back: done." A step that was
 * complete and is no longer, as Sale agreed after a fall-off, is told as open again.
 */
export function stepMessage({ key, from, to }: StepChange): string | null {
  const name = vendorStepName(key)
  if (name === '' || !notifiedSteps.includes(key)) return null
  if (to === 'C') return `${name}: done.`
  if (to === 'IP') return `${name}: ${from === 'C' ? 'open again' : 'under way'}. ${vendorStepSentence(key)}`
  return to === 'B' ? `${name}: held up at the moment. We are chasing it.` : null
}

const stateRank = ({ to }: Pick<StepChange, 'to'>): number => notifiedStates.findIndex((state) => state === to)

/** The sentences of one save, what was done first; none where nothing of it is the vendor's to read. */
export const vendorMessages = (changes: readonly StepChange[]): string[] =>
  changes.toSorted((a, b) => stateRank(a) - stateRank(b)).flatMap((change) => stepMessage(change) ?? [])
