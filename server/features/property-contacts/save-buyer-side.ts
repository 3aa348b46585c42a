import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { BuyerSide } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import type { Party } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import type { Db } from '../../db/pool.ts'
import { updateMemoRow } from '../memo/memo.repository.ts'
import { buyerColumns, updatePropertyFields } from '../properties/write/properties.repository.ts'
import { deleteReferral, upsertReferral } from '../referrals/referrals.repository.ts'
import {
  lockContactForAssignment,
  lockPocForAssignment,
  replaceAdditionalContacts,
  saveParty,
  saveSideNotes,
} from './property-contacts.repository.ts'

/** A stored party, without contacts that were deleted since. */
async function existingParty(db: Db, companyId: string, party: Party) {
  if (!party || !(await lockContactForAssignment(db, companyId, party.contact._id))) return null
  const poc = party.poc && (await lockPocForAssignment(db, companyId, party.contact._id, party.poc._id)) ? party.poc._id : null
  return { contact: party.contact._id, poc }
}

type BuyerData = {
  buyer: BuyerSide
  memo: { buyerCustom: string; remarks: string }
  referrals: { buyerSolicitor: Instant | null; buyerBroker: Instant | null }
}

/**
 * Replaces the buyer's side: buyer, solicitor, broker, additional contacts and notes; of the memorandum of sale and the referrals only what
 * differs from `before`.
 */
export async function saveBuyerSide(
  db: Db,
  ids: PropertyIds,
  before: Omit<BuyerData, 'buyer'>,
  { buyer: side, memo, referrals }: BuyerData,
): Promise<void> {
  await updatePropertyFields(db, ids, buyerColumns(side.buyer))
  await saveParty(db, ids, 'buyerSolicitor', await existingParty(db, ids.companyId, side.solicitor))
  await saveParty(db, ids, 'buyerBroker', await existingParty(db, ids.companyId, side.mBroker))
  await replaceAdditionalContacts(db, ids, 'buyer', side.additionalContacts)
  await saveSideNotes(db, ids, 'buyer', side.other)
  if (memo.buyerCustom !== before.memo.buyerCustom || memo.remarks !== before.memo.remarks)
    await updateMemoRow(db, ids, { buyer_custom: memo.buyerCustom, remarks: memo.remarks })
  for (const kind of ['buyerSolicitor', 'buyerBroker'] as const) {
    const on = referrals[kind]
    if (on !== before.referrals[kind])
      await (on === null ? deleteReferral(db, { ...ids, kind }) : upsertReferral(db, { ...ids, kind }, on))
  }
}
