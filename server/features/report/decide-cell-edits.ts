import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { DomainError, type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import {
  type ExpectedChange,
  expectedChanges,
  expectedFactsOf,
  whyNotAssignProgressor,
  whyNotSetExpected,
} from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { CellChange, CellEdit } from '@gya/domain/features/report/cell-edits.model.ts'
import { editableFieldTitles, requestedStep } from '@gya/domain/features/report/cell-edits.rules.ts'
import { describeReason } from '@gya/domain/features/timeline/describe-reason.ts'
import { findStep } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Change, Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Updateable } from 'kysely'
import type { Property } from '../../db/schema.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { expectedEvents } from '../expected-dates/save-expected.ts'
import { expectedParts, progressorPart } from '../expected-dates/undo-expected.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { expectedColumns } from '../properties/write/properties.repository.ts'
import { progressorEvent } from '../properties/write/save-person.ts'
import type { TaskMove } from '../tasks/reassign-tasks.ts'
import { decideTimelineChange } from '../timeline/decide-timeline-change.ts'
import { acceptancePart } from '../timeline/undo-acceptance.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { fieldsPart, stepParts } from '../undo/undo-property-parts.ts'
import type { Colleague } from './cell-edits.repository.ts'

/** The effect of an edit of one property. Nothing has been written yet. */
export type DecidedEdit = {
  propertyId: string
  stepChanges: readonly Change[]
  fields: Updateable<Property>
  acceptance: { offerId: string; on: DateOnly | null } | null
  /** Open tasks of the sale are transferred to the new progressor. */
  moveTasks: TaskMove | null
  events: NewEvent[]
  parts: UndoPart[]
  changes: CellChange[]
}

/** `field` names the cell that is refused. */
export type RefusedEdit = { refused: ErrorCode; message: string; field: CellChange['field'] }

type Deciding = { today: DateOnly; now: Instant; colleagues: ReadonlyMap<string, Colleague> }

const refuse = (refused: ErrorCode, field: CellChange['field'], message: string = errors[refused][1]): RefusedEdit => ({
  refused,
  message,
  field,
})

/** Decides one edit by the rules of the timeline, of expected dates and of progressors. Throws NOT_FOUND for an unknown colleague. */
export function decideCellEdit(property: LoadedProperty, edit: CellEdit, context: Deciding): DecidedEdit | RefusedEdit {
  const { detail } = property
  const propertyId = detail._id
  const steps = decideSteps(property, edit, context)
  if ('refused' in steps) return steps
  const expected = decideExpected({ ...detail, completionDate: steps.completionDate }, edit, context)
  if ('refused' in expected) return expected
  const progressor = decideProgressor(detail, edit, context)
  if ('refused' in progressor) return progressor
  const parts: UndoPart[] = [
    ...progressor.parts,
    ...(expected.changes.length > 0 ? expectedParts(propertyId, expected.changes) : []),
    ...steps.parts,
  ]
  return {
    propertyId,
    stepChanges: steps.stepChanges,
    fields: { ...steps.fields, ...expected.fields, ...progressor.fields },
    acceptance: steps.acceptance,
    moveTasks: progressor.moveTasks,
    events: [...steps.events, ...expected.events, ...progressor.events],
    parts,
    changes: [
      ...steps.stepChanges.map((change) => stepChange(propertyId, change, steps.after)),
      ...steps.changes,
      ...expected.changes.map((change) => expectedChange(propertyId, change)),
      ...progressor.changes,
    ],
  }
}

const fieldChange = (
  propertyId: string,
  field: Exclude<CellChange['field'], 'step'>,
  { from, to, because = null }: { from: string | null; to: string | null; because?: string | null },
): CellChange => ({ propertyId, field, key: null, title: editableFieldTitles[field], from, to, on: null, because })

const stepChange = (propertyId: string, { key, from, to, on, because }: Change, timeline: Timeline): CellChange => ({
  propertyId,
  field: 'step',
  key,
  title: findStep(timeline, key)?.title ?? '',
  from,
  to,
  on,
  because: because.kind === 'requested' ? null : describeReason(because, timeline),
})

function expectedChange(propertyId: string, { field, from, to, because }: ExpectedChange): CellChange {
  if (field === 'shareExpected') throw new Error('Sharing is not a cell of the report.')
  const why = because === 'requested' ? null : 'Moved along with the expected exchange'
  return fieldChange(propertyId, field, { from, to, because: why })
}

/** A step and the completion date. */
function decideSteps(property: LoadedProperty, { step, completionDate: wanted }: CellEdit, time: Deciding) {
  const { detail, timeline } = property
  const propertyId = detail._id
  const nothing = { completionDate: detail.completionDate, stepChanges: [], after: timeline, acceptance: null, fields: {} }
  if (!step && wanted === undefined) return { ...nothing, events: [], parts: [], changes: [] }
  const request = { requested: step ? [requestedStep(step)] : [], completionDate: wanted }
  const decision = decideTimelineChange(property, request, time)
  if (decision.refused) return refuse(decision.refused, step ? 'step' : 'completionDate', decision.message)
  const { outcome, completionDate, acceptance, events } = decision
  const isDateChanged = completionDate !== detail.completionDate
  const dates = [{ completion_date: detail.completionDate }, { completion_date: completionDate }] as const
  return {
    completionDate,
    stepChanges: outcome.changes,
    after: outcome.timeline,
    acceptance,
    fields: isDateChanged ? dates[1] : {},
    events,
    parts: [
      ...(acceptance ? [acceptancePart(propertyId, acceptance)] : []),
      ...(isDateChanged ? [fieldsPart(propertyId, ...dates)] : []),
      ...stepParts(propertyId, timeline, outcome.changes),
    ],
    changes: isDateChanged
      ? [fieldChange(propertyId, 'completionDate', { from: detail.completionDate, to: completionDate })]
      : [],
  }
}

function decideExpected(detail: LoadedProperty['detail'], edit: CellEdit, { today }: Deciding) {
  const { expectedExchange, expectedCompletion, mortgageOfferExpires } = edit
  const input = { expectedExchange, expectedCompletion, mortgageOfferExpires }
  const facts = expectedFactsOf(detail)
  const refused = whyNotSetExpected(facts, input, today)
  if (refused && refused.field !== 'shareExpected') return refuse(refused.code, refused.field)
  const changes = expectedChanges(facts, input)
  return {
    changes,
    events: expectedEvents(detail, changes, {}),
    fields: expectedColumns(Object.fromEntries(changes.map(({ field, to }) => [field, to]))),
  }
}

function decideProgressor(detail: LoadedProperty['detail'], { bStaff, moveTasks }: CellEdit, { colleagues }: Deciding) {
  const before = detail.contacts.bStaff && { _id: detail.contacts.bStaff._id, name: detail.contacts.bStaff.name }
  const nothing = { parts: [], events: [], changes: [], fields: {}, moveTasks: null }
  if (bStaff === undefined || bStaff === (before?._id ?? null)) return nothing
  const colleague = bStaff === null ? null : colleagues.get(bStaff)
  if (colleague === undefined) throw new DomainError('NOT_FOUND')
  const code = colleague && whyNotAssignProgressor(colleague.branchIds.includes(detail.branch._id))
  if (code) return refuse(code, 'bStaff')
  const after = colleague && { _id: colleague.id, name: colleague.name }
  return {
    parts: [progressorPart(detail._id, before, after)],
    events: [progressorEvent(before, after)],
    changes: [fieldChange(detail._id, 'bStaff', { from: before?.name ?? null, to: after?.name ?? null })],
    fields: { b_staff: bStaff },
    moveTasks: moveTasks && before && after ? { propertyId: detail._id, from: before, to: after } : null,
  }
}
