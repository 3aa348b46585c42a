import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { isPlaceholderEmail, placeholderEmail, unnamedVendor } from '@gya/domain/features/vendors/vendors.rules.ts'
import { updatePropertyFields } from '../../properties/write/properties.repository.ts'
import { findVendorByEmail, insertVendor, isStaffEmail } from '../../properties/write/vendor-accounts.ts'
import { changedRow, madeRow, type NewChange } from './import-changes.ts'
import { text, type Values } from './row-values.ts'
import { valuesToWrite, type WriteContext, type WriteRow } from './write-context.ts'

type Vendor = { firstName: string | undefined; lastName: string | undefined; email: string | undefined; tel: string | undefined }

export const vendorOfRow = (values: Values): Vendor => ({
  firstName: text(values, 'firstName'),
  lastName: text(values, 'lastName'),
  email: text(values, 'email'),
  tel: text(values, 'tel'),
})

export const vendorOfProperty = (values: Values): Vendor => ({
  firstName: text(values, 'vendorFirstName'),
  lastName: text(values, 'vendorLastName'),
  email: text(values, 'vendorEmail'),
  tel: text(values, 'vendorTel'),
})

/**
 * "Accounts of vendors are made without invitation." A vendor whose e-mail is not known gets an account that cannot be invited,
 * e-mailed or signed in with. Throws VENDOR_IS_STAFF.
 */
export async function findOrMakeVendor(
  { db, companyId, now, newId }: WriteContext,
  { firstName, lastName, email, tel }: Vendor,
  line1: string,
): Promise<{ id: string; changes: NewChange[] }> {
  const existing = email === undefined ? undefined : await findVendorByEmail(db, companyId, email)
  if (existing) return { id: existing.id, changes: [] }
  refuseIf(email !== undefined && (await isStaffEmail(db, companyId, email)) ? 'VENDOR_IS_STAFF' : null)
  const id = newId()
  await insertVendor(db, {
    id,
    company_id: companyId,
    type: 'VENDOR',
    first_name: lastName === undefined ? unnamedVendor : (firstName ?? ''),
    last_name: lastName ?? line1.slice(0, 80).toWellFormed(),
    email: email ?? placeholderEmail(id),
    tel: tel ?? '',
    placeholder: email === undefined,
    activated: false,
    createdon: now,
  })
  return { id, changes: [madeRow('app_user', id, { id }, 1)] }
}

/** Replaces the placeholder vendor of a property. */
export const writeVendor: WriteRow = async (context, { detail }, one) => {
  const { db, companyId } = context
  const { owner } = detail
  const vendor = vendorOfRow(valuesToWrite(one))
  const ids = { companyId, propertyId: detail._id }
  if (vendor.email !== undefined && vendor.email === owner.email) return { objectId: owner._id, events: [], changes: [] }
  if (vendor.email === undefined && vendor.lastName === owner.lastName) return { objectId: owner._id, events: [], changes: [] }
  if (!isPlaceholderEmail(owner.email))
    throw new DomainError('VALIDATION_FAILED', { message: `Its vendor is ${owner.fullName}.` })
  const known = vendor.email === undefined ? undefined : await findVendorByEmail(db, companyId, vendor.email)
  const data = (id: string) => ({
    userId: id,
    changes: [{ field: 'last_name', before: owner.lastName, after: vendor.lastName ?? owner.lastName }],
  })
  if (known) {
    await updatePropertyFields(db, ids, { owner_id: known.id })
    return { objectId: known.id, events: [{ kind: 'vendor-edited', data: data(known.id) }], changes: [], isPropertyChanged: true }
  }
  refuseIf(vendor.email !== undefined && (await isStaffEmail(db, companyId, vendor.email)) ? 'VENDOR_IS_STAFF' : null)
  const before = { first_name: owner.firstName, last_name: owner.lastName, email: owner.email, tel: owner.tel, placeholder: true }
  await db
    .updateTable('app_user')
    .set({
      first_name: vendor.firstName ?? '',
      last_name: vendor.lastName ?? owner.lastName,
      email: vendor.email ?? owner.email,
      tel: vendor.tel ?? owner.tel,
      placeholder: vendor.email === undefined,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', owner._id)
    .execute()
  return {
    objectId: owner._id,
    events: [{ kind: 'vendor-edited', data: data(owner._id) }],
    changes: [changedRow('app_user', owner._id, { id: owner._id }, before, null)],
    isPropertyChanged: true,
  }
}
