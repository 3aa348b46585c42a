import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { ArchivedBuyer, ArchivedLink, SaleArchive } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Db } from '../../db/pool.ts'
import { type LinkColumns, listLinks, replaceChain } from '../chain/chain.repository.ts'
import { withoutDeletedContacts } from '../chain/undo-chain.ts'
import { insertOffer, insertOfferAmount, updateOfferRow } from '../properties/write/offers.repository.ts'
import { findPocs } from '../properties/write/steps.repository.ts'
import { saveBuyerSide } from '../property-contacts/save-buyer-side.ts'

/** A chain link with all columns that a restore writes back. */
export type StoredLink = ArchivedLink & { row: Omit<LinkColumns, 'property_ref' | 'person_name' | 'sale_type' | 'note'> }
type StoredBuyerData = ArchivedBuyer<StoredLink>

async function findLinks(db: Db, ids: PropertyIds): Promise<StoredLink[]> {
  return (await listLinks(db, ids)).map(({ company_id: _companyId, property_id: _propertyId, position: _position, ...link }) => {
    const { this_property, property_ref, person_name, sale_type, note, timeline, ...row } = link
    return {
      thisProperty: this_property,
      propertyRef: property_ref,
      personName: person_name,
      saleType: sale_type,
      note,
      row: { ...row, timeline: timeline as LinkColumns['timeline'] },
    }
  })
}

/** All data of a property that belongs to its buyer. */
export const readBuyerData = async (db: Db, ids: PropertyIds, property: PropertyDetail): Promise<StoredBuyerData> => ({
  buyer: property.contacts.buyerDetails,
  memo: { buyerCustom: property.memo.buyerCustom, remarks: property.memo.remarks },
  referrals: { buyerSolicitor: property.referrals.buyerSolicitor, buyerBroker: property.referrals.buyerBroker },
  chain: await findLinks(db, ids),
})

const toColumns = ({ propertyRef, personName, saleType, note, row }: StoredLink): LinkColumns => ({
  ...row,
  property_ref: propertyRef,
  person_name: personName,
  sale_type: saleType,
  note,
})

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Replaces the buyer data `before` with `after`, writing only differences. */
export async function saveBuyerData(
  db: Db,
  ids: PropertyIds,
  { before, after }: { before: StoredBuyerData; after: StoredBuyerData },
): Promise<void> {
  await saveBuyerSide(db, ids, before, after)
  if (!isEqual(before.chain, after.chain))
    await replaceChain(db, ids, await withoutDeletedContacts(db, ids.companyId, after.chain.map(toColumns)))
}

/**
 * Accepts the offer of an archived sale again. An offer that was deleted since is recreated with its history; one whose
 * amount was changed since gets a history entry.
 */
export async function restoreOffer(
  db: Db,
  ids: PropertyIds,
  { offer }: SaleArchive,
  offers: readonly Offer[],
  now: Instant,
): Promise<void> {
  const existing = offers.find(({ _id }) => _id === offer._id)
  if (existing) {
    // Consent that was given or withdrawn since the sale fell off is kept.
    await updateOfferRow(db, ids.companyId, { ...offer, mayContact: existing.mayContact })
    if (existing.amount !== offer.amount)
      await insertOfferAmount(db, ids.companyId, offer._id, { amount: offer.amount, note: 'Fallen-off sale restored' }, now)
    return
  }
  const oldestFirst = offer.history.toReversed()
  await insertOffer(db, ids, { ...offer, mayContact: null }, oldestFirst[0]?.createdon ?? now)
  for (const { amount, note, createdon } of oldestFirst)
    await insertOfferAmount(db, ids.companyId, offer._id, { amount, note }, createdon)
}

/** An archived timeline without points of contact that were deleted since. */
export async function withoutDeletedPocs(db: Db, companyId: string, timeline: Timeline): Promise<Timeline> {
  const existing = await findPocs(
    db,
    companyId,
    timeline.flatMap(({ survey }) => survey?.contactPOC ?? []),
  )
  return timeline.map((step) =>
    step.survey?.contactPOC && !existing.includes(step.survey.contactPOC)
      ? { ...step, survey: { ...step.survey, contactPOC: null } }
      : step,
  )
}
