import { DomainError } from '@gya/domain/errors.ts'
import type { PartyInput, PropertyContactsInput } from '@gya/domain/features/property-contacts/changed-parts.ts'
import type { Db } from '../../db/connect.ts'
import { lockContactForAssignment, lockPocForAssignment } from './property-contacts.repository.ts'

/** The names of contacts, by id. */
export type ContactNames = ReadonlyMap<string, string>

/**
 * "The contact and its point of contact belong to the company": finds those that a save names and holds them, so that they
 * are not deleted meanwhile; always in the same order, so that two saves do not wait for each other. Throws NOT_FOUND for
 * one of another company, of another contact, or none: what one may not reach answers as what does not exist.
 */
export async function lockContacts(db: Db, companyId: string, sent: PropertyContactsInput): Promise<ContactNames> {
  const { solicitor, mBroker } = sent.buyerDetails ?? {}
  const parties = [sent.solicitor, sent.mBroker, solicitor, mBroker].filter((party): party is NonNullable<PartyInput> =>
    Boolean(party),
  )
  const names = new Map<string, string>()
  for (const contactId of [...new Set(parties.map(({ contact }) => contact))].toSorted()) {
    const contact = await lockContactForAssignment(db, companyId, contactId)
    if (!contact) throw new DomainError('NOT_FOUND')
    names.set(contactId, contact.name)
    const pocIds = parties.flatMap((party) => (party.contact === contactId && party.poc ? [party.poc] : []))
    for (const pocId of [...new Set(pocIds)].toSorted())
      if (!(await lockPocForAssignment(db, companyId, contactId, pocId))) throw new DomainError('NOT_FOUND')
  }
  return names
}
