import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { ArchivedBuyer, ArchivedLink, BuyerSide, SaleArchive } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import type { Offer } from '@gya/domain/features/offers/offers.model.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { Party } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import type { Timeline } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Db } from '../../db/pool.ts'
import { type LinkColumns, listLinks, replaceChain } from '../chain/chain.repository.ts'
import { lockContactsForAssignment, lockPocsForAssignment } from '../contacts/contacts.repository.ts'
import { updateMemoRow } from '../memo/memo.repository.ts'
import { insertOffer, insertOfferAmount, updateOfferRow } from '../offers/offers.repository.ts'
import { updatePropertyFields } from '../properties/write/properties.repository.ts'
import { findPocs } from '../properties/write/steps.repository.ts'
import {
  lockContactForAssignment,
  lockPocForAssignment,
  replaceAdditionalContacts,
  saveParty,
  saveSideNotes,
} from '../property-contacts/property-contacts.repository.ts'
import { deleteReferral, upsertReferral } from '../referrals/referrals.repository.ts'

/** An archived party, without contacts that were deleted since. */
async function existingParty(db: Db, companyId: string, party: Party) {
  if (!party || !(await lockContactForAssignment(db, companyId, party.contact._id))) return null
  const poc = party.poc && (await lockPocForAssignment(db, companyId, party.contact._id, party.poc._id)) ? party.poc._id : null
  return { contact: party.contact._id, poc }
}

/** Replaces the buyer side: buyer, solicitor, broker, additional contacts and notes. */
async function saveBuyerSide(db: Db, ids: PropertyIds, side: BuyerSide): Promise<void> {
  const { name, email, tel, cashBuyer } = side.buyer
  await updatePropertyFields(db, ids, {
    buyer_name: name,
    buyer_email: email,
    buyer_tel: tel,
    buyer_cash_buyer: cashBuyer,
  })
  await saveParty(db, ids, 'buyerSolicitor', await existingParty(db, ids.companyId, side.solicitor))
  await saveParty(db, ids, 'buyerBroker', await existingParty(db, ids.companyId, side.mBroker))
  await replaceAdditionalContacts(db, ids, 'buyer', side.additionalContacts)
  await saveSideNotes(db, ids, 'buyer', side.other)
}

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

/** The links without contacts that were deleted since. The name and number stored beside a contact are kept. */
async function withoutDeletedContacts(db: Db, companyId: string, links: readonly StoredLink[]): Promise<LinkColumns[]> {
  const idsIn = (...columns: ('agent_contact' | 'agent_poc' | 'solicitor_contact' | 'solicitor_poc')[]) => [
    ...new Set(links.flatMap(({ row }) => columns.flatMap((column) => row[column] ?? []))),
  ]
  const contacts = new Set(
    (await lockContactsForAssignment(db, companyId, idsIn('agent_contact', 'solicitor_contact'))).map(({ id }) => id),
  )
  const pocs = new Set((await lockPocsForAssignment(db, companyId, idsIn('agent_poc', 'solicitor_poc'))).map(({ id }) => id))
  const contact = (id: string | null | undefined) => (id && contacts.has(id) ? id : null)
  const poc = (contactId: string | null | undefined, id: string | null | undefined) =>
    contact(contactId) && id && pocs.has(id) ? id : null
  return links.map(({ propertyRef, personName, saleType, note, row }) => ({
    ...row,
    property_ref: propertyRef,
    person_name: personName,
    sale_type: saleType,
    note,
    agent_contact: contact(row.agent_contact),
    agent_poc: poc(row.agent_contact, row.agent_poc),
    solicitor_contact: contact(row.solicitor_contact),
    solicitor_poc: poc(row.solicitor_contact, row.solicitor_poc),
  }))
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Replaces the buyer data `before` with `after`, writing only differences. */
export async function saveBuyerData(
  db: Db,
  ids: PropertyIds,
  { before, after }: { before: StoredBuyerData; after: StoredBuyerData },
): Promise<void> {
  await saveBuyerSide(db, ids, after.buyer)
  if (!isEqual(before.memo, after.memo))
    await updateMemoRow(db, ids, { buyer_custom: after.memo.buyerCustom, remarks: after.memo.remarks })
  for (const kind of ['buyerSolicitor', 'buyerBroker'] as const) {
    const on = after.referrals[kind]
    if (on !== before.referrals[kind])
      await (on === null ? deleteReferral(db, { ...ids, kind }) : upsertReferral(db, { ...ids, kind }, on))
  }
  if (!isEqual(before.chain, after.chain))
    await replaceChain(db, ids, await withoutDeletedContacts(db, ids.companyId, after.chain))
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
