import { DomainError } from '@gya/domain/errors.ts'
import type { PropertyContactsInput, Side } from '@gya/domain/features/property-contacts/changed-parts.ts'
import type { Db } from '../../db/connect.ts'
import { findSaverName } from '../properties/properties.repository.ts'
import { findSavedSides } from './property-contacts.repository.ts'

const sidesIn = ({ buyerDetails, ...vendor }: PropertyContactsInput): Side[] => [
  ...(Object.values(vendor).some((part) => part !== undefined) ? (['vendor'] as const) : []),
  ...(buyerDetails === undefined ? [] : (['buyer'] as const)),
]

/**
 * Two people may save the two sides of a sale at once; of two who save the same side the second is told. So a save is
 * held against the last change of the sides that it names, not against whatever else has happened to the property.
 * Throws STALE_VERSION, with who saved that side last and when.
 */
export async function refuseStaleSides(
  db: Db,
  ids: { companyId: string; propertyId: string },
  version: number,
  sent: PropertyContactsInput,
): Promise<void> {
  const named = sidesIn(sent)
  const saves = await findSavedSides(db, ids)
  const newer = saves.find((save) => save.saved_version > version && named.some((side) => side === save.side))
  if (!newer) return
  throw new DomainError('STALE_VERSION', {
    details: {
      savedBy: await findSaverName(db, newer.saved_by),
      ...(newer.saved_on ? { savedOn: newer.saved_on } : {}),
    },
  })
}
