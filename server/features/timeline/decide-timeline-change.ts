import type { DateOnly } from '@gya/domain/common/dates.ts'
import { DomainError, type ErrorCode } from '@gya/domain/error-catalogue.ts'
import { describeRefusal, type SaveTimelineResult, saveTimeline } from '@gya/domain/features/timeline/save-timeline.ts'
import type { CurrentTime, RequestedItem } from '@gya/domain/features/timeline/timeline.model.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { acceptanceDateEvent } from '../offers/accept-offer.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { dueEvents, stepEvents } from '../properties/write/step-events.ts'

export type TimelineChangeRequest = {
  requested: readonly RequestedItem[]
  /** Missing: unchanged. */
  completionDate?: DateOnly | null | undefined
}

type Decided = {
  refused: null
  outcome: SaveTimelineResult
  completionDate: DateOnly | null
  /** The accepted offer, if its acceptance date is corrected. */
  acceptance: { offerId: string; before: DateOnly | null; on: DateOnly | null } | null
  events: NewEvent[]
}
export type TimelineDecision = Decided | { refused: ErrorCode; message: string }

/** The effect of a change of steps and completion date on a property, by the rules of the timeline. Nothing is written. */
export function decideTimelineChange(
  { detail, timeline }: LoadedProperty,
  { requested, completionDate: wanted }: TimelineChangeRequest,
  { today, now }: CurrentTime,
): TimelineDecision {
  const completionDate = wanted === undefined ? detail.completionDate : wanted
  const accepted = detail.offers.find((offer) => offer.state === 'A')
  const request = {
    timeline,
    requested,
    completionDate,
    completionDateBefore: detail.completionDate,
    acceptedOn: accepted?.acceptedOn ?? null,
    cashBuyer: detail.buyer.cashBuyer || accepted?.cashBuy === true,
    today,
    now,
  }
  const outcome = saveTimeline(request)
  if (outcome.refused) return { refused: outcome.refused, message: describeRefusal(outcome.refused, request) }
  const events: NewEvent[] = [...stepEvents(timeline, outcome.changes), ...dueEvents(timeline, outcome.changes)]
  if (completionDate !== detail.completionDate)
    events.push({ kind: 'completion-date-set', data: { on: completionDate, before: detail.completionDate } })
  const isMoved = accepted && outcome.acceptedOn !== null && outcome.acceptedOn !== accepted.acceptedOn
  if (isMoved) events.push(acceptanceDateEvent(accepted, outcome.acceptedOn))
  const acceptance = isMoved ? { offerId: accepted._id, before: accepted.acceptedOn, on: outcome.acceptedOn } : null
  return { refused: null, outcome, completionDate, acceptance, events }
}

/** The same, throwing the refusal. */
export function requireTimelineChange(property: LoadedProperty, request: TimelineChangeRequest, time: CurrentTime): Decided {
  const decision = decideTimelineChange(property, request, time)
  if (decision.refused) throw new DomainError(decision.refused, { message: decision.message })
  return decision
}
