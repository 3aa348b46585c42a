import type { Db } from '../../db/connect.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { rebuildReportRow, recordChange } from '../properties/change-property.ts'
import { lockLiveProperties } from '../properties/properties.repository.ts'
import { type Assignment, clearSurveyContacts, findAssignments } from './assignments.repository.ts'

type Unassigning = {
  db: Db
  today: string
  now: string
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
 * rows away, and the database the assignments with them; each property that had one has it in its record, counts its
 * version up and has its row for lists and reports derived anew.
 */
export async function unassign(unassigning: Unassigning, remove: () => Promise<unknown>): Promise<void> {
  const { db, today, now, newId, companyId, userId, contactId, pocId, pocIds, name } = unassigning
  const assignments = await findAssignments(db, { companyId, contactId, ...(pocId ? { pocId } : {}) })
  const properties = await lockLiveProperties(db, companyId, { ids: assignments.map(({ propertyId }) => propertyId) })
  await clearSurveyContacts(db, companyId, pocIds)
  await remove()
  const kind = pocId ? 'poc-unassigned' : 'contact-unassigned'
  for (const propertyId of properties) {
    const events = assignments
      .filter((assignment) => assignment.propertyId === propertyId)
      .map((assignment): NewEvent => ({ kind, data: { contactId, name, ...whereOf(assignment) } }))
    await recordChange(db, { companyId, propertyId }, { events, userId, now, newId })
    await rebuildReportRow(db, { companyId, propertyId }, today)
  }
}

const whereOf = ({ role, surveyKey, pocId }: Assignment) => (role === null ? { survey: surveyKey, pocId } : { role, pocId })
