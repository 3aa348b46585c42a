/** Merges a duplicate into another contact: moves its points of contact and all references, then deletes it. */

import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { CompanyContact } from '../../db/schema.ts'
import { endLinksOfContact } from '../party-links/end-links.ts'
import { lockLiveProperties } from '../properties/write/properties.repository.ts'
import { findAssignments, findOpenSales, moveReferences, type OpenSale } from './assignments.repository.ts'
import { deleteContactRow, listPocsOf, movePocs, updateContactColumns } from './contacts.repository.ts'
import { type AssignmentContext, assignmentData, saveAssignments } from './unassign-contact.ts'

type ContactRow = Selectable<CompanyContact>

const sameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Fills the missing fields of a contact from its duplicate. */
export function mergedFields(contact: ContactRow, duplicate: ContactRow) {
  const { line1, line2, town, county, country, postcode } = contact.line1 === null ? duplicate : contact
  return {
    email: contact.email || duplicate.email,
    tel: contact.tel || duplicate.tel,
    type: contact.type === 'unknown' ? duplicate.type : contact.type,
    recommended: contact.recommended || duplicate.recommended,
    line1,
    line2,
    town,
    county,
    country,
    postcode,
  }
}

/** Both contacts must be locked. Returns the open sales of the duplicate. */
export async function mergeContactInto(
  context: AssignmentContext,
  contact: ContactRow,
  duplicate: ContactRow,
): Promise<OpenSale[]> {
  const { db, now, companyId, userId } = context
  const assignments = await findAssignments(db, { companyId, contactId: duplicate.id })
  const properties = await lockLiveProperties(db, companyId, { ids: assignments.map(({ propertyId }) => propertyId) })
  const write = async () => {
    await moveReferences(db, {
      companyId,
      from: duplicate.id,
      to: contact.id,
      replacedPocs: await movePocsOf(db, companyId, contact.id, duplicate.id),
    })
    await endLinksOfContact(context, { companyId, contactId: duplicate.id }, null)
    await deleteContactRow(db, companyId, duplicate.id)
    await updateContactColumns(db, companyId, contact.id, {
      ...mergedFields(contact, duplicate),
      updatedon: now,
      updated_by: userId,
    })
    return assignments
  }
  await saveAssignments(context, properties, write, (assignment) => ({
    kind: 'contact-replaced',
    data: {
      contactId: duplicate.id,
      name: duplicate.name,
      replacementId: contact.id,
      replacedBy: contact.name,
      because: 'merged',
      ...assignmentData(assignment),
    },
  }))
  return findOpenSales(db, companyId, properties)
}

/** Moves points of contact. Those with the same name and e-mail address at both contacts are merged: returns their id mapping. */
async function movePocsOf(db: Db, companyId: string, to: string, from: string) {
  const existing = await listPocsOf(db, { companyId, contactId: to })
  const moved = await listPocsOf(db, { companyId, contactId: from })
  const pairs = moved.map((poc) => ({
    from: poc.id,
    to: existing.find((other) => sameText(other.name, poc.name) && sameText(other.email, poc.email))?.id ?? poc.id,
  }))
  const moving = pairs.filter((pair) => pair.from === pair.to).map((pair) => pair.from)
  if (moving.length > 0) await movePocs(db, { companyId, contactId: from }, { to, pocIds: moving })
  return pairs.filter((pair) => pair.from !== pair.to)
}
