import { addDays, type DateOnly, showDate } from '../../common/dates.ts'
import { type ErrorCode, errors } from '../../error-catalogue.ts'
import { mayPropose } from '../sale-now/may.ts'
import type { Standing } from '../sale-now/sale-now.ts'
import { recordedCompletion } from '../timeline/assumed-days.ts'
import { isApplicable } from '../timeline/predecessors-of.ts'
import { findStep, type StepKey, stepDefinition } from '../timeline/step-definitions.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import type { Change, RequestedItem, StepState, Timeline } from '../timeline/timeline.model.ts'
import {
  type DateKind,
  dateKinds,
  type LinkParty,
  type ProposalContent,
  type ProposalSource,
  type ProposalState,
  type Proposer,
} from './party-links.model.ts'
import { datesProposedBy, stepsProposedBy } from './party-steps.ts'

/**
 * Proposals of a party: which are allowed, and what accepting does. "A proposal changes nothing."
 * [connect §6.5](docs/design/connect.md#6.5).
 */

/** Proposed days must be within two years. */
const maxDaysAhead = 730

export type ProposalRefusal = { code: ErrorCode; path?: string; message: string }

/** A party through its link, or a colleague with an assistant: "any step and day the person may edit". */
export type ProposingParty = LinkParty | 'staff'

type SaleOfProposal = {
  timeline: Timeline
  standing: Standing
  /** The day on which the offer was accepted. */
  acceptedOn: DateOnly | null
  today: DateOnly
}

const invalid = (path: string, message: string): ProposalRefusal => ({ code: 'VALIDATION_FAILED', path, message })
const refused = (code: ErrorCode, path: string): ProposalRefusal => ({ code, path, message: errors[code][1] })

/** "If the step is complete already: ‘The agent has this as done on 03/11/2026’." */
function alreadyDone(timeline: Timeline, key: StepKey, state: 'C' | 'IP'): ProposalRefusal | null {
  const step = findStep(timeline, key)
  if (step?.state === 'C') {
    const on = recordedCompletion(step)
    const message = `The agent has this as done${on === null ? '' : ` on ${showDate(on)}`}.`
    return { code: 'STEP_DONE_ALREADY', path: 'stepKey', message }
  }
  if (state === 'IP' && step?.state === 'IP')
    return { code: 'STEP_DONE_ALREADY', path: 'stepKey', message: 'The agent has this as under way already.' }
  return null
}

function whyNotProposeStep(party: ProposingParty, content: ProposalContent, sale: SaleOfProposal): ProposalRefusal | null {
  const { stepKey, state, onDay } = content
  if (stepKey === null || (party !== 'staff' && !stepsProposedBy[party].includes(stepKey)))
    return invalid('stepKey', 'You cannot report this step.')
  const step = findStep(sale.timeline, stepKey)
  if (isSurveyType(stepKey) ? step && !isApplicable(step) : !step || !isApplicable(step))
    return invalid('stepKey', 'This step does not apply to this sale.')
  if (state === null || (state === 'IP' && isSurveyType(stepKey))) return invalid('state', 'Choose done or under way.')
  const done = alreadyDone(sale.timeline, stepKey, state)
  if (done) return done
  if (onDay === null) return invalid('onDay', 'Enter a day.')
  // "Days for steps ≤ today."
  if (onDay > sale.today) return refused('STEP_DATE_IN_FUTURE', 'onDay')
  return sale.acceptedOn !== null && onDay < sale.acceptedOn ? refused('STEP_DATE_BEFORE_SALE', 'onDay') : null
}

function whyNotProposeDate(
  party: ProposingParty,
  content: ProposalContent,
  { timeline, today }: SaleOfProposal,
): ProposalRefusal | null {
  const { dateKind, stepKey, onDay } = content
  const kinds: readonly DateKind[] = party === 'staff' ? dateKinds : datesProposedBy[party]
  if (dateKind === null || !kinds.includes(dateKind)) return invalid('dateKind', 'You cannot propose this day.')
  if (dateKind === 'survey') {
    if (stepKey === null || !isSurveyType(stepKey)) return invalid('stepKey', 'Choose the type of survey.')
    const done = alreadyDone(timeline, stepKey, 'C')
    if (done) return done
  }
  if (onDay === null) return invalid('onDay', 'Enter a day.')
  if (onDay < today) return refused('EXPECTED_IN_PAST', 'onDay')
  return onDay > addDays(today, maxDaysAhead) ? invalid('onDay', 'Choose a day within the next two years.') : null
}

/** A step that is done already says so. */
const tooLate = ({ what, stepKey, state }: ProposalContent, timeline: Timeline): ProposalRefusal =>
  (what === 'step' && stepKey !== null ? alreadyDone(timeline, stepKey, state ?? 'C') : null) ?? {
    code: 'PROPOSAL_TOO_LATE',
    message: errors.PROPOSAL_TOO_LATE[1],
  }

/** Returns why the party may not propose this now, or `null`. */
export function whyNotPropose(party: ProposingParty, content: ProposalContent, sale: SaleOfProposal): ProposalRefusal | null {
  const { what, text, fileName, stepKey, dateKind } = content
  if (!mayPropose(sale.standing, { what, stepKey, dateKind })) return tooLate(content, sale.timeline)
  if (what !== 'document' && fileName !== null) return invalid('file', 'Only a document can have a file.')
  if (what === 'document' && fileName === null) return refused('FILE_MISSING', 'file')
  if ((what === 'message' || what === 'email') && text === '') return invalid('text', 'Write a message.')
  if (what === 'step') return whyNotProposeStep(party, content, sale)
  return what === 'date' ? whyNotProposeDate(party, content, sale) : null
}

/**
 * Returns the step key or the kind of day that a proposal is about. A newer proposal with the same topic replaces an older one of the
 * same party. `null` for documents and messages, which never replace each other.
 */
export function topicOf({ what, stepKey, dateKind }: Pick<ProposalContent, 'what' | 'stepKey' | 'dateKind'>): string | null {
  if (what === 'date' && dateKind !== 'survey') return dateKind
  return what === 'step' || what === 'date' ? String(stepKey) : null
}

export const whyNotDecide = (state: ProposalState): ErrorCode | null => (state === 'open' ? null : 'PROPOSAL_DECIDED')

/** `email` and `fall-off` are accepted by the dialog that does what they propose. */
export const whyNotAccept = ({ what }: Pick<ProposalContent, 'what'>): ErrorCode | null =>
  what === 'email' || what === 'fall-off' ? 'PROPOSAL_HAS_DIALOG' : null

/** "Required and shown for links, optional and told to nobody for the rest." */
export const needsReason = (source: ProposalSource): boolean => source === 'link'

/** Returns the timeline change that accepting requests, or `null` if the proposal is not about a step. */
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

const dateNames: Readonly<Partial<Record<DateKind, string>>> = {
  completion: 'Completion',
  exchange: 'Exchange',
  'expected-completion': 'Expected completion',
  'mortgage-expiry': 'Mortgage offer expires',
}
const otherNames: Readonly<Partial<Record<ProposalContent['what'], string>>> = {
  message: 'Message',
  fact: 'Facts',
  'fall-off': 'Fall-off',
  email: 'E-mail',
}

const stepTitle = (key: StepKey): string => stepDefinition(key)?.title ?? 'A step'

/** "Searches back on 04/11/2026", "Completion on 28/11/2026", "Document: searches.pdf". `nameOf` returns the name of a step. */
export function describeProposal(content: ProposalContent, nameOf: (key: StepKey) => string = stepTitle): string {
  const { what, stepKey, state, dateKind, onDay, fileName } = content
  const day = onDay === null ? '' : ` on ${showDate(onDay)}`
  if (what === 'document') return `Document: ${fileName ?? ''}`
  const other = otherNames[what]
  if (other !== undefined) return other
  const dateName = dateKind && dateNames[dateKind]
  if (dateName) return `${dateName}${day}`
  const name = nameOf(stepKey ?? 0)
  if (dateKind === 'survey') return `${name} booked for${day.slice(3)}`
  return state === 'IP' ? `${name} under way since${day.slice(3)}` : `${name}${day}`
}

/**
 * "Completion date wished for": the day of exchange, and of completion if the buyer proposes it. Solicitors agree completion. Once a day
 * is agreed, a buyer asks for another one, which changes it.
 */
export const isForExpectedDay = (
  party: Proposer,
  { what, dateKind }: Pick<ProposalContent, 'what' | 'dateKind'>,
  completionDate: DateOnly | null,
): boolean =>
  what === 'date' &&
  (dateKind === 'exchange' ||
    dateKind === 'expected-completion' ||
    (dateKind === 'completion' && party === 'buyer' && completionDate === null))

const verbs: Partial<Record<StepState, string>> = { C: 'completes', IP: 'starts', NS: 'sets to not started', NA: 'leaves out' }
const list = new Intl.ListFormat('en-GB')

/** "completes Searches back, starts Enquiries raised": step changes, grouped by new state. */
export function describeStepChanges(changes: readonly Pick<Change, 'key' | 'from' | 'to'>[]): string {
  const groups = Map.groupBy(changes, ({ from, to }) => (from === to ? 'changes' : ((to && verbs[to]) ?? 'changes')))
  return [...groups].map(([verb, group]) => `${verb} ${list.format(group.map(({ key }) => stepTitle(key)))}`).join(', ')
}
