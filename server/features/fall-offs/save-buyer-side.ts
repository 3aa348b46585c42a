import type { BuyerSide } from '@gya/domain/features/fall-offs/buyers-part.ts'
import type { Party } from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import type { Db } from '../../db/connect.ts'
import { updatePropertyFields } from '../properties/properties.repository.ts'
import type { PropertyIds } from '../properties/property.read-model.ts'
import {
  lockContactForAssignment,
  lockPocForAssignment,
  replaceAdditionalContacts,
  saveParty,
  saveSideNotes,
} from '../property-contacts/property-contacts.repository.ts'

/** Who acted, as far as the company still has them: a contact that was deleted since cannot act again. */
async function existingParty(db: Db, companyId: string, party: Party) {
  if (!party || !(await lockContactForAssignment(db, companyId, party.contact._id))) return null
  const poc = party.poc && (await lockPocForAssignment(db, companyId, party.contact._id, party.poc._id)) ? party.poc._id : null
  return { contact: party.contact._id, poc }
}

/** Puts a whole buyer's side in the place of the one there is: the buyer, who acts for them, further people and the notes. */
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
