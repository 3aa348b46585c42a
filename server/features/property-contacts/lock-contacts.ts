import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { PartyInput, PropertyContactsInput, Side } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import type { Db } from '../../db/pool.ts'
import { ownSave } from '../../db/query/changed-fields.ts'
import { findSaverName } from '../properties/write/properties.repository.ts'
import { findSavedSides, lockContactForAssignment, lockPocForAssignment } from './property-contacts.repository.ts'

/** The names of contacts, by id. */
export type ContactNames = ReadonlyMap<string, string>

/**
 * "The contact and its point of contact belong to the company": locks the contacts of a save against deletion, in id order to avoid
 * deadlocks. Throws NOT_FOUND for a contact that does not exist or belongs to another company, and for a point of contact of another
 * contact.
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

const sidesIn = ({ buyerDetails, ...vendor }: PropertyContactsInput): Side[] => [
  ...(Object.values(vendor).some((part) => part !== undefined) ? (['vendor'] as const) : []),
  ...(buyerDetails === undefined ? [] : (['buyer'] as const)),
]

/**
 * Different sides can be saved concurrently: only newer saves of the same side conflict. Throws STALE_VERSION, with who saved that side
 * last and when.
 */
export async function refuseStaleSides(
  db: Db,
  ids: PropertyIds,
  { version, sent, callerId }: { version: number; sent: PropertyContactsInput; callerId: string },
): Promise<void> {
  const named = sidesIn(sent)
  const saves = await findSavedSides(db, ids)
  const newer = saves.find((save) => save.saved_version > version && named.some((side) => side === save.side))
  if (!newer) return
  throw new DomainError('STALE_VERSION', {
    details: {
      savedBy: await findSaverName(db, newer.saved_by),
      ...(newer.saved_on ? { savedOn: newer.saved_on } : {}),
      ...ownSave(version, { version: newer.saved_version, updated_by: newer.saved_by }, callerId),
    },
  })
}
