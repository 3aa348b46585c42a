import type { Db } from '../../db/pool.ts'
import type { AddJob } from '../../jobs/queue.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { endLinksOfContact } from '../party-links/end-links.ts'
import { enqueueRebuild } from '../properties/projections/rebuild-projections.ts'
import { recordChanges } from '../properties/write/change-property.ts'
import { lockLiveProperties } from '../properties/write/properties.repository.ts'
import { type Assignment, clearSurveyContacts, findAssignments, findOpenSales, type OpenSale } from './assignments.repository.ts'

export type AssignmentContext = {
  db: Db
  now: string
  addJob: AddJob
  newId(): string
  companyId: string
  userId: string
}

type Unassignment = AssignmentContext & {
  contactId: string
  /** The point of contact to unassign; without it the whole contact. */
  pocId?: string
  /** Points of contact to clear from surveys. */
  pocIds: readonly string[]
  /** The name in the events. */
  name: string
  /** Takes over the open sales. */
  replacement?: { id: string; name: string } | undefined
}

/**
 * "Deleting a contact removes it and unassigns it from properties." Administration document, section 4. `remove` deletes the
 * assignments. Each property gets an event and a new version; a job rebuilds its projections. Returns the former assignments
 * and the open sales among them.
 */
export async function unassignContact(
  context: Unassignment,
  remove: (openSales: readonly string[]) => Promise<unknown>,
): Promise<{ assignments: Assignment[]; openSales: OpenSale[] }> {
  const { db, companyId, contactId, pocId, pocIds, name, replacement } = context
  const assignments = await findAssignments(db, { companyId, contactId, ...(pocId ? { pocId } : {}) })
  const properties = await lockLiveProperties(db, companyId, { ids: assignments.map(({ propertyId }) => propertyId) })
  const openSales = await findOpenSales(db, companyId, properties)
  const open = new Set(openSales.map(({ propertyId }) => propertyId))
  await clearSurveyContacts(db, companyId, pocIds)
  await endLinksOfContact(context, { companyId, contactId, pocId }, null)
  await remove([...open])
  await recordAssignments(context, properties, assignments, (assignment): NewEvent => {
    const data = { contactId, name, ...assignmentData(assignment) }
    if (replacement && assignment.role !== null && open.has(assignment.propertyId))
      return { kind: 'contact-replaced', data: { ...data, replacementId: replacement.id, replacedBy: replacement.name } }
    return { kind: pocId ? 'poc-unassigned' : 'contact-unassigned', data }
  })
  return { assignments, openSales }
}

/** Writes an event for each assignment to its property and enqueues the rebuild of the projections. */
export async function recordAssignments(
  { db, now, newId, addJob, companyId, userId }: AssignmentContext,
  propertyIds: readonly string[],
  assignments: readonly Assignment[],
  eventOf: (assignment: Assignment) => NewEvent,
): Promise<void> {
  const byProperty = Map.groupBy(assignments, ({ propertyId }) => propertyId)
  const changes = propertyIds.map((propertyId) => ({
    propertyId,
    events: (byProperty.get(propertyId) ?? []).map(eventOf),
  }))
  await recordChanges(db, companyId, changes, { userId, now, newId })
  await enqueueRebuild(addJob, { companyId, propertyIds: [...propertyIds] })
}

export const assignmentData = ({ role, surveyKey, pocId }: Assignment) =>
  role === null ? { survey: surveyKey, pocId } : { role, pocId }
