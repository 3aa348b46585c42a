import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Db } from '../../db/pool.ts'
import { lockContacts } from './contacts.repository.ts'

/** Locks a contact and optionally another one. Throws NOT_FOUND, and VALIDATION_FAILED if both are the same. */
export async function lockContactPair(
  db: Db,
  companyId: string,
  contactId: string,
  { field, id }: { field: string; id: string | undefined },
) {
  const rows = await lockContacts(db, companyId, [contactId, ...(id ? [id] : [])])
  const contact = rows.find((row) => row.id === contactId)
  const other = rows.find((row) => row.id === id)
  if (!contact || (id && !other)) throw new DomainError('NOT_FOUND')
  if (id === contactId)
    throw new DomainError('VALIDATION_FAILED', { issues: [{ path: field, message: 'Choose another contact.' }] })
  return { contact, other }
}
