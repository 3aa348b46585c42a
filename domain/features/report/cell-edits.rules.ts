import { showDate } from '../../common/dates.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'
import { findStep } from '../timeline/step-definitions.ts'
import { type RequestedItem, type StepState, stateLabels, type Timeline } from '../timeline/timeline.model.ts'
import { type CellChange, type CellEdit, type EditableField, editableFields } from './cell-edits.model.ts'

export const editableFieldTitles: Record<Exclude<EditableField, 'step'>, string> = {
  completionDate: 'Completion date',
  expectedExchange: 'Expected exchange',
  expectedCompletion: 'Expected completion',
  mortgageOfferExpires: 'Mortgage offer expires',
  bStaff: 'Sales progressor',
}

/**
 * "A cell edit is held to what the cell showed (`was`), not to the property's version: a colleague's other step is no conflict; the same
 * step is STALE_VERSION and names who." Returns the first edited field whose value has changed since.
 */
export function fieldChangedSince(detail: PropertyDetail, timeline: Timeline, edit: CellEdit): EditableField | null {
  const current = {
    completionDate: detail.completionDate,
    expectedExchange: detail.expectedExchange,
    expectedCompletion: detail.expectedCompletion,
    mortgageOfferExpires: detail.mortgageOfferExpires,
    bStaff: detail.contacts.bStaff?._id ?? null,
  }
  const isStale = (field: EditableField): boolean => {
    if (edit[field] === undefined) return false
    if (field !== 'step') return edit.was[field] !== current[field]
    const [shown, step] = [edit.was.step, edit.step && findStep(timeline, edit.step.key)]
    if (shown?.state !== step?.state) return true
    return step?.state === 'C' && step.completedOn !== shown?.on
  }
  return editableFields.find(isStale) ?? null
}

const fieldOfState: Partial<Record<StepState, 'completedOn' | 'startedOn' | 'blockedOn'>> = {
  C: 'completedOn',
  IP: 'startedOn',
  B: 'blockedOn',
}

/** The day is stored in the field of the state; without one the rules of the timeline choose it. */
export function requestedStep({ key, state, on }: NonNullable<CellEdit['step']>): RequestedItem {
  const field = fieldOfState[state]
  return { key, state, ...(field && on ? { [field]: on } : {}) }
}

const requestedWords = ({ field, title, to }: CellChange): string => {
  if (field === 'step') return `${title} ${(stateLabels[to as StepState] ?? 'removed').toLowerCase()}`
  if (to === null) return `${title} removed`
  return `${title} ${field === 'bStaff' ? to : showDate(to)}`
}

/**
 * Lists the edits and what rules started: "12 High Street: Searches back complete. Enquiries raised started.", or for several "12 sales:
 * Exchanged complete."
 */
export function describeCellEdits(changes: readonly CellChange[], line1Of: ReadonlyMap<string, string>): string {
  const requested = changes.filter(({ because }) => because === null)
  const started = [...new Set(changes.filter(({ because, to }) => because !== null && to === 'IP').map(({ title }) => title))]
  const words = [...new Set(requested.map(requestedWords))]
  const propertyIds = [...new Set(changes.map(({ propertyId }) => propertyId))]
  const [only = ''] = propertyIds
  const where = propertyIds.length === 1 ? (line1Of.get(only) ?? '') : `${propertyIds.length} sales`
  const what = words.length <= 2 ? words.join(', ') : `${requested.length} changes`
  const follows = started.length === 0 || started.length > 3 ? '' : ` ${started.join(', ')} started.`
  return propertyIds.length === 0 ? 'Nothing changed.' : `${where}: ${what}.${follows}`
}
