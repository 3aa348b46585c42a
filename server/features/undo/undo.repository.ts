import type { Instant } from '@gya/domain/common/dates.ts'
import { undoRetentionDays } from '@gya/domain/features/undo/undo.rules.ts'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'

/**
 * A part of a change that can be undone: its kind, and its state before and after. Parts of a property contain its id, and undo works with
 * the property locked and loaded.
 */
export type UndoPart = {
  kind: string
  propertyId: string | null
  /** Where it has changed since, or its sale is deleted, it stays as it is and the others are undone. */
  each?: true
}

type UndoSource = {
  db: Db
  params: { companyId: string }
  caller: { userId: string }
  now: Instant
  newId(): string
}

/** Stores a change so that its author can undo it as a whole, and returns its id. `undoId` is passed if record entries refer to it. */
export async function recordUndo(
  { db, params, caller, now, newId }: UndoSource,
  { description, parts, undoId = newId() }: { description: string; parts: readonly UndoPart[]; undoId?: string },
): Promise<string> {
  await db
    .insertInto('undo')
    .values({
      company_id: params.companyId,
      id: undoId,
      user_id: caller.userId,
      at: now,
      description,
      parts: JSON.stringify(parts),
    })
    .execute()
  return undoId
}

/** The locked change, if it is the user's own. */
export const lockOwnUndo = (db: Db, { companyId, undoId, userId }: { companyId: string; undoId: string; userId: string }) =>
  db
    .selectFrom('undo')
    .select(['at', 'description', 'parts', 'undone_on'])
    .where('company_id', '=', companyId)
    .where('id', '=', undoId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

export const markUndone = (db: Db, { companyId, undoId, now }: { companyId: string; undoId: string; now: Instant }) =>
  db.updateTable('undo').set({ undone_on: now }).where('company_id', '=', companyId).where('id', '=', undoId).execute()

/** Scheduled job. */
export async function sweepUndo({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const before = new Date(Date.parse(clock.now()) - undoRetentionDays * 86_400_000).toISOString()
  await database.db.deleteFrom('undo').where('at', '<', before).execute()
}
