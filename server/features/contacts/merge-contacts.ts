/** Merges a duplicate into the contact that stays: its people and everything that refers to it move over, and it goes. */

import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { CompanyContact } from '../../db/schema.ts'
import { lockLiveProperties } from '../properties/write/properties.repository.ts'
import { findAssignments, findOpenSales, moveReferences, type OpenSale } from './assignments.repository.ts'
import { deleteContactRow, listPocsOf, movePocs, updateContactColumns } from './contacts.repository.ts'
import { type AssignmentContext, assignmentData, recordAssignments } from './unassign-contact.ts'

type ContactRow = Selectable<CompanyContact>

const sameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** What the one that stays does not know yet, it takes from the duplicate. */
export function mergedFields(stays: ContactRow, duplicate: ContactRow) {
  const { line1, line2, town, county, country, postcode } = stays.line1 === null ? duplicate : stays
  return {
    email: stays.email || duplicate.email,
    tel: stays.tel || duplicate.tel,
    type: stays.type === 'unknown' ? duplicate.type : stays.type,
    recommended: stays.recommended || duplicate.recommended,
    line1,
    line2,
    town,
    county,
    country,
    postcode,
  }
}

/** Answers the live sales that changed over. Both contacts are locked. */
export async function mergeContactInto(
  merging: AssignmentContext,
  stays: ContactRow,
  duplicate: ContactRow,
): Promise<OpenSale[]> {
  const { db, now, companyId, userId } = merging
  const assignments = await findAssignments(db, { companyId, contactId: duplicate.id })
  const properties = await lockLiveProperties(db, companyId, { ids: assignments.map(({ propertyId }) => propertyId) })
  await moveReferences(db, {
    companyId,
    from: duplicate.id,
    to: stays.id,
    samePeople: await movePocsOf(db, companyId, stays.id, duplicate.id),
  })
  await deleteContactRow(db, companyId, duplicate.id)
  await updateContactColumns(db, companyId, stays.id, { ...mergedFields(stays, duplicate), updatedon: now, updated_by: userId })
  await recordAssignments(merging, properties, assignments, (assignment) => ({
    kind: 'contact-replaced',
    data: {
      contactId: duplicate.id,
      name: duplicate.name,
      replacementId: stays.id,
      replacedBy: stays.name,
      because: 'merged',
      ...assignmentData(assignment),
    },
  }))
  return findOpenSales(db, companyId, properties)
}

/** Who has the same name and e-mail address at both is one person; answers whose ids those become. */
async function movePocsOf(db: Db, companyId: string, to: string, from: string) {
  const there = await listPocsOf(db, { companyId, contactId: to })
  const coming = await listPocsOf(db, { companyId, contactId: from })
  const pairs = coming.map((one) => ({
    from: one.id,
    to: there.find((other) => sameText(other.name, one.name) && sameText(other.email, one.email))?.id ?? one.id,
  }))
  const moving = pairs.filter((pair) => pair.from === pair.to).map((pair) => pair.from)
  if (moving.length > 0) await movePocs(db, { companyId, contactId: from }, { to, pocIds: moving })
  return pairs.filter((pair) => pair.from !== pair.to)
}
