import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import {
  type ExpectedChange,
  type ExpectedInput,
  expectedChanges,
  expectedFactsOf,
  whyNotSetExpected,
} from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { Db } from '../../db/pool.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { expectedColumns, updatePropertyFields } from '../properties/write/properties.repository.ts'

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
