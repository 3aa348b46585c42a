import { addDays, type DateOnly, showDate } from '../../common/dates.ts'
import { type ErrorCode, errors } from '../../error-catalogue.ts'
import { findStep, isApplicable, type StepKey, stepDefinition } from '../timeline/step-definitions.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import type { Change, RequestedItem, StepState, Timeline } from '../timeline/timeline.model.ts'
import type { LinkParty, ProposalContent, ProposalState } from './party-links.model.ts'
import { datesProposedBy, stepsProposedBy } from './party-steps.ts'

/** Proposals of a party: what may be said, what accepting does. "A proposal changes nothing." connect.md §6.5. */

/** Days that are proposed lie within two years. */
const maxDaysAhead = 730

export type ProposalRefusal = { code: ErrorCode; path?: string; message: string }

type SaleOfProposal = {
  timeline: Timeline
  /** Day on which the offer was accepted. */
  acceptedOn: DateOnly | null
  today: DateOnly
}

const invalid = (path: string, message: string): ProposalRefusal => ({ code: 'VALIDATION_FAILED', path, message })
const refused = (code: ErrorCode, path: string): ProposalRefusal => ({ code, path, message: errors[code][1] })

/** "If the step is complete already: ‘The agent has this as done on 03/11/2026’." */
function alreadyDone(timeline: Timeline, key: StepKey, state: 'C' | 'IP'): ProposalRefusal | null {
  const step = findStep(timeline, key)
  if (step?.state === 'C')
    return {
      code: 'STEP_DONE_ALREADY',
      path: 'stepKey',
      message: `The agent has this as done on ${showDate(step.completedOn ?? '')}.`,
    }
  if (state === 'IP' && step?.state === 'IP')
    return { code: 'STEP_DONE_ALREADY', path: 'stepKey', message: 'The agent has this as under way already.' }
  return null
}

function whyNotProposeStep(party: LinkParty, content: ProposalContent, sale: SaleOfProposal): ProposalRefusal | null {
  const { stepKey, state, onDay } = content
  if (stepKey === null || !stepsProposedBy[party].includes(stepKey))
    return invalid('stepKey', 'This step is not yours to report.')
  const step = findStep(sale.timeline, stepKey)
  if (isSurveyType(stepKey) ? step && !isApplicable(step) : !step || !isApplicable(step))
    return invalid('stepKey', 'This step does not apply to this sale.')
  if (state === null || (state === 'IP' && isSurveyType(stepKey))) return invalid('state', 'Say whether it is done or under way.')
  const done = alreadyDone(sale.timeline, stepKey, state)
  if (done) return done
  if (onDay === null) return invalid('onDay', 'Enter a day.')
  // "Days for steps ≤ today."
  if (onDay > sale.today) return refused('STEP_DATE_IN_FUTURE', 'onDay')
  return sale.acceptedOn !== null && onDay < sale.acceptedOn ? refused('STEP_DATE_BEFORE_SALE', 'onDay') : null
}

function whyNotProposeDate(
  party: LinkParty,
  content: ProposalContent,
  { timeline, today }: SaleOfProposal,
): ProposalRefusal | null {
  const { dateKind, stepKey, onDay } = content
  if (dateKind === null || !datesProposedBy[party].includes(dateKind))
    return invalid('dateKind', 'This day is not yours to propose.')
  if (dateKind === 'survey') {
    if (stepKey === null || !isSurveyType(stepKey)) return invalid('stepKey', 'Choose the kind of survey.')
    const done = alreadyDone(timeline, stepKey, 'C')
    if (done) return done
  }
  if (onDay === null) return invalid('onDay', 'Enter a day.')
  if (onDay < today) return refused('EXPECTED_IN_PAST', 'onDay')
  return onDay > addDays(today, maxDaysAhead) ? invalid('onDay', 'Choose a day within the next two years.') : null
}

/** Null if the party may propose this now. */
export function whyNotPropose(party: LinkParty, content: ProposalContent, sale: SaleOfProposal): ProposalRefusal | null {
  const { what, text, fileName } = content
  if (what !== 'document' && fileName !== null) return invalid('file', 'A file goes with a document only.')
  if (what === 'document' && fileName === null) return refused('FILE_MISSING', 'file')
  if (what === 'message' && text === '') return invalid('text', 'Write a message.')
  if (what === 'step') return whyNotProposeStep(party, content, sale)
  return what === 'date' ? whyNotProposeDate(party, content, sale) : null
}

/**
 * What two proposals of one link are about, if the newer one replaces the older: the key of a step or the kind of a day. Null:
 * documents and messages stand beside each other.
 */
export function topicOf({ what, stepKey, dateKind }: Pick<ProposalContent, 'what' | 'stepKey' | 'dateKind'>): string | null {
  if (what === 'date' && dateKind !== 'survey') return dateKind
  return what === 'step' || what === 'date' ? String(stepKey) : null
}

export const whyNotDecide = (state: ProposalState): ErrorCode | null => (state === 'open' ? null : 'PROPOSAL_DECIDED')

/** The change of the timeline that accepting asks for; null for what is no step. */
export function requestedStep(
  { what, stepKey, state, dateKind, onDay }: ProposalContent,
  timeline: Timeline,
): RequestedItem | null {
  if (stepKey === null || onDay === null) return null
  if (dateKind === 'survey') return { key: stepKey, state: 'IP', survey: { date: onDay } }
  if (what !== 'step' || state === null) return null
  if (state === 'IP') return { key: stepKey, state, startedOn: onDay }
  const isNewSurvey = isSurveyType(stepKey) && !findStep(timeline, stepKey)
  return { key: stepKey, state, completedOn: onDay, ...(isNewSurvey ? { survey: { date: onDay } } : {}) }
}

const dateNames = { completion: 'Completion', exchange: 'Exchange' } as const

const stepTitle = (key: StepKey): string => stepDefinition(key)?.title ?? 'A step'

/** "Searches back on 04/11/2026", "Completion on 28/11/2026", "Document: searches.pdf". `nameOf`: names of steps. */
export function describeProposal(content: ProposalContent, nameOf: (key: StepKey) => string = stepTitle): string {
  const { what, stepKey, state, dateKind, onDay, fileName } = content
  const day = onDay === null ? '' : ` on ${showDate(onDay)}`
  if (what === 'document') return `Document: ${fileName ?? ''}`
  if (what === 'message') return 'Message'
  if (dateKind === 'completion' || dateKind === 'exchange') return `${dateNames[dateKind]}${day}`
  const name = nameOf(stepKey ?? 0)
  if (dateKind === 'survey') return `${name} booked for${day.slice(3)}`
  return state === 'IP' ? `${name} under way since${day.slice(3)}` : `${name}${day}`
}

const verbs: Partial<Record<StepState, string>> = { C: 'completes', IP: 'starts', NS: 'sets to not started', NA: 'leaves out' }
const list = new Intl.ListFormat('en-GB')

/** "completes Searches back, starts Enquiries raised": the changes of steps, grouped by what becomes of them. */
export function describeStepChanges(changes: readonly Pick<Change, 'key' | 'from' | 'to'>[]): string {
  const groups = Map.groupBy(changes, ({ from, to }) => (from === to ? 'changes' : ((to && verbs[to]) ?? 'changes')))
  return [...groups].map(([verb, group]) => `${verb} ${list.format(group.map(({ key }) => stepTitle(key)))}`).join(', ')
}
