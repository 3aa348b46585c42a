import type { Db } from '../../db/pool.ts'
import type { AddJob } from '../../jobs/queue.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { endLinksOfContact } from '../party-links/end-links.ts'
import { lockLiveProperties } from '../properties/write/properties.repository.ts'
import { saveProperties } from '../properties/write/save-properties.ts'
import { type Assignment, clearSurveyContacts, findAssignments, findOpenSales, type OpenSale } from './assignments.repository.ts'

export type AssignmentContext = {
  db: Db
  now: string
  today: string
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
 * "Deleting a contact removes it and unassigns it from properties." [administration §4](docs/design/administration.md#4). `remove` deletes
 * the assignments. Each property gets an event and a new version. Returns the former assignments and the open sales among them.
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
  const write = async () => {
    await clearSurveyContacts(db, companyId, pocIds)
    await endLinksOfContact(context, { companyId, contactId, pocId }, null)
    await remove([...open])
    return assignments
  }
  await saveAssignments(context, properties, write, (assignment): NewEvent => {
    const data = { contactId, name, ...assignmentData(assignment) }
    if (replacement && assignment.role !== null && open.has(assignment.propertyId))
      return { kind: 'contact-replaced', data: { ...data, replacementId: replacement.id, replacedBy: replacement.name } }
    return { kind: pocId ? 'poc-unassigned' : 'contact-unassigned', data }
  })
  return { assignments, openSales }
}

/** Changes assignments to these properties; each assignment that `write` returns is an event of its property. */
export async function saveAssignments(
  context: AssignmentContext,
  propertyIds: readonly string[],
  write: () => Promise<readonly Assignment[]>,
  eventOf: (assignment: Assignment) => NewEvent,
): Promise<void> {
  await saveProperties('contact', context, { ids: propertyIds }, async () => {
    const byProperty = Map.groupBy(await write(), ({ propertyId }) => propertyId)
    const changes = propertyIds.map((propertyId) => ({
      propertyId,
      events: (byProperty.get(propertyId) ?? []).map(eventOf),
    }))
    return { changes, result: null }
  })
}

export const assignmentData = ({ role, surveyKey, pocId }: Assignment) =>
  role === null ? { survey: surveyKey, pocId } : { role, pocId }
