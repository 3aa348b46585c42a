import type { DateOnly, Instant } from '../../common/dates.ts'
import { expectedFactsOf } from '../expected-dates/expected-dates.rules.ts'
import { vendorExpected } from '../expected-dates/vendor-expected.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'
import { standingClaim } from '../sale-now/claims.ts'
import { mayPropose } from '../sale-now/may.ts'
import { agreedMove, isOpenStep, isStepShown, type SaleNow, toldDayOf } from '../sale-now/sale-now.ts'
import { standingSentence } from '../sale-now/sentences.ts'
import { spokenFactsOf } from '../sale-now/spoken-facts.ts'
import { recordedCompletion } from '../timeline/assumed-days.ts'
import { isApplicable, previousInTrack } from '../timeline/predecessors-of.ts'
import { bookedSurveys } from '../timeline/rules/surveys.ts'
import { byDisplayOrder, findStep, type StepKey, stepKeys, type Track } from '../timeline/step-definitions.ts'
import { isSurveyType, surveyTypes } from '../timeline/survey-types.ts'
import type { Step, Timeline } from '../timeline/timeline.model.ts'
import { chainLines } from './party-chain.ts'
import type { LinkParty, ProposalContent, ProposalState } from './party-links.model.ts'
import type { PartySale } from './party-sale.model.ts'
import { datesProposedBy, partyStepName, stepsProposedBy, stepsSeenBy, whoDoes } from './party-steps.ts'
import { describeProposal, isForExpectedDay } from './proposals.rules.ts'

/**
 * Builds what a party sees of a sale, field by field, so that new fields of a property are not exposed by default. "Never: prices, fees,
 * the other side's people, notes, documents but their own, who else has a link, overdue marks." [connect §6.4](docs/design/connect.md#6.4).
 */

export type OwnProposal = ProposalContent & {
  _id: string
  proposalState: ProposalState
  createdOn: Instant
  decidedOn: Instant | null
  reason: string
}

export type PartySaleFacts = {
  property: Pick<
    PropertyDetail,
    | 'address'
    | 'company'
    | 'chain'
    | 'mi'
    | 'completionDate'
    | 'phase'
    | 'offers'
    | 'expectedExchange'
    | 'expectedCompletion'
    | 'mortgageOfferExpires'
    | 'shareExpected'
    | 'viewings'
    | 'relaunches'
    | 'saleResets'
    | 'contacts'
  >
  timeline: Timeline
  sale: SaleNow
  /** The progressor, or the branch if there is none. */
  contact: { name: string; email: string; tel: string }
  brandColour: string | null
  link: { party: LinkParty; name: string; endsOn: DateOnly; tellMe: boolean }
  proposals: readonly OwnProposal[]
  today: DateOnly
}

type Group = PartySale['groups'][number]
type GroupStep = Group['steps'][number]

const trackTitles: readonly (readonly [Track, string])[] = [
  ['F', 'Mortgage'],
  ['L', 'Legal'],
  ['S', 'Survey'],
  ['C', 'Exchange and completion'],
]

export function partySaleOf(facts: PartySaleFacts): PartySale {
  const { property, link, contact, brandColour, proposals, sale, today } = facts
  const { party } = link
  const accepted = property.offers.find(({ state }) => state === 'A')
  return {
    agency: { name: property.company.name, brandColour },
    party,
    name: link.name,
    endsOn: link.endsOn,
    address: { line1: property.address.line1, postcode: property.address.postcode },
    standing: standingOfParty(facts),
    asks: asksOf(facts),
    waitingFor: waitingFor(facts),
    groups: groupsOf(facts),
    chain: chainLines(property.chain.items, { status: property.mi.chain, buyerInChain: accepted?.chain ?? null }, party),
    completionDate: agreedMove(sale),
    expected: vendorExpected(expectedFactsOf(property), today),
    mayPropose: {
      dates: datesProposedBy[party].filter(
        (dateKind) => dateKind !== 'survey' && isNotTooLate(facts, { what: 'date', dateKind }),
      ),
      surveys:
        datesProposedBy[party].includes('survey') && isNotTooLate(facts, { what: 'date', dateKind: 'survey' })
          ? surveysToBook(facts.timeline)
          : [],
      documents: isNotTooLate(facts, { what: 'document' }),
    },
    proposals: proposals.map((one) => ({
      _id: one._id,
      words: describeProposal(one, (key) => partyStepName(key, party)),
      text: one.text,
      state: one.proposalState,
      createdOn: one.createdOn,
      decidedOn: one.decidedOn,
      // A wish that was noted before a day was agreed stays one.
      isForExpectedDay: isForExpectedDay(
        party,
        one,
        one.proposalState === 'accepted' && one.onDay !== property.completionDate ? null : property.completionDate,
      ),
      reason: one.reason,
      note: doneNote(one, facts),
    })),
    contact: { name: contact.name, email: contact.email, tel: contact.tel },
    tellMe: link.tellMe,
  }
}

/** How the sale stands; null while it is agreed. */
function standingOfParty({ property, timeline, sale, today }: PartySaleFacts): string | null {
  const claim = sale.standing === 'none' ? null : standingClaim(spokenFactsOf(property, timeline, today), sale)
  return claim && standingSentence(claim, 'party', property.company.name)
}

/** For an overtaken proposal of a step: the day on which the agency recorded it as done. */
function doneNote({ what, stepKey, proposalState }: OwnProposal, { timeline }: PartySaleFacts): DateOnly | null {
  const step = proposalState === 'overtaken' && what === 'step' && stepKey !== null ? findStep(timeline, stepKey) : undefined
  return step?.state === 'C' ? recordedCompletion(step) : null
}

const isNotTooLate = ({ sale }: PartySaleFacts, proposed: { what: string; stepKey?: StepKey; dateKind?: string }): boolean =>
  mayPropose(sale.standing, { stepKey: null, dateKind: null, ...proposed })

const surveysToBook = (timeline: Timeline): PartySale['mayPropose']['surveys'] =>
  surveyTypes.filter(({ key }) => findStep(timeline, key)?.state !== 'C').map(({ key, title }) => ({ key, name: title }))

const expectedBy = ({ sale }: PartySaleFacts, step: Step): DateOnly | null => toldDayOf(sale, step.key)

function shown({ timeline, link, sale }: PartySaleFacts): Step[] {
  return timeline
    .filter((step) => stepsSeenBy[link.party].includes(step.key) && isApplicable(step) && isStepShown(step, sale))
    .toSorted(byDisplayOrder)
}

const isOwn = (party: LinkParty, key: StepKey): boolean => stepsProposedBy[party].includes(key)

/** Steps of this party that are in progress, and steps that can start after one in progress, whichever party performs them. */
function asksOf(facts: PartySaleFacts): PartySale['asks'] {
  const { timeline, link, sale, proposals } = facts
  const { party } = link
  const proposed = new Set(
    proposals.flatMap(({ proposalState, what, stepKey }) => (proposalState === 'open' && what === 'step' ? [stepKey] : [])),
  )
  return shown(facts).flatMap((step): PartySale['asks'] => {
    if (!isOwn(party, step.key) || proposed.has(step.key)) return []
    const ask = { key: step.key, name: partyStepName(step.key, party) }
    if (isOpenStep(sale, step)) return [{ ...ask, expectedBy: expectedBy(facts, step), after: null }]
    const before = step.state === 'C' ? undefined : previousInTrack(timeline, step)
    return before && isOpenStep(sale, before) ? [{ ...ask, expectedBy: null, after: partyStepName(before.key, party) }] : []
  })
}

const waitingFor = (facts: PartySaleFacts): PartySale['waitingFor'] =>
  shown(facts)
    .filter((step) => isOpenStep(facts.sale, step) && !isOwn(facts.link.party, step.key) && step.key !== stepKeys.NotHavingSurvey)
    .map((step) => ({
      name: partyStepName(step.key, facts.link.party),
      from: whoDoes(step.key, facts.link.party),
      expectedBy: expectedBy(facts, step),
    }))

function groupsOf(facts: PartySaleFacts): Group[] {
  const { party } = facts.link
  const steps = shown(facts)
  const groups = trackTitles.map(([track, title]): Group => {
    const own = steps.filter(({ type, key, state }) => type === track && (key !== stepKeys.NotHavingSurvey || state === 'C'))
    return { track, title, steps: own.map((step) => toStep(facts, step)) }
  })
  const all =
    party === 'buyer-conveyancer'
      ? [{ track: 'F' as const, title: 'Mortgage and survey', steps: summaries(facts) }, ...groups]
      : groups
  return all.filter((group) => group.steps.length > 0)
}

function toStep(facts: PartySaleFacts, step: Step): GroupStep {
  const { party } = facts.link
  const isComplete = step.state === 'C'
  const { moveDay } = facts.sale
  const agreed = step.key === stepKeys.Completed && !isComplete && moveDay?.is !== 'missed' ? (moveDay?.on ?? null) : null
  return {
    key: step.key,
    name: partyStepName(step.key, party),
    state: isComplete ? 'done' : isOpenStep(facts.sale, step) ? 'now' : 'next',
    on: isComplete ? recordedCompletion(step) : agreed,
    expectedBy: agreed === null ? expectedBy(facts, step) : null,
    mayPropose: !isComplete && isOwn(party, step.key) && isNotTooLate(facts, { what: 'step', stepKey: step.key }),
  }
}

/** "Survey done or not, mortgage approved yes/no": without days and earlier steps. */
function summaries({ timeline }: PartySaleFacts): GroupStep[] {
  const summary = (name: string, isDone: boolean): GroupStep => ({
    key: null,
    name,
    state: isDone ? 'done' : 'next',
    on: null,
    expectedBy: null,
    mayPropose: false,
  })
  const mortgage = findStep(timeline, stepKeys.MortgageApproved)
  const surveys = bookedSurveys(timeline).filter(({ key }) => isSurveyType(key))
  const isNotWanted = findStep(timeline, stepKeys.NotHavingSurvey)?.state === 'C'
  return [
    ...(mortgage && isApplicable(mortgage) ? [summary('Mortgage approved', mortgage.state === 'C')] : []),
    isNotWanted
      ? summary('No survey wanted', true)
      : summary('Survey done', surveys.length > 0 && surveys.every(({ state }) => state === 'C')),
  ]
}
