import type { Instant } from '@gya/domain/common/dates.ts'
import { isActivePhase } from '@gya/domain/features/timeline/phase.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { LoadedProperty } from '../read/load-property.ts'

/** Snoozes of properties that are deleted or withdrawn, whose action items no longer exist: they return with the items. */

const copied = sql`company_id, subject_id, key, until, reason, conversation_id, attempts, set_by, set_on`

/** Keeps the snoozes of properties whose action items are about to be deleted. */
export const keepSnoozes = (db: Db, companyId: string, propertyIds: readonly string[]) =>
  sql`
    insert into deleted_snooze (${copied})
    select ${copied} from action_item_snooze where company_id = ${companyId} and subject_id = any(${propertyIds}::uuid[])
    on conflict (company_id, subject_id, key) do update
    set until = excluded.until, reason = excluded.reason, conversation_id = excluded.conversation_id, attempts = excluded.attempts,
      set_by = excluded.set_by, set_on = excluded.set_on`.execute(db)

/** Restores the snoozes whose items exist again and whose time has not come, without those set by an undone conversation. */
export const restoreSnoozes = (db: Db, companyId: string, propertyIds: readonly string[], now: Instant) =>
  sql`
    with kept as (
      delete from deleted_snooze k using action_item i
      where k.company_id = ${companyId} and k.subject_id = any(${propertyIds}::uuid[])
        and i.company_id = ${companyId} and i.subject_id = k.subject_id and i.key = k.key
      returning k.*
    )
    insert into action_item_snooze (${copied})
    select ${copied} from kept k
    where k.until > ${now}::timestamptz and not exists (select from conversation c
      where c.company_id = ${companyId} and c.id = k.conversation_id and c.undone_on is not null)
    on conflict do nothing`.execute(db)

type Change = { before: LoadedProperty | null; property: LoadedProperty }

/** The saved properties that were withdrawn, or put back. */
export const movedInOrOut = (changes: readonly Change[]) => {
  const isActive = (property: LoadedProperty | null) => property === null || isActivePhase(property.sale.phase)
  const moved = changes.filter(({ before, property }) => isActive(before) !== isActive(property))
  const idsOf = (of: readonly Change[]) => of.map(({ property }) => property.detail._id)
  return {
    withdrawn: idsOf(moved.filter(({ property }) => !isActive(property))),
    putBack: idsOf(moved.filter(({ property }) => isActive(property))),
  }
}
