import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import { whyNotChangeVendorEmail } from '@gya/domain/features/vendors/vendors.rules.ts'
import type { Db } from '../../db/pool.ts'
import { type ChangedField, requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { type NewEvent, recordCompanyEvents, recordPropertyEvents } from '../events/events.repository.ts'
import { enqueueDerivation } from '../properties/write/derive-properties.ts'
import { findLiveProperties } from '../properties/write/properties.repository.ts'
import { findVendorScope } from '../properties/write/vendor-accounts.ts'
import { type UserDetails, type UserUpdateContext, updateUserDetails } from '../users/update-user-details.ts'
import { lockVendor } from './vendors.repository.ts'

type ChangeVendorContext = UserUpdateContext & {
  /** The caller's branches; null for a company admin and the vendor. */
  branchIds: readonly string[] | null
}
type VendorChange = UserDetails & {
  contactPrefs?: { email: boolean; push: boolean } | undefined
  version?: number | undefined
}

/**
 * Changes a vendor, by staff or by themselves, and records it for each of their properties. No property is locked: their
 * projections contain only the vendor's name, which a job updates. Throws NOT_FOUND, STALE_VERSION, EMAIL_TAKEN,
 * VENDOR_SELLS_ELSEWHERE.
 */
export async function changeVendor(
  context: ChangeVendorContext,
  { companyId, userId }: { companyId: string; userId: string },
  { contactPrefs, version, ...details }: VendorChange,
): Promise<void> {
  const { db, now, newId, caller, addJob } = context
  const callerId = caller.userId
  const vendor = await lockVendor(db, companyId, userId)
  if (!vendor) throw new DomainError('NOT_FOUND')
  await requireCurrentVersion(db, version, vendor, caller.userId)
  if (details.email !== undefined && details.email !== vendor.email) await refuseOtherSales(context, companyId, userId)
  const preferences = contactPrefs ? { contact_by_email: contactPrefs.email, contact_by_push: contactPrefs.push } : {}
  const changes = await updateUserDetails(context, vendor, details, preferences)
  if (changes.length === 0) return
  const propertyIds = await recordVendorChange({ db, now, newId }, { companyId, userId, callerId }, changes)
  if (changes.some(({ field }) => field === 'first_name' || field === 'last_name'))
    await enqueueDerivation(addJob, { companyId, propertyIds })
}

/** Records a change of a vendor for each of their properties, or for the company if there are none; returns the property ids. */
export async function recordVendorChange(
  { db, now, newId }: { db: Db; now: string; newId(): string },
  { companyId, userId, callerId }: { companyId: string; userId: string; callerId: string },
  changes: readonly ChangedField[],
): Promise<string[]> {
  const event: NewEvent = { kind: 'vendor-edited', data: { userId, changes } }
  const propertyIds = await findLiveProperties(db, companyId, { ownerId: userId })
  const record = { companyId, userId: callerId, at: now, newId }
  if (propertyIds.length === 0) await recordCompanyEvents(db, record, [event])
  else
    await recordPropertyEvents(
      db,
      record,
      propertyIds.map((propertyId) => ({ propertyId, ...event })),
    )
  return propertyIds
}

async function refuseOtherSales({ db, branchIds }: ChangeVendorContext, companyId: string, userId: string): Promise<void> {
  const code = whyNotChangeVendorEmail(await findVendorScope(db, companyId, userId, branchIds))
  if (code) throw new DomainError(code, { issues: [{ path: 'email', message: errors[code][1] }] })
}
