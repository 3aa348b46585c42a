import type { Instant } from '@gya/domain/common/dates.ts'
import type { EventKind } from '@gya/domain/features/events/event-kinds.ts'
import type { Db } from '../../db/connect.ts'

/** An entry of the record: what happened, in the field's words, with what a reader or a figure needs of it. */
export type NewEvent = { kind: EventKind; data?: Record<string, unknown> }

type Where = { companyId: string; propertyId: string | null; userId: string | null; at: Instant; newId(): string }

/** Appends to the record, in the transaction of the change itself. */
export async function insertEvents(
  db: Db,
  { companyId, propertyId, userId, at, newId }: Where,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('event')
    .values(
      events.map(({ kind, data }) => ({
        company_id: companyId,
        id: newId(),
        property_id: propertyId,
        user_id: userId,
        at,
        kind,
        data: JSON.stringify(data ?? {}),
      })),
    )
    .execute()
}
