import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { lockLiveProperties } from '../properties/write/properties.repository.ts'
import { recordAboutProperties } from '../properties/write/record-about-property.ts'

export type LinkedSale = { id: string; branch_id: string; line1: string; progressor: string | null }

/** The other properties of the company in the chain of this one, or with this one in their chain. Ordered by address. */
export async function listLinkedSales(db: Db, { companyId, propertyId }: PropertyIds): Promise<LinkedSale[]> {
  const { rows } = await sql<LinkedSale>`
    select p.id, p.branch_id, p.line1, u.first_name || ' ' || u.last_name as progressor
    from property p
    join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
    left join app_user u on u.id = p.b_staff
    left join property_report r on r.company_id = p.company_id and r.property_id = p.id
    where p.company_id = ${companyId}::uuid and p.deleted_on is null and p.id in (
      select i.property_ref from chain_item i
      where i.company_id = ${companyId}::uuid and i.property_id = ${propertyId}::uuid and not i.this_property
      union
      select i.property_id from chain_item i
      where i.company_id = ${companyId}::uuid and i.property_ref = ${propertyId}::uuid and not i.this_property)
    order by r.address_sort, p.id`.execute(db)
  return rows
}

/**
 * Locks a property and the sales linked to it in id order, because two sales of a chain may fall off at the same time and notify each
 * other.
 */
export async function lockWithLinkedSales(db: Db, ids: PropertyIds): Promise<LinkedSale[]> {
  const linked = await listLinkedSales(db, ids)
  await lockLiveProperties(db, ids.companyId, { ids: [ids.propertyId, ...linked.map(({ id }) => id)] })
  return linked
}

type Telling = { db: Db; now: Instant; today: string; newId(): string; caller: { userId: string } }
type ChainLinkFell = { propertyId: string; fallOffId: string; line1: string; classified: string | null; restored: boolean }

/**
 * "Every linked sale of the company gets the entry `chain-link-fell` and a line to its progressor; nothing of a linked sale
 * changes by itself. A restore tells them again." The line is the entry as news in Today.
 */
export async function tellLinkedSales(
  context: Telling,
  companyId: string,
  linked: readonly LinkedSale[],
  data: ChainLinkFell,
): Promise<void> {
  if (linked.length === 0) return
  const { restored, classified, ...fell } = data
  const event: NewEvent = {
    kind: 'chain-link-fell',
    data: { ...fell, ...(classified === null ? {} : { classified }), ...(restored ? { restored } : {}) },
  }
  const ids = linked.map(({ id }) => id)
  await recordAboutProperties(context, companyId, ids, async () => ids.map((propertyId) => ({ propertyId, events: [event] })))
}
