import type { Instant } from '@gya/domain/common/dates.ts'
import { idOfKey } from '@gya/domain/features/today/complete.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { recordAboutProperties } from '../properties/write/record-about-property.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart, type UndoContext } from '../undo/undo-registry.ts'
import type { LockedItem } from './lock-action-items.ts'
import { describeItem } from './snooze-parts.ts'

/** Completes call-backs and news, and undoes it. */

type CallBackPart = UndoPart & { kind: 'call-back'; propertyId: string; conversationId: string; what: string }

export async function closeCallBacks(db: Db, companyId: string, items: readonly LockedItem[]): Promise<CallBackPart[]> {
  if (items.length === 0) return []
  const parts = items.map(
    (item): CallBackPart => ({
      kind: 'call-back',
      propertyId: item.subjectId,
      conversationId: idOfKey(item.key),
      what: describeItem(item),
    }),
  )
  await setCallBacks(db, companyId, parts, false)
  return parts
}

const namedIn = (parts: readonly CallBackPart[]) => sql`
  unnest(${parts.map(({ conversationId }) => conversationId)}::uuid[], ${parts.map(({ propertyId }) => propertyId)}::uuid[])
  as r (conversation_id, property_id)`

const setCallBacks = (db: Db, companyId: string, parts: readonly CallBackPart[], open: boolean) =>
  sql`
    update conversation_sale x set call_back_open = ${open}
    from ${namedIn(parts)}
    where x.company_id = ${companyId} and x.conversation_id = r.conversation_id and x.property_id = r.property_id`.execute(db)

type SeenPart = UndoPart & { kind: 'news-seen'; propertyId: string; before: Instant | null; after: Instant; what: string }

/** "News seen is not recorded." */
export async function markNewsSeen(
  { db, params: { companyId }, caller, now }: { db: Db; params: { companyId: string }; caller: { userId: string }; now: Instant },
  items: readonly LockedItem[],
): Promise<SeenPart[]> {
  if (items.length === 0) return []
  const ids = items.map(({ subjectId }) => subjectId)
  const before = await seenUntil(db, companyId, ids)
  await setSeen(db, companyId, caller.userId, new Map(ids.map((id) => [id, now])))
  return items.map((item) => ({
    kind: 'news-seen',
    propertyId: item.subjectId,
    before: before.get(item.subjectId) ?? null,
    after: now,
    what: describeItem(item),
  }))
}

async function seenUntil(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, Instant>> {
  const { rows } = await sql<{ property_id: string; seen_until: Instant }>`
    select property_id, seen_until from property_seen
    where company_id = ${companyId} and property_id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.property_id, new Date(row.seen_until).toISOString()]))
}

const setSeen = (db: Db, companyId: string, userId: string, seen: ReadonlyMap<string, Instant>) =>
  sql`
    insert into property_seen (company_id, property_id, seen_until, seen_by)
    select ${companyId}, r.property_id, r.seen_until, ${userId}
    from unnest(${[...seen.keys()]}::uuid[], ${[...seen.values()]}::timestamptz[]) as r (property_id, seen_until)
    on conflict (company_id, property_id) do update set seen_until = excluded.seen_until, seen_by = excluded.seen_by`.execute(db)

/** Derives the action items again. Must run before their snoozes are restored. */
export const deriveAgain = (context: UndoContext, parts: readonly { propertyId: string }[]): Promise<void> =>
  recordAboutProperties(
    context,
    context.companyId,
    parts.map(({ propertyId }) => propertyId),
    async () => [],
  )

export function registerCallBackAndNewsParts(): void {
  registerUndoPart<CallBackPart>('call-back', {
    async conflict({ db, companyId }, parts) {
      const { rows } = await sql<{ conversation_id: string; property_id: string }>`
        select r.conversation_id, r.property_id from ${namedIn(parts)}
        join conversation c on c.company_id = ${companyId} and c.id = r.conversation_id and c.undone_on is null
        join conversation_sale x on x.company_id = c.company_id and x.conversation_id = c.id and x.property_id = r.property_id
        where not x.call_back_open`.execute(db)
      const isAsLeft = (part: CallBackPart) =>
        rows.some((row) => row.conversation_id === part.conversationId && row.property_id === part.propertyId)
      const part = parts.find((one) => !isAsLeft(one))
      return part ? { what: part.what, by: null, on: null } : null
    },
    async undo(context, parts) {
      await setCallBacks(context.db, context.companyId, parts, true)
      await deriveAgain(context, parts)
    },
  })

  registerUndoPart<SeenPart>('news-seen', {
    async conflict({ db, companyId }, parts) {
      const current = await seenUntil(
        db,
        companyId,
        parts.map(({ propertyId }) => propertyId),
      )
      const part = parts.find((one) => current.get(one.propertyId) !== one.after)
      return part ? { what: part.what, by: null, on: null } : null
    },
    async undo(context, parts) {
      const { db, companyId, caller } = context
      const restored = parts.flatMap(({ propertyId, before }) => (before ? [[propertyId, before] as const] : []))
      const removed = parts.filter(({ before }) => before === null).map(({ propertyId }) => propertyId)
      if (restored.length > 0) await setSeen(db, companyId, caller.userId, new Map(restored))
      if (removed.length > 0)
        await sql`
          delete from property_seen where company_id = ${companyId} and property_id = any(${removed}::uuid[])`.execute(db)
      await deriveAgain(context, parts)
    },
  })
}
