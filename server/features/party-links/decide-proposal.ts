import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import { expectedFactsOf, whyNotSetExpected } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { ProposalContent, Proposer } from '@gya/domain/features/party-links/party-links.model.ts'
import { describeStepChanges, isForExpectedDay, requestedStep } from '@gya/domain/features/party-links/proposals.rules.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Db } from '../../db/pool.ts'
import { exchangeRefusals } from '../gates/exchange-refusals.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { decideTimelineChange, type TimelineChangeRequest } from '../timeline/decide-timeline-change.ts'

/** The change made by accepting: the timeline, an expected date, or nothing. */
export type ProposedChange =
  | { kind: 'timeline'; request: TimelineChangeRequest }
  | { kind: 'expected'; input: { [Field in (typeof expectedNames)[number][1]]?: DateOnly } }
  | { kind: 'document' }
  | { kind: 'message' }
  | { kind: 'email' }

/** Days that are entered in the strip of a sale. */
const expectedNames = [
  ['exchange', 'expectedExchange', 'expected exchange'],
  ['completion', 'expectedCompletion', 'expected completion'],
  ['expected-completion', 'expectedCompletion', 'expected completion'],
  ['mortgage-expiry', 'mortgageOfferExpires', 'end of the mortgage offer'],
] as const

export function proposedChange(party: Proposer, content: ProposalContent, { timeline, detail }: LoadedProperty): ProposedChange {
  const { what, dateKind, onDay } = content
  const step = requestedStep(content, timeline)
  if (step) return { kind: 'timeline', request: { requested: [step] } }
  if (what === 'date' && onDay !== null) {
    const field = expectedNames.find(([kind]) => kind === dateKind)?.[1]
    if (field && (dateKind === 'mortgage-expiry' || isForExpectedDay(party, content, detail.completionDate)))
      return { kind: 'expected', input: { [field]: onDay } }
    return { kind: 'timeline', request: { requested: [], completionDate: onDay } }
  }
  return { kind: what === 'document' || what === 'email' ? what : 'message' }
}

/** `refusal`: the message of the rule that refuses it; `null` if it can be accepted. */
export type ProposalPreview = { effect: string; refusal: string | null }

const refusedWith = (refusal: string): ProposalPreview => ({ effect: '', refusal })
const does = (effect: string): ProposalPreview => ({ effect, refusal: null })

/** Returns the effect of accepting under the current rules, without writing. `previewProposals` also checks the gates. */
function previewProposal(property: LoadedProperty, change: ProposedChange, time: CurrentTime): ProposalPreview {
  const { detail } = property
  switch (change.kind) {
    case 'document':
      return does('adds the file to the documents')
    case 'email':
      return does('opens the e-mail, ready to send')
    case 'message':
      return does('goes into the history')
    case 'expected': {
      const refused = whyNotSetExpected(expectedFactsOf(detail), change.input, time.today)
      if (refused) return refusedWith(errors[refused.code][1])
      const [field, day] = Object.entries(change.input)[0] ?? ['', '']
      return does(`sets the ${expectedNames.find(([, name]) => name === field)?.[2]} to ${showDate(day)}`)
    }
    case 'timeline': {
      const decision = decideChange(property, change.request, time)
      if ('refusal' in decision) return refusedWith(decision.refusal)
      const { outcome, completionDate } = decision
      const steps = describeStepChanges(outcome.changes)
      const isDateSet = completionDate !== null && completionDate !== detail.completionDate
      return does(
        [isDateSet ? `sets the completion date to ${showDate(completionDate)}` : '', steps].filter(Boolean).join(', ') ||
          'changes nothing',
      )
    }
  }
}

/** A step that the timeline no longer contains is refused like any other invalid change. */
function decideChange(property: LoadedProperty, request: TimelineChangeRequest, time: CurrentTime) {
  try {
    const decision = decideTimelineChange(property, request, time)
    return decision.refused ? { refusal: decision.message } : decision
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.message }
    throw error
  }
}

type Previewed = { id: string; property: LoadedProperty; party: Proposer; content: ProposalContent }

/** Returns the effect of accepting each open proposal, by id. Includes the gate of exchange. */
export async function previewProposals(
  db: Db,
  companyId: string,
  proposals: readonly Previewed[],
  time: CurrentTime,
): Promise<Map<string, ProposalPreview>> {
  const exchanging = proposals.filter(({ content }) => content.stepKey === stepKeys.Exchanged && content.state === 'C')
  const properties = [...new Map(exchanging.map(({ property }) => [property.detail._id, property])).values()]
  const gated = await exchangeRefusals(db, companyId, properties, time.today)
  const isExchanging = new Set(exchanging.map(({ id }) => id))
  return new Map(
    proposals.map(({ id, property, party, content }) => {
      const gate = isExchanging.has(id) ? gated.get(property.detail._id) : undefined
      return [id, gate ? refusedWith(gate) : previewProposal(property, proposedChange(party, content, property), time)]
    }),
  )
}
