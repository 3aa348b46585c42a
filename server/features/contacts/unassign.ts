import type { Db } from '../../db/connect.ts'
import type { AddJob } from '../../platform/jobs.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { recordChanges } from '../properties/change-property.ts'
import { deriveLater } from '../properties/derive-properties.ts'
import { lockLiveProperties } from '../properties/properties.repository.ts'
import { type Assignment, clearSurveyContacts, findAssignments } from './assignments.repository.ts'

type Unassigning = {
  db: Db
  now: string
  addJob: AddJob
  newId(): string
  companyId: string
  userId: string
  contactId: string
  /** The one point of contact that goes; the whole contact without it. */
  pocId?: string
  /** All points of contact that go. */
  pocIds: readonly string[]
  /** As the record calls who is gone. */
  name: string
}

/**
 * "Deleting a contact removes it and unassigns it from properties." Administration document, section 4. `remove` takes the
 * rows away, and the database the assignments with them; each property that had one has it in its record and counts its
 * version up. A job brings their rows for lists and reports up to date.
 */
export async function unassign(unassigning: Unassigning, remove: () => Promise<unknown>): Promise<void> {
  const { db, now, newId, addJob, companyId, userId, contactId, pocId, pocIds, name } = unassigning
  const assignments = await findAssignments(db, { companyId, contactId, ...(pocId ? { pocId } : {}) })
  const properties = await lockLiveProperties(db, companyId, { ids: assignments.map(({ propertyId }) => propertyId) })
  await clearSurveyContacts(db, companyId, pocIds)
  await remove()
  const kind = pocId ? 'poc-unassigned' : 'contact-unassigned'
  const byProperty = Map.groupBy(assignments, ({ propertyId }) => propertyId)
  const changes = properties.map((propertyId) => ({
    propertyId,
    events: (byProperty.get(propertyId) ?? []).map(
      (assignment): NewEvent => ({ kind, data: { contactId, name, ...whereOf(assignment) } }),
    ),
  }))
  await recordChanges(db, companyId, changes, { userId, now, newId })
  await deriveLater(addJob, { companyId, propertyIds: properties })
}

const whereOf = ({ role, surveyKey, pocId }: Assignment) => (role === null ? { survey: surveyKey, pocId } : { role, pocId })
