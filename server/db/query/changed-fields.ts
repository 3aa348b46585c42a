import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Db } from '../pool.ts'

/** The changed columns of a row with old and new value. */
export type ChangedField = { field: string; from: unknown; to: unknown }

export const changedFields = (row: Record<string, unknown>, next: Record<string, unknown>): ChangedField[] =>
  Object.entries(next)
    .filter(([field, to]) => to !== undefined && to !== row[field])
    .map(([field, to]) => ({ field, from: row[field], to }))

type SavedRow = {
  version: number
  createdon: string
  updatedon: string | null
  saved_by_first_name: string | null
  saved_by_last_name: string | null
}

/** Throws STALE_VERSION, with who saved last and when, if the form was opened with another version. */
function throwIfStale(version: number | undefined, row: SavedRow): void {
  if (version === undefined || version === row.version) return
  const name = [row.saved_by_first_name, row.saved_by_last_name].filter(Boolean).join(' ')
  throw new DomainError('STALE_VERSION', { details: { savedBy: name || 'somebody', savedOn: row.updatedon ?? row.createdon } })
}

type LockedRow = { version: number; createdon: string; updatedon: string | null; updated_by: string | null }

/**
 * The same for a locked row. The name is read after the lock: if it was joined in the locking query, it would be the name from before the
 * wait.
 */
export async function requireCurrentVersion(db: Db, version: number | undefined, row: LockedRow): Promise<void> {
  if (version === undefined || version === row.version) return
  const saver =
    row.updated_by === null
      ? undefined
      : await db.selectFrom('app_user').select(['first_name', 'last_name']).where('id', '=', row.updated_by).executeTakeFirst()
  const names = { saved_by_first_name: saver?.first_name ?? null, saved_by_last_name: saver?.last_name ?? null }
  throwIfStale(version, { ...row, ...names })
}
