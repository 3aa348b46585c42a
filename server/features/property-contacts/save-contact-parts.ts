import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type {
  AdditionalContact,
  Party,
  PropertyContacts,
} from '@gya/domain/features/property-contacts/property-contacts.model.ts'
import {
  type AdditionalContactInput,
  type ChangedPart,
  type PartyRole,
  type PropertyContactsInput,
  partyRoles,
  type Side,
} from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import type { Db } from '../../db/pool.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { updatePropertyFields } from '../properties/write/properties.repository.ts'
import type { ContactNames } from './lock-contacts.ts'
import { replaceAdditionalContacts, saveParty, saveSideNotes } from './property-contacts.repository.ts'

type ContactsChange = { contacts: PropertyContacts; sent: PropertyContactsInput; changed: readonly ChangedPart[] }

const sideOf = (contacts: PropertyContacts, side: Side) => (side === 'vendor' ? contacts : contacts.buyerDetails)
const sentOf = (sent: PropertyContactsInput, side: Side) => (side === 'vendor' ? sent : sent.buyerDetails)
const pathOf = (side: Side, part: string): string => (side === 'vendor' ? part : `buyerDetails.${part}`)

/** Assigns ids to new entries. Throws NOT_FOUND for an unknown id. */
function withIds(there: readonly AdditionalContact[], sent: readonly AdditionalContactInput[], newId: () => string) {
  const known = new Set(there.map(({ _id }) => _id))
  return sent.map((person) => {
    if (person._id !== undefined && !known.has(person._id)) throw new DomainError('NOT_FOUND')
    return { ...person, _id: person._id ?? newId() }
  })
}

/** Writes only the changed parts. */
export async function saveContactParts(
  { db, newId }: { db: Db; newId(): string },
  ids: PropertyIds,
  { contacts, sent, changed }: ContactsChange,
): Promise<void> {
  const changes = (side: Side, part: string) => changed.some((one) => one.part === pathOf(side, part))
  const { name, email, tel, cashBuyer } = sent.buyerDetails?.buyer ?? {}
  const columns = omitUndefined({
    buyer_name: name,
    buyer_email: email,
    buyer_tel: tel,
    buyer_cash_buyer: cashBuyer,
  })
  if (Object.keys(columns).length > 0) await updatePropertyFields(db, ids, columns)
  for (const [role, { side, part }] of Object.entries(partyRoles) as [PartyRole, (typeof partyRoles)[PartyRole]][]) {
    const party = sentOf(sent, side)?.[part]
    if (party !== undefined && changes(side, part)) await saveParty(db, ids, role, party)
  }
  for (const side of ['vendor', 'buyer'] as const) {
    const { other, additionalContacts } = sentOf(sent, side) ?? {}
    if (other !== undefined && changes(side, 'other')) await saveSideNotes(db, ids, side, other)
    if (additionalContacts !== undefined && changes(side, 'additionalContacts'))
      await replaceAdditionalContacts(
        db,
        ids,
        side,
        withIds(sideOf(contacts, side).additionalContacts, additionalContacts, newId),
      )
  }
}

const nameOf = (party: Party): string | null => party?.contact.name ?? null

/**
 * One event per save, none if only the progressor changed. It contains the changed parts by side, the firms by name, and cashBuyer.
 * People's names, addresses and notes are not copied into the record.
 */
export function contactsSavedEvents({ contacts, sent, changed: all }: ContactsChange, names: ContactNames): NewEvent[] {
  const changed = all.filter(({ part }) => part !== 'bStaff')
  if (changed.length === 0) return []
  const [before, after]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const { side, part } of Object.values(partyRoles)) {
    const path = pathOf(side, part)
    const party = sentOf(sent, side)?.[part]
    if (party === undefined || !changed.some((one) => one.part === path)) continue
    const [from, to] = [nameOf(sideOf(contacts, side)[part]), party === null ? null : (names.get(party.contact) ?? null)]
    // Only the point of contact changed.
    if (from === to) continue
    before[path] = from
    after[path] = to
  }
  const cash = 'buyerDetails.buyer.cashBuyer'
  if (changed.some(({ part }) => part === cash)) {
    before[cash] = contacts.buyerDetails.buyer.cashBuyer
    after[cash] = sent.buyerDetails?.buyer?.cashBuyer
  }
  const fields = changed.map(({ part }) => part)
  return [{ kind: 'contacts-saved', data: { fields, sides: [...new Set(changed.map(({ side }) => side))], before, after } }]
}
