import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { BuyerSide } from '@gya/domain/features/fall-offs/fall-offs.rules.ts'
import type { Party } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import type { Db } from '../../db/pool.ts'
import { updatePropertyFields } from '../properties/write/properties.repository.ts'
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

/** Replaces the buyer side: buyer, solicitor, broker, additional contacts and notes. */
export async function saveBuyerSide(db: Db, ids: PropertyIds, side: BuyerSide): Promise<void> {
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
