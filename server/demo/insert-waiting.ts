import { addDays, londonInstant } from '@gya/domain/common/dates.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { ActionItem } from '../db/schema.ts'
import type { LoadedProperty } from '../features/properties/read/load-property.ts'
import { type Held, insertHeld, type NewConversation, partiesOf } from './held-conversations.ts'
import { insertAll } from './insert-all.ts'

const itemsOfFirm = { least: 4, most: 6 }

const waitingItems = 21

type Waiting = {
  companyId: string
  staffId: string
  own: readonly LoadedProperty[]
  add: (one: NewConversation) => { id: string; held: Held }
}

/**
 * Two promises were broken, three chases are due today, 21 items are snoozed. Three firms keep 4 to 6 items; the
 * snoozed items are those of all others.
 */
export async function insertWaiting(db: Db, { companyId, staffId, own, add }: Waiting, { today }: CurrentTime): Promise<void> {
  const items = await db
    .selectFrom('action_item')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('progressor_id', '=', staffId)
    .where('shows_on', '<=', today)
    .orderBy('key')
    .orderBy('subject_id')
    .execute()
  const byFirm = [...Map.groupBy(items, ({ firm_id }) => firm_id)]
    .filter(([firm, of]) => firm !== null && of.length >= itemsOfFirm.least)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 3)
  const kept = new Set(byFirm.flatMap(([, of]) => of.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, itemsOfFirm.most)))
  const canWait = items
    .filter((item) => (item.kind === 'step' || item.key === 'silence:buyer') && !kept.has(item))
    // Starts with the excess items of a firm.
    .toSorted((a, b) => Number(isOfOne(byFirm, b)) - Number(isOfOne(byFirm, a)))
  const late = [...kept].filter(({ kind }) => kind === 'step')
  const snooze = (item: Item, days: number, reason: string, attempts = 0, conversation_id: string | null = null) => ({
    company_id: companyId,
    subject_id: item.subject_id,
    key: item.key,
    until: londonInstant(addDays(today, days), '07:00'),
    reason,
    conversation_id,
    attempts,
    set_by: staffId,
    set_on: londonInstant(addDays(today, -3), '11:00'),
  })
  const promised = late.slice(0, 2).flatMap((item) => {
    const property = own.find(({ detail }) => detail._id === item.subject_id)
    const party = property && partiesOf(property).find(({ ref }) => ref === item.party_ref)
    if (!property || !party) return []
    const promise = { outcome: 'promised', promised_on: addDays(today, -1), item_keys: [item.key] }
    const next_at = londonInstant(addDays(today, -1), '07:00')
    return [{ item, ...add({ property, party, on: addDays(today, -4), minute: 660, next_at, ...promise }) }]
  })
  for (const { held } of promised) await insertHeld(db, held)
  await insertAll(db, 'action_item_snooze', [
    ...promised.map(({ item, id }) => snooze(item, -1, 'promised', 0, id)),
    ...late.slice(2, 5).map((item, n) => snooze(item, 0, 'chased', n + 1)),
    ...canWait.slice(0, waitingItems).map((item, n) => snooze(item, 1 + (n % 6), 'chased', n % 3)),
  ])
}

const isOfOne = (firms: readonly (readonly [string | null, readonly Item[]])[], { firm_id }: Item): boolean =>
  firms.some(([firm]) => firm === firm_id)

/** The items that a firm keeps first: steps, then items that cannot be snoozed. */
const rankOf = ({ kind }: Item): number => (kind === 'step' ? 1 : 0)

type Item = Selectable<ActionItem>
