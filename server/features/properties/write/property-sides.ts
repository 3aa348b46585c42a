import type { Instant } from '@gya/domain/common/dates.ts'
import { type PartyRole, partyRoles, type Side } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Statement } from '../../../db/query/statement.ts'
import type { NewEvent } from '../../events/events.repository.ts'

const sides: readonly Side[] = ['vendor', 'buyer']

/** Events that change the buyer, and with it the buyer's side. */
const buyerEvents: readonly NewEvent['kind'][] = ['offer-accepted', 'fall-off', 'sale-restored']

/** Other events than `contacts-saved` that change a contact. */
const partyEvents: readonly NewEvent['kind'][] = [
  'contact-unassigned',
  'poc-unassigned',
  'contact-replaced',
  'contact-reassigned',
]

function sidesChangedByEvent({ kind, data }: NewEvent): readonly Side[] {
  if (kind === 'contacts-saved') return sides.filter((side) => Array.isArray(data?.sides) && data.sides.includes(side))
  if (partyEvents.includes(kind)) {
    const role = typeof data?.role === 'string' && data.role in partyRoles ? partyRoles[data.role as PartyRole] : null
    return role ? [role.side] : []
  }
  if (kind === 'progressor-assigned') return ['vendor']
  // The erased person may have been on either side.
  if (kind === 'person-erased') return sides
  // A correction of the accepted offer's buyer.
  if (data?.buyer === true) return ['buyer']
  return buyerEvents.includes(kind) ? ['buyer'] : []
}

/** The sides whose contacts these events change. */
export const sidesChangedBy = (events: readonly NewEvent[]): Side[] =>
  sides.filter((side) => events.some((event) => sidesChangedByEvent(event).includes(side)))

type SavedSides = { sides: readonly { propertyId: string; side: Side }[]; now: Instant; userId: string | null }

/** Sets version, time and user of the last save of each side. */
export const markSidesSavedStatement = (db: Db, companyId: string, { sides, now, userId }: SavedSides): Statement =>
  sql`
    insert into property_side (company_id, property_id, side, saved_version, saved_on, saved_by)
    select p.company_id, p.id, s.side, p.version, ${now}::timestamptz, ${userId}::uuid
    from unnest(${sides.map(({ propertyId }) => propertyId)}::uuid[], ${sides.map(({ side }) => side)}::text[]) as s (property_id, side)
    join property p on p.company_id = ${companyId} and p.id = s.property_id
    on conflict (company_id, property_id, side) do update
    set saved_version = excluded.saved_version, saved_on = excluded.saved_on, saved_by = excluded.saved_by`.compile(db)
