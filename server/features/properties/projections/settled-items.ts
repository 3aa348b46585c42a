import type { Instant } from '@gya/domain/common/dates.ts'
import { itemKeysCompletedBy } from '@gya/domain/features/today/item-keys-completed-by.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { NewEvent } from '../../events/events.repository.ts'

type CompletedItem = { subjectId: string; key: string }

/** The user who completed each item, and the time; null for rebuilds. Items that disappear for other reasons were completed by nobody. */
export type SettledBy = {
  userId: string
  now: Instant
  completed: readonly CompletedItem[]
  /** An undo restores what was done before the undone change. */
  isUndo?: true | undefined
} | null

/** Events of a property or task, and items that were completed without an event. */
type Completing = { subjectId: string; events: readonly NewEvent[]; completed?: readonly string[] | undefined }

/** The items that changes of properties or tasks complete. */
export const completedItems = (changes: readonly Completing[]): CompletedItem[] =>
  changes.flatMap(({ subjectId, events, completed = [] }) =>
    [...completed, ...events.flatMap(itemKeysCompletedBy)].map((key) => ({ subjectId, key })),
  )

/** Items settled more than two days ago are no longer in any list of items done. */
export async function deleteSettledItems(db: Db, now: Instant): Promise<void> {
  await sql`delete from action_item_settled where settled_on < ${now}::timestamptz - interval '2 days'`.execute(db)
}
