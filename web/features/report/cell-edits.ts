import { type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { ErrorCode } from '@gya/domain/error-catalogue.ts'
import type { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { openStepInfo } from '@gya/domain/features/report/report-facts.ts'
import { dueOf } from '@gya/domain/features/sale-now/due-steps.ts'
import { saleFactsOf, saleNow } from '@gya/domain/features/sale-now/sale-now.ts'
import { describeReason } from '@gya/domain/features/timeline/describe-reason.ts'
import { describeDue } from '@gya/domain/features/timeline/due.ts'
import { describeRefusal, saveTimeline } from '@gya/domain/features/timeline/save-timeline.ts'
import { findStep } from '@gya/domain/features/timeline/step-definitions.ts'
import {
  type Change,
  type CurrentTime,
  type StepState,
  stateLabels,
  type Timeline,
} from '@gya/domain/features/timeline/timeline.model.ts'
import { fromTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import type { ShownRow } from './report-columns.tsx'

export type WireProperty = Wire<typeof readProperty, 'response'>

/** A state of a step with its day: of completion, start or delay. */
export type StepChange = { key: number; state: StepState; on?: DateOnly | undefined }

/** The change made by an edit of one cell. */
export type CellChange = {
  step?: StepChange | undefined
  /** The completion date entered at the cell after Exchanged was refused without one. */
  completionDate?: DateOnly | undefined
  expectedExchange?: DateOnly | null | undefined
  expectedCompletion?: DateOnly | null | undefined
  mortgageOfferExpires?: DateOnly | null | undefined
  bStaff?: string | null | undefined
  /** Shown until the response arrives. */
  bStaffName?: string | null | undefined
}

/** The sale as the rules need it, including edits whose response has not arrived yet. */
export type SaleState = { property: WireProperty; timeline: Timeline; completionDate: DateOnly | null }

export const saleStateOf = (property: WireProperty): SaleState => ({
  property,
  timeline: property.timeline.data.map(fromTimelineItem),
  completionDate: property.completionDate,
})

export type StepPreview = {
  refused: ErrorCode | null
  /** The text of a refusal. */
  refusal: string | null
  after: SaleState
  changes: readonly Change[]
}

/** The step change according to the rules of the timeline, as on the server. */
export function previewStep(sale: SaleState, { step, completionDate }: CellChange, time: CurrentTime): StepPreview {
  if (!step) return { refused: null, refusal: null, after: sale, changes: [] }
  const { property, timeline } = sale
  const accepted = property.offers.find((offer) => offer.state === 'A')
  const dateField = ({ C: 'completedOn', IP: 'startedOn', B: 'blockedOn', NS: null, NA: null } as const)[step.state]
  const save = {
    ...time,
    timeline,
    requested: [{ key: step.key, state: step.state, ...(dateField && step.on ? { [dateField]: step.on } : {}) }],
    completionDate: completionDate ?? sale.completionDate,
    completionDateBefore: sale.completionDate,
    acceptedOn: accepted?.acceptedOn ?? null,
    cashBuyer: property.buyer.cashBuyer || accepted?.cashBuy === true,
  }
  const outcome = saveTimeline(save)
  return {
    refused: outcome.refused,
    refusal: outcome.refused && describeRefusal(outcome.refused, save),
    after: { property, timeline: outcome.timeline, completionDate: save.completionDate },
    changes: outcome.changes,
  }
}

const saleAfter = ({ property, timeline, completionDate }: StepPreview['after'], today: DateOnly) =>
  saleNow(saleFactsOf({ ...property, completionDate }, timeline), today)

/** "starts Enquiries raised, due in 14 days": further effects of a step change. */
export function consequences({ after, changes }: StepPreview, key: number, today: DateOnly): string[] {
  const { timeline } = after
  const sale = saleAfter(after, today)
  return changes
    .filter((change) => change.key !== key)
    .map(({ key, to }) => {
      const step = findStep(timeline, key)
      const title = step?.title ?? ''
      if (to !== 'IP' || !step) return `${title}: ${to === null ? 'removed' : stateLabels[to].toLowerCase()}`
      const due = dueOf(sale, key, today)
      return `starts ${title}${due ? `, ${describeDue(due).toLowerCase()}` : ''}`
    })
}

export const reasonOf = (change: Change, timeline: Timeline): string => describeReason(change.because, timeline)

/** The row with a step in its new state, before the response; other steps only if the sale is loaded. */
export function rowAfter(row: ShownRow, change: CellChange, preview: StepPreview | null, { today, now }: CurrentTime): ShownRow {
  const { step, completionDate: _completionDate, bStaff, bStaffName, ...fields } = change
  const progressor = bStaff === undefined ? {} : { bStaff: bStaff === null ? null : { _id: bStaff, name: bStaffName ?? '' } }
  const changed = { ...row, ...fields, ...progressor } as ShownRow
  if (!step) return changed
  if (!preview) {
    const data = row.timeline.data.map((one) =>
      one.key === step.key
        ? {
            ...one,
            state: step.state,
            completedOn: step.state === 'C' ? (step.on ?? today) : null,
            warningDate: step.state === 'IP' || step.state === 'B' ? one.warningDate : null,
            updatedOn: now,
          }
        : one,
    )
    return { ...changed, timeline: { ...row.timeline, data } }
  }
  const sale = saleAfter(preview.after, today)
  const data = row.timeline.data.map((one) => {
    const after = preview.changes.find(({ key }) => key === one.key)?.after
    if (!after) return one
    const { state, completedOn } = after
    return { ...one, state, completedOn, warningDate: dueOf(sale, one.key, today)?.warningDate ?? null, updatedOn: now }
  })
  const { booked, done } = row.timeline.info.surveys
  const { nextStep } = openStepInfo({ openSteps: sale.open, surveys: { booked, done } }, today)
  return { ...changed, timeline: { data, info: { ...row.timeline.info, nextStep } } }
}

/** "Searches back: complete on 05/11/2025" */
export function describeChange(change: CellChange, title: string, today: DateOnly): string {
  const { step } = change
  if (step) {
    const on = step.on && step.on !== today ? ` on ${showDate(step.on)}` : ''
    return `${title} ${stateLabels[step.state].toLowerCase()}${on}`
  }
  const day = change.expectedExchange ?? change.expectedCompletion ?? change.mortgageOfferExpires
  if (change.bStaff !== undefined)
    return change.bStaff === null ? 'Sales progressor removed' : `Sales progressor ${change.bStaffName ?? 'assigned'}`
  return day ? `${title} ${showDate(day)}` : `${title} removed`
}

/** The value that the cell showed: the server refuses the edit if it has changed since. */
export function wasOf(
  row: ShownRow,
  { step, completionDate, expectedExchange, expectedCompletion, mortgageOfferExpires, bStaff }: CellChange,
) {
  const stored = step && row.timeline.data.find(({ key }) => key === step.key)
  return {
    ...(step ? { step: { key: step.key, state: stored?.state ?? ('NS' as const), on: stored?.completedOn ?? null } } : {}),
    ...(completionDate === undefined ? {} : { completionDate: row.completionDate }),
    ...(expectedExchange === undefined ? {} : { expectedExchange: row.expectedExchange }),
    ...(expectedCompletion === undefined ? {} : { expectedCompletion: row.expectedCompletion }),
    ...(mortgageOfferExpires === undefined ? {} : { mortgageOfferExpires: row.mortgageOfferExpires }),
    ...(bStaff === undefined ? {} : { bStaff: row.bStaff?._id ?? null }),
  }
}
