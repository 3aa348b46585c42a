import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Db } from '../pool.ts'

/** The changed columns of a row with old and new value. */
export type ChangedField = { field: string; from: unknown; to: unknown }

export const changedFields = (row: Record<string, unknown>, next: Record<string, unknown>): ChangedField[] =>
  Object.entries(next)
    .filter(([field, to]) => to !== undefined && to !== row[field])
    .map(([field, to]) => ({ field, from: row[field], to }))

type LockedRow = { version: number; createdon: string; updatedon: string | null; updated_by: string | null }

/**
 * `yours` of STALE_VERSION: the caller made the only newer save. A browser that did not get its response learns that it was executed.
 */
export const ownSave = (
  version: number,
  row: { version: number; updated_by: string | null },
  callerId: string,
): { yours?: 'true' } => (row.version === version + 1 && row.updated_by === callerId ? { yours: 'true' } : {})

/**
 * Throws STALE_VERSION, with who saved last and when, if the form was opened with another version than that of the locked row. The name is
 * read after the lock: if it was joined in the locking query, it would be the name from before the wait.
 */
export async function requireCurrentVersion(
  db: Db,
  version: number | undefined,
  row: LockedRow,
  callerId: string,
): Promise<void> {
  if (version === undefined || version === row.version) return
  const saver =
    row.updated_by === null
      ? undefined
      : await db.selectFrom('app_user').select(['first_name', 'last_name']).where('id', '=', row.updated_by).executeTakeFirst()
  const name = [saver?.first_name, saver?.last_name].filter(Boolean).join(' ')
  const details = { savedBy: name || 'somebody', savedOn: row.updatedon ?? row.createdon, ...ownSave(version, row, callerId) }
  throw new DomainError('STALE_VERSION', { details })
}
