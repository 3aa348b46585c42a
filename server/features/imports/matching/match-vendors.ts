import type { FieldValues } from '@gya/domain/features/imports/decide-row.ts'
import type { PersonName } from '@gya/domain/features/imports/read-cell.ts'
import { isSameVendor } from '@gya/domain/features/imports/same-vendor.ts'
import { type SqlBool, sql } from 'kysely'
import { vendorsOf } from '../../properties/write/vendor-accounts.ts'
import type { PreparedRow } from '../prepare-row.ts'
import type { MatchContext } from './match.ts'

/** The vendor whom a row names; what it does not say is empty. */
export function vendorIn({ kind, values }: { kind: PreparedRow['kind']; values: FieldValues }): PersonName & { email: string } {
  const text = (key: string): string => (typeof values[key] === 'string' ? values[key] : '')
  const [firstName, lastName, email] =
    kind === 'property'
      ? [text('vendorFirstName'), text('vendorLastName'), text('vendorEmail')]
      : kind === 'vendor'
        ? [text('firstName'), text('lastName'), text('email')]
        : ['', '', '']
  return { firstName, lastName, email }
}

/** The vendor whom a row names with an e-mail address. */
export function vendorNamed(row: Parameters<typeof vendorIn>[0]): ReturnType<typeof vendorIn> | null {
  const vendor = vendorIn(row)
  return vendor.email === '' ? null : vendor
}

/**
 * Finds rows whose vendor has the e-mail address of a vendor with another name, in GYA or in an earlier row. That vendor would get the
 * property, so somebody has to decide.
 */
export async function findOtherVendors({ db, companyId, contents }: MatchContext, rows: readonly PreparedRow[]) {
  const emails = [...new Set(rows.flatMap((row) => vendorNamed(row)?.email ?? []))]
  const accounts =
    emails.length === 0
      ? []
      : await vendorsOf(db, companyId)
          .select(['email', 'first_name as firstName', 'last_name as lastName'])
          .where(sql<SqlBool>`email = any(${emails}::text[])`)
          .execute()
  const known = new Map(accounts.map(({ email, ...name }) => [email, { ...name, line: null }]))
  return (row: PreparedRow): { message: string; code: string } | null => {
    const named = vendorNamed(row)
    const other = named && (known.get(named.email) ?? contents.vendors.get(named.email))
    if (!named || !other || named.lastName === '' || isSameVendor(named, other)) return null
    const name = `${other.firstName} ${other.lastName}`.trim()
    const whose = other.line === null ? `the vendor ${name}` : `${name} in ${other.line}`
    const choice = ' They would get this property and see it. Choose Create if they are the same person, or correct the e-mail.'
    return { code: 'other-vendor', message: `${named.email} belongs to ${whose}.${row.kind === 'vendor' ? choice : ''}` }
  }
}
