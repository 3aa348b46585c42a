import { DomainError } from '@gya/domain/errors.ts'
import { describeReason } from '@gya/domain/features/timeline/changes.ts'
import { saveTimeline as decideTimeline, describeRefusal } from '@gya/domain/features/timeline/save-timeline.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import type { Change, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { acceptanceDateEvent } from '../offers/accept-offer.ts'
import { updateAcceptanceDate } from '../offers/offers.repository.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { updatePropertyFields } from '../properties/write/properties.repository.ts'
import { dueEvents, stepEvents } from '../properties/write/step-events.ts'
import { findPocs, saveStepChanges } from '../properties/write/steps.repository.ts'

export function timelineRoutes(app: FastifyInstance): void {
  registerRoute(app, saveTimeline, async (context) => {
    let result: { timeline: Timeline; changes: readonly Change[] } = { timeline: [], changes: [] }
    const save = changeProperty<typeof saveTimeline>(async ({ body, db, today, now }, { detail, timeline }, ids) => {
      refuseUnknownPocs(await findPocs(db, ids.companyId, pocsOf(body.timeline)), body.timeline)
      const completionDate = body.completionDate === undefined ? detail.completionDate : body.completionDate
      const accepted = detail.offers.find((offer) => offer.state === 'A')
      const request = {
        timeline,
        requested: body.timeline.map(({ surveyData, ...item }) => ({ ...item, survey: surveyData })),
        completionDate,
        completionDateBefore: detail.completionDate,
        acceptedOn: accepted?.acceptedOn ?? null,
        cashBuyer: detail.buyer.cashBuyer || accepted?.cashBuy === true,
        today,
        now,
      }
      const outcome = decideTimeline(request)
      if (outcome.refused) throw new DomainError(outcome.refused, { message: describeRefusal(outcome.refused, request) })
      result = outcome
      const events: NewEvent[] = [...stepEvents(timeline, outcome.changes), ...dueEvents(timeline, outcome.changes)]
      if (completionDate !== detail.completionDate)
        events.push({ kind: 'completion-date-set', data: { on: completionDate, before: detail.completionDate } })
      if (body.invoiceSent !== undefined && body.invoiceSent !== detail.mi.invoiceSent)
        events.push({ kind: 'invoice-sent', data: { sent: body.invoiceSent } })
      const moved = accepted && outcome.acceptedOn !== null && outcome.acceptedOn !== accepted.acceptedOn
      if (moved) events.push(acceptanceDateEvent(accepted, outcome.acceptedOn))
      const fields = { completion_date: completionDate, invoice_sent: body.invoiceSent ?? detail.mi.invoiceSent }
      if (events.length === 0) return events
      await saveStepChanges(db, ids, outcome.changes)
      await updatePropertyFields(db, ids, fields)
      if (moved) await updateAcceptanceDate(db, ids.companyId, accepted._id, outcome.acceptedOn)
      return events
    })
    const detail = await save(context)
    return { ...detail, changes: result.changes.map((change) => toChange(change, result.timeline)) }
  })
}

type WithPoc = { surveyData?: { contactPOC?: string | null | undefined } | null | undefined }
const pocsOf = (items: readonly WithPoc[]): string[] => items.flatMap(({ surveyData }) => surveyData?.contactPOC ?? [])

/** A survey's point of contact must belong to the company. */
function refuseUnknownPocs(known: readonly string[], items: readonly WithPoc[]): void {
  const unknown = items.findIndex(({ surveyData }) => surveyData?.contactPOC && !known.includes(surveyData.contactPOC))
  if (unknown !== -1)
    throw new DomainError('VALIDATION_FAILED', {
      issues: [{ path: `timeline.${unknown}.surveyData.contactPOC`, message: 'This point of contact does not exist.' }],
    })
}

const toChange = ({ key, from, to, on, because }: Change, timeline: Timeline) => ({
  key,
  from,
  to,
  on,
  because: because.kind,
  becauseText: describeReason(because, timeline),
})
