import type { Owner } from '@gya/domain/features/vendors/vendors.model.ts'
import type { Selectable } from 'kysely'
import type { AppUser } from '../../../db/schema.ts'

type VendorRow = Pick<
  Selectable<AppUser>,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'tel'
  | 'contact_by_email'
  | 'contact_by_push'
  | 'last_login'
  | 'email_verified'
  | 'pending_email'
  | 'version'
>

export const toOwner = (row: VendorRow): Owner => ({
  _id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  fullName: `${row.first_name} ${row.last_name}`,
  email: row.email,
  tel: row.tel,
  contactPrefs: { email: row.contact_by_email, push: row.contact_by_push },
  lastLogin: row.last_login,
  emailVerified: row.email_verified,
  accountActivationToken: row.email_verified && row.pending_email === null ? null : row.id,
  pendingEmail: row.pending_email,
  version: row.version,
})
