import { DomainError, errors } from '@gya/domain/errors.ts'
import { whyNotChangeVendorEmail } from '@gya/domain/features/vendors/vendors.rules.ts'
import type { Db } from '../../db/pool.ts'
import { type ChangedField, requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { insertEvents, type NewEvent, propertyEventsStatement } from '../events/events.repository.ts'
import { enqueueRebuild } from '../properties/projections/rebuild-projections.ts'
import { findLiveProperties } from '../properties/write/properties.repository.ts'
import { type UserDetails, type UserUpdateContext, updateUserDetails } from '../users/update-user-details.ts'
import { findVendorScope, lockVendor } from './vendors.repository.ts'

type ChangeVendorContext = UserUpdateContext & {
  /** The branches of whoever changes it; null for a company admin and for the vendor themselves. */
  branchIds: readonly string[] | null
}
type VendorChange = UserDetails & {
  contactPrefs?: { email: boolean; push: boolean } | undefined
  version?: number | undefined
}

/**
 * Changes a vendor, by the agency or by themselves. The record of each of their properties says so. None of these is
 * locked: what their rows for lists show of a vendor is the name, which a job brings up to date. Throws NOT_FOUND,
 * STALE_VERSION, EMAIL_TAKEN, VENDOR_SELLS_ELSEWHERE.
 */
export async function changeVendor(
  changing: ChangeVendorContext,
  { companyId, userId }: { companyId: string; userId: string },
  { contactPrefs, version, ...card }: VendorChange,
): Promise<void> {
  const { db, now, newId, caller, addJob } = changing
  const callerId = caller.userId
  const vendor = await lockVendor(db, companyId, userId)
  if (!vendor) throw new DomainError('NOT_FOUND')
  await requireCurrentVersion(db, version, vendor)
  if (card.email !== undefined && card.email !== vendor.email) await refuseOtherSales(changing, companyId, userId)
  const preferences = contactPrefs ? { contact_by_email: contactPrefs.email, contact_by_push: contactPrefs.push } : {}
  const changes = await updateUserDetails(changing, vendor, card, preferences)
  if (changes.length === 0) return
  const propertyIds = await recordVendorChange({ db, now, newId }, { companyId, userId, callerId }, changes)
  if (changes.some(({ field }) => field === 'first_name' || field === 'last_name'))
    await enqueueRebuild(addJob, { companyId, propertyIds })
}

/** Records a change of a vendor in each of their properties, or in the company where they have none; the ids of the properties. */
export async function recordVendorChange(
  { db, now, newId }: { db: Db; now: string; newId(): string },
  { companyId, userId, callerId }: { companyId: string; userId: string; callerId: string },
  changes: readonly ChangedField[],
): Promise<string[]> {
  const event: NewEvent = { kind: 'vendor-edited', data: { userId, changes } }
  const propertyIds = await findLiveProperties(db, companyId, { ownerId: userId })
  const record = { companyId, userId: callerId, at: now, newId }
  if (propertyIds.length === 0) await insertEvents(db, { ...record, propertyId: null }, [event])
  else {
    const entries = propertyIds.map((propertyId) => ({ propertyId, ...event }))
    await db.executeQuery(propertyEventsStatement(db, record, entries))
  }
  return propertyIds
}

async function refuseOtherSales({ db, branchIds }: ChangeVendorContext, companyId: string, userId: string): Promise<void> {
  const code = whyNotChangeVendorEmail(await findVendorScope(db, companyId, userId, branchIds))
  if (code) throw new DomainError(code, { issues: [{ path: 'email', message: errors[code][1] }] })
}
