import { DomainError } from '@gya/domain/error-catalogue.ts'
import { describeReason } from '@gya/domain/features/timeline/describe-reason.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import type { Change, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { updateAcceptanceDates } from '../properties/write/offers.repository.ts'
import { updatePropertyFields } from '../properties/write/properties.repository.ts'
import { findPocs, saveStepChanges } from '../properties/write/steps.repository.ts'
import { requireTimelineChange } from './decide-timeline-change.ts'
import { registerAcceptancePart } from './undo-acceptance.ts'

export function timelineRoutes(app: FastifyInstance): void {
  registerAcceptancePart()

  registerRoute(app, saveTimeline, async (context) => {
    let result: { timeline: Timeline; changes: readonly Change[] } = { timeline: [], changes: [] }
    const save = changeProperty<typeof saveTimeline>(async ({ body, db, today, now }, property, ids) => {
      refuseUnknownPocs(await findPocs(db, ids.companyId, pocsOf(body.timeline)), body.timeline)
      const requested = body.timeline.map(({ surveyData, ...item }) => ({ ...item, survey: surveyData }))
      const decision = requireTimelineChange(property, { requested, completionDate: body.completionDate }, { today, now })
      const { outcome, completionDate, acceptance } = decision
      result = outcome
      const invoiceSent = body.invoiceSent ?? property.detail.mi.invoiceSent
      const isInvoiceChanged = invoiceSent !== property.detail.mi.invoiceSent
      const events: NewEvent[] = [
        ...decision.events,
        ...(isInvoiceChanged ? [{ kind: 'invoice-sent' as const, data: { sent: invoiceSent } }] : []),
      ]
      if (events.length === 0) return events
      await saveStepChanges(db, ids, outcome.changes)
      await updatePropertyFields(db, ids, { completion_date: completionDate, invoice_sent: invoiceSent })
      if (acceptance) await updateAcceptanceDates(db, ids.companyId, [acceptance])
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
