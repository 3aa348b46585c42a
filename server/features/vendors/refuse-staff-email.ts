import { DomainError, errors } from '@gya/domain/errors.ts'
import type { Db } from '../../db/connect.ts'
import { isStaffEmail } from './vendors.repository.ts'

/**
 * "A vendor account on the e-mail of a staff member of the company asks before it is created" (issue 15). A colleague may
 * sell through the company, so it goes through once somebody has confirmed it. Throws VENDOR_IS_STAFF.
 */
export async function refuseStaffEmail(
  db: Db,
  companyId: string,
  { email, confirmed, path }: { email: string; confirmed: boolean | undefined; path: string },
): Promise<void> {
  if (!confirmed && (await isStaffEmail(db, companyId, email)))
    throw new DomainError('VENDOR_IS_STAFF', { issues: [{ path, message: errors.VENDOR_IS_STAFF[1] }] })
}
