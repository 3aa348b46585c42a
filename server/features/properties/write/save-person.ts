import { workers } from '@gya/domain/access/permissions.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { whyNotAssignProgressor } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { isInReach } from '../../../http/access/reach.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import { updatePropertyFields } from './properties.repository.ts'

/** The people of a property who are colleagues: column, kind of the entry, and words. */
export const personRoles = {
  progressor: { column: 'b_staff', kind: 'progressor-assigned', words: 'sales progressor' },
  negotiator: { column: 'negotiator_id', kind: 'negotiator-assigned', words: 'negotiator' },
} as const
export type PersonRole = keyof typeof personRoles

export type Person = { _id: string; name: string } | null

type People = { contacts: Pick<PropertyDetail['contacts'], 'bStaff'> } & Pick<PropertyDetail, 'branch' | 'negotiator'>

/** The progressor or negotiator of a property, by id and name. */
export function personOf(role: PersonRole, { contacts: { bStaff }, negotiator }: Omit<People, 'branch'>): Person {
  const person = role === 'progressor' ? bStaff : negotiator
  return person && { _id: person._id, name: person.name }
}

/**
 * Assigns or removes the sales progressor or negotiator in the transaction of a property's change; without events if nothing changes. Throws
 * NOT_FOUND for somebody outside the company, NOT_A_MEMBER for somebody who does not work in the branch.
 */
export async function savePerson(
  role: PersonRole,
  { db }: { db: Db },
  ids: PropertyIds,
  detail: People,
  { userId, undoId }: { userId: string | null; undoId?: string },
): Promise<{ events: NewEvent[]; to: Person }> {
  const before = personOf(role, detail)
  if (userId === (before?._id ?? null)) return { events: [], to: before }
  const user = userId === null ? null : await findAssignableUser(db, { ...ids, branchId: detail.branch._id }, userId)
  if (user === undefined) throw new DomainError('NOT_FOUND')
  if (user) refuseIf(whyNotAssignProgressor(Boolean(user.is_member)))
  await updatePropertyFields(db, ids, { [personRoles[role].column]: userId })
  const to = user && { _id: user.id, name: user.name }
  return { events: [personEvent(role, before, to, undoId)], to }
}

export const saveProgressor = (db: { db: Db }, ids: PropertyIds, detail: People, bStaff: string | null) =>
  savePerson('progressor', db, ids, detail, { userId: bStaff })

/** `undoId`: of the change that makes the assignment, or of the undone change. Entries of an undone change are not news. */
export const personEvent = (role: PersonRole, from: Person, to: Person, undoId?: string): NewEvent => ({
  kind: personRoles[role].kind,
  data: {
    from: from?._id ?? null,
    to: to?._id ?? null,
    fromName: from?.name ?? null,
    toName: to?.name ?? null,
    ...(undoId ? { undoId } : {}),
  },
})

export const progressorEvent = (from: Person, to: Person, undoId?: string): NewEvent =>
  personEvent('progressor', from, to, undoId)

/**
 * Returns a colleague of the company, and whether they work in the branch: active, with a role that works on sales, and with the branch in
 * reach. Undefined for vendors, deleted accounts and other companies.
 */
const findAssignableUser = (db: Db, { companyId, branchId }: { companyId: string; branchId: string }, userId: string) =>
  db
    .selectFrom('app_user as u')
    .select(['u.id', sql<string>`u.first_name || ' ' || u.last_name`.as('name')])
    .select(
      sql<SqlBool>`u.deactivated_on is null and u.type = any(${[...workers]}::text[])
        and ${isInReach({ companyId, branchId })}`.as('is_member'),
    )
    .where('u.id', '=', userId)
    .where('u.company_id', '=', companyId)
    .where('u.type', '!=', 'VENDOR')
    .where('u.deleted_on', 'is', null)
    .executeTakeFirst()
