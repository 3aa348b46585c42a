import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError, errors, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  type ExpectedChange,
  type ExpectedInput,
  expectedChanges,
  expectedFactsOf,
  whyNotAssignProgressor,
  whyNotSetExpected,
} from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { Db } from '../../db/pool.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { expectedColumns, updatePropertyFields } from '../properties/write/properties.repository.ts'
import { findAssignableUser } from './expected-dates.repository.ts'

type EventNote = { reason?: string | undefined; undone?: true | undefined }

/** One event per changed field. The offer id distinguishes the entries of different sales. */
export function expectedEvents(
  detail: { offers: readonly { _id: string; state: string }[] },
  changes: readonly ExpectedChange[],
  { reason, undone }: EventNote,
): NewEvent[] {
  const offerId = detail.offers.find(({ state }) => state === 'A')?._id ?? null
  const note = { ...(reason ? { reason } : {}), ...(undone ? { undone } : {}) }
  return changes.map(({ field, from, to, because }) => {
    const data = { before: from, on: to, ...note }
    if (field === 'shareExpected') return { kind: 'expected-shared', data: { shared: to, ...note } }
    if (field === 'mortgageOfferExpires') return { kind: 'mortgage-expiry-set', data }
    if (field === 'expectedExchange') return { kind: 'expected-exchange-set', data: { ...data, offerId } }
    return { kind: 'expected-completion-set', data: { ...data, ...(because === 'requested' ? {} : { because }) } }
  })
}

/**
 * Saves expected dates in the transaction of a property's change; returns the changes and the events. Throws the refusals of
 * `whyNotSetExpected`, with the field as path.
 */
export async function saveExpectedDates(
  { db, today }: { db: Db; today: DateOnly },
  ids: PropertyIds,
  detail: PropertyDetail,
  { reason, ...input }: ExpectedInput & { reason?: string | undefined },
): Promise<{ changes: ExpectedChange[]; events: NewEvent[] }> {
  const facts = expectedFactsOf(detail)
  const refused = whyNotSetExpected(facts, input, today)
  if (refused) {
    const { code, field } = refused
    throw new DomainError(code, { issues: [{ path: field, message: errors[code][1] }] })
  }
  const changes = expectedChanges(facts, input)
  if (changes.length > 0)
    await updatePropertyFields(db, ids, expectedColumns(Object.fromEntries(changes.map(({ field, to }) => [field, to]))))
  return { changes, events: expectedEvents(detail, changes, { reason }) }
}

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
