import type { ArchivedBuyer, ArchivedLink } from '@gya/domain/features/fall-offs/buyers-part.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { Db } from '../../db/connect.ts'
import { type LinkColumns, listLinks, replaceChain, shareLockContacts, shareLockPocs } from '../chain/chain.repository.ts'
import { updateMemoRow } from '../memo/memo.repository.ts'
import type { PropertyIds } from '../properties/property.read-model.ts'
import { deleteReferral, upsertReferral } from '../referrals/referrals.repository.ts'
import { saveBuyerSide } from './save-buyer-side.ts'

/** A link with everything of it that is written back. */
export type StoredLink = ArchivedLink & { row: Omit<LinkColumns, 'property_ref' | 'person_name' | 'sale_type' | 'note'> }
export type StoredBuyerData = ArchivedBuyer<StoredLink>

async function findLinks(db: Db, ids: PropertyIds): Promise<StoredLink[]> {
  return (await listLinks(db, ids)).map(({ company_id: _c, property_id: _p, position: _at, ...link }) => {
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

/** What of a property belongs to its buyer. */
export const readBuyerData = async (db: Db, ids: PropertyIds, property: PropertyDetail): Promise<StoredBuyerData> => ({
  buyer: property.contacts.buyerDetails,
  memo: { buyerCustom: property.memo.buyerCustom, remarks: property.memo.remarks },
  referrals: { buyerSolicitor: property.referrals.buyerSolicitor, buyerBroker: property.referrals.buyerBroker },
  chain: await findLinks(db, ids),
})

/** The links without contacts that were deleted since; a name and number that were kept beside them stay. */
async function withoutDeletedContacts(db: Db, companyId: string, links: readonly StoredLink[]): Promise<LinkColumns[]> {
  const named = (...columns: ('agent_contact' | 'agent_poc' | 'solicitor_contact' | 'solicitor_poc')[]) => [
    ...new Set(links.flatMap(({ row }) => columns.flatMap((column) => row[column] ?? []))),
  ]
  const contacts = new Set(
    (await shareLockContacts(db, companyId, named('agent_contact', 'solicitor_contact'))).map(({ id }) => id),
  )
  const pocs = new Set((await shareLockPocs(db, companyId, named('agent_poc', 'solicitor_poc'))).map(({ id }) => id))
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

/** Puts one buyer's part in the place of another. */
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
