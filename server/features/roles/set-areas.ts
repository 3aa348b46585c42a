import { DomainError } from '@gya/domain/errors.ts'
import type { Db } from '../../db/pool.ts'
import { deleteAreaMemberships, findAreas, findAreasOf, insertAreaMemberships } from './areas.repository.ts'

/** Replaces the areas of a person. Throws VALIDATION_FAILED for an area that does not exist. */
export async function setAreas(
  db: Db,
  membership: { companyId: string; userId: string },
  areaIds: readonly string[],
): Promise<{ isChanged: boolean }> {
  const { companyId, userId } = membership
  const wanted = (await findAreas(db, companyId, areaIds)).map(({ id }) => id)
  if (areaIds.some((areaId) => !wanted.includes(areaId)))
    throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'areaIds', message: 'One of these areas does not exist.' }] })
  const before = (await findAreasOf(db, companyId, userId)).map(({ id }) => id)
  const left = before.filter((id) => !wanted.includes(id))
  const joined = wanted.filter((id) => !before.includes(id))
  if (left.length > 0) await deleteAreaMemberships(db, membership, left)
  if (joined.length > 0) await insertAreaMemberships(db, membership, joined)
  return { isChanged: left.length + joined.length > 0 }
}
