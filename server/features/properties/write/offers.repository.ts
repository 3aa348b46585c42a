import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { offerFields } from '@gya/domain/features/offers/offers.fields.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import type { SetAsideBuyerSide } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import { columnsOf } from '@gya/domain/fields/field-columns.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'

export const toOfferRow = ({ companyId, propertyId }: PropertyIds, offer: Omit<Offer, 'history'>, now: Instant) => ({
  company_id: companyId,
  property_id: propertyId,
  id: offer._id,
  createdon: now,
  ...columnsOf(offerFields, offer),
})

export const insertOffer = (db: Db, ids: PropertyIds, offer: Omit<Offer, 'history'>, now: Instant) =>
  db
    .insertInto('offer')
    .values(toOfferRow(ids, offer, now))
    .execute()

export const updateOfferRow = (db: Db, companyId: string, offer: Omit<Offer, 'history'>) =>
  db
    .updateTable('offer')
    .set(columnsOf(offerFields, offer))
    .where('company_id', '=', companyId)
    .where('id', '=', offer._id)
    .execute()

export const deleteOfferRow = (db: Db, companyId: string, offerId: string) =>
  db.deleteFrom('offer').where('company_id', '=', companyId).where('id', '=', offerId).execute()

/**
 * "`history` gets an entry for every change of amount" ([domain, Offers](docs/design/domain.md#offers)); the first amount is the first
 * entry.
 */
export const insertOfferAmount = (
  db: Db,
  companyId: string,
  offerId: string,
  entry: { amount: number; note: string },
  now: Instant,
) =>
  db
    .insertInto('offer_amount')
    .values((insert) => ({
      company_id: companyId,
      offer_id: offerId,
      position: insert
        .selectFrom('offer_amount')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('position'))
        .where('company_id', '=', companyId)
        .where('offer_id', '=', offerId),
      amount: entry.amount,
      note: entry.note,
      createdon: now,
    }))
    .execute()

export const updateAcceptanceDates = (db: Db, companyId: string, dated: readonly { offerId: string; on: DateOnly | null }[]) =>
  sql`
    update offer f set accepted_on = d.accepted_on
    from unnest(${dated.map(({ offerId }) => offerId)}::uuid[], ${dated.map(({ on }) => on)}::date[]) as d (id, accepted_on)
    where f.company_id = ${companyId} and f.id = d.id`.execute(db)

/** Stores the timeline before the acceptance; a fall-off restores it. */
export const saveSaleStart = (db: Db, { companyId, propertyId }: PropertyIds, offerId: string, timeline: Timeline) =>
  db
    .insertInto('sale_start')
    .values({ company_id: companyId, property_id: propertyId, offer_id: offerId, timeline: JSON.stringify(timeline) })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'property_id']).doUpdateSet({ offer_id: offerId, timeline: JSON.stringify(timeline) }),
    )
    .execute()

/** Stores a buyer's side that was set aside with an offer; null deletes it. */
export const saveOfferBuyerSide = (db: Db, companyId: string, offerId: string, side: SetAsideBuyerSide | null) =>
  db
    .updateTable('offer')
    .set({ buyer_side: side && JSON.stringify(side) })
    .where('company_id', '=', companyId)
    .where('id', '=', offerId)
    .execute()

/** Removes and returns the buyer's side that was entered for this offer and set aside; null if there is none. */
export async function takeOfferBuyerSide(db: Db, companyId: string, offerId: string): Promise<SetAsideBuyerSide | null> {
  const row = await db
    .selectFrom('offer')
    .select('buyer_side')
    .where('company_id', '=', companyId)
    .where('id', '=', offerId)
    .executeTakeFirst()
  const side = (row?.buyer_side ?? null) as SetAsideBuyerSide | null
  if (!side?.isOwn) return null
  await saveOfferBuyerSide(db, companyId, offerId, null)
  return side
}
