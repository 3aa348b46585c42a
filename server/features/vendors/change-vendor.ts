import { DomainError } from '@gya/domain/errors.ts'
import { refuseStaleRow } from '../../db/changed-fields.ts'
import { changePerson, type PersonChange } from '../account/change-person.ts'
import type { LinkWriting } from '../account/send-links.ts'
import { insertEvents, type NewEvent } from '../events/events.repository.ts'
import { rebuildReportRow, recordChange } from '../properties/change-property.ts'
import { lockLiveProperties } from '../properties/properties.repository.ts'
import { lockVendor } from './vendors.repository.ts'

type Changing = LinkWriting & { callerId: string; today: string }
type VendorChange = PersonChange & {
  contactPrefs?: { email: boolean; push: boolean } | undefined
  version?: number | undefined
}

/**
 * Changes a vendor, by the agency or by themselves. Every property of theirs shows it: the change stands in the record of
 * each, and its row for lists, which are searched by the owner's name, is derived anew. Throws NOT_FOUND, STALE_VERSION,
 * EMAIL_TAKEN.
 */
export async function changeVendor(
  changing: Changing,
  { companyId, userId }: { companyId: string; userId: string },
  { contactPrefs, version, ...card }: VendorChange,
): Promise<void> {
  const { db, now, newId, callerId, today } = changing
  const properties = await lockLiveProperties(db, companyId, { ownerId: userId })
  const vendor = await lockVendor(db, companyId, userId)
  if (!vendor) throw new DomainError('NOT_FOUND')
  await refuseStaleRow(db, version, vendor)
  const preferences = contactPrefs ? { contact_by_email: contactPrefs.email, contact_by_push: contactPrefs.push } : {}
  const changes = await changePerson(changing, vendor, card, preferences)
  if (changes.length === 0) return
  const events: NewEvent[] = [{ kind: 'vendor-edited', data: { userId, changes } }]
  if (properties.length === 0) await insertEvents(db, { companyId, propertyId: null, userId: callerId, at: now, newId }, events)
  for (const propertyId of properties) {
    const ids = { companyId, propertyId }
    await recordChange(db, ids, { events, userId: callerId, now, newId })
    await rebuildReportRow(db, ids, today)
  }
}
