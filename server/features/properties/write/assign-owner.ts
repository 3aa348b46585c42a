import { DomainError, errors, refuseIf } from '@gya/domain/error-catalogue.ts'
import type { NewOwner } from '@gya/domain/features/properties/properties.contract.ts'
import { whyNotAttachVendor } from '@gya/domain/features/vendors/vendors.rules.ts'
import type { z } from 'zod'
import type { AppDependencies } from '../../../app-dependencies.ts'
import type { Db } from '../../../db/pool.ts'
import { type OutboxContext, queueMail } from '../../../emails/outbox.ts'
import { vendorAccountCreatedEmail } from '../../../emails/vendor-account-created.ts'
import type { Caller } from '../../../http/access/caller.ts'
import { branchesInScope } from '../../../http/access/scope.ts'
import { type RecordingContext, recordSecurityEvent } from '../../../http/access/security-events.ts'
import { refuseInSupportAccess } from '../../../http/access/sensitive-acts.ts'
import { hashPassword, temporaryPassword } from '../../../infra/secrets.ts'
import { deleteLinksOfAccount } from '../../users/account-links.repository.ts'
import { guessableWordsOfBranch, guessableWordsOfPerson } from '../../users/guessable-words.ts'
import { refuseWeakPassword } from '../../users/refuse-weak-password.ts'
import { findVendorByEmail, findVendorScope, insertVendor, isStaffEmail, lockVendorForAssignment } from './vendor-accounts.ts'

/**
 * "A vendor account on the e-mail of a staff member of the company asks before it is created" (corrections issue). Staff may sell through
 * their company, so it is allowed once confirmed. Throws VENDOR_IS_STAFF.
 */
export async function refuseStaffEmail(
  db: Db,
  companyId: string,
  { email, confirmed, path }: { email: string; confirmed: boolean | undefined; path: string },
): Promise<void> {
  if (!confirmed && (await isStaffEmail(db, companyId, email)))
    throw new DomainError('VENDOR_IS_STAFF', { issues: [{ path, message: errors.VENDOR_IS_STAFF[1] }] })
}

type AssignOwnerContext = OutboxContext & RecordingContext & { caller: Caller }
type Owner = z.output<typeof NewOwner>

/** The password of a new vendor: chosen by the agent, or temporary and sent by e-mail. */
export type OwnerPassword = { hash: string; temporary: string | null }

/**
 * Hashes the password of a new owner; null for an existing vendor. Hashing is slow, so call it before the transaction.
 * Throws PASSWORD_WEAK or PASSWORD_KNOWN.
 */
export async function prepareOwnerPassword(
  { database, config }: Pick<AppDependencies, 'database' | 'config'>,
  owner: Owner,
  place: { companyId: string; branchId: string },
): Promise<OwnerPassword | null> {
  if ('_id' in owner) return null
  if (owner.password !== undefined) {
    const about = [...guessableWordsOfPerson(owner), ...(await guessableWordsOfBranch(database.db, place))]
    await refuseWeakPassword(config, { password: owner.password, path: 'owner.password', guessableWords: about })
  }
  const temporary = owner.password === undefined ? temporaryPassword() : null
  return { hash: await hashPassword(owner.password ?? temporary ?? ''), temporary }
}

/**
 * The owner of a new property: an existing vendor, or a new account, notified by e-mail. Throws NOT_FOUND for another
 * company's vendor, EMAIL_TAKEN for an address of an existing vendor in scope, VENDOR_IS_STAFF for an unconfirmed address
 * of staff, VENDOR_OF_OTHER_BRANCH for a vendor who sells through other branches only.
 */
export async function assignOwner(
  context: AssignOwnerContext,
  { companyId, branchId, companyName, line1 }: { companyId: string; branchId: string; companyName: string; line1: string },
  owner: Owner,
  password: OwnerPassword | null,
): Promise<string> {
  const { db, now, newId, caller } = context
  const scopeOf = (userId: string) => findVendorScope(db, companyId, userId, branchesInScope(caller))
  if ('_id' in owner || password === null) {
    const vendor = '_id' in owner && (await lockVendorForAssignment(db, companyId, owner._id))
    if (!vendor) throw new DomainError('NOT_FOUND')
    refuseIf(whyNotAttachVendor(await scopeOf(vendor.id)))
    // The pending address was entered by somebody with all of the vendor's sales in scope; this branch may not be among them.
    if (vendor.pending_email !== null && (await findVendorScope(db, companyId, vendor.id, [branchId])).elsewhere)
      await deleteLinksOfAccount(db, vendor.id)
    return vendor.id
  }
  const existing = await findVendorByEmail(db, companyId, owner.email)
  if (existing) {
    const code = whyNotAttachVendor(await scopeOf(existing.id)) ?? 'EMAIL_TAKEN'
    throw new DomainError(code, { issues: [{ path: 'owner.email', message: errors[code][1] }] })
  }
  await refuseInSupportAccess(db, caller, companyId)
  await refuseStaffEmail(db, companyId, { email: owner.email, confirmed: owner.staffConfirmed, path: 'owner.email' })
  const id = newId()
  await insertVendor(db, {
    id,
    company_id: companyId,
    type: 'VENDOR',
    first_name: owner.firstName,
    last_name: owner.lastName,
    email: owner.email,
    tel: owner.tel,
    password_hash: password.hash,
    activated: true,
    password_reset: password.temporary !== null,
    contact_by_email: owner.contactPrefs.email,
    contact_by_push: owner.contactPrefs.push,
    createdon: now,
  })
  await recordSecurityEvent(context, { kind: 'account-created', companyId, aboutUserId: id, data: { role: 'VENDOR' } })
  await queueMail(
    context,
    vendorAccountCreatedEmail({
      email: owner.email,
      firstName: owner.firstName,
      lastName: owner.lastName,
      companyId,
      companyName,
      line1,
      temporaryPassword: password.temporary,
      publicUrl: context.request.server.gya.config.publicUrl,
    }),
  )
  return id
}
