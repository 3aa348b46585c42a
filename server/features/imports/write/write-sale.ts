import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { ExpectedInput } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { fallenWhileAccepted, fellThroughOn } from '@gya/domain/features/imports/fallen-sale.ts'
import { acceptedOnOfSale } from '@gya/domain/features/imports/imported-sale.ts'
import { changedParts, type PropertyContactsInput } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import { saveExpectedDates } from '../../expected-dates/save-expected.ts'
import { addOfferToProperty } from '../../offers/add-offer.ts'
import { type LoadedProperty, loadProperty } from '../../properties/read/load-property.ts'
import { updatePropertyFields } from '../../properties/write/properties.repository.ts'
import { saveManagementInfo } from '../../properties/write/save-management-info.ts'
import { saveProgressor } from '../../properties/write/save-person.ts'
import { stepEvents } from '../../properties/write/step-events.ts'
import { saveStepChanges } from '../../properties/write/steps.repository.ts'
import { lockContacts } from '../../property-contacts/lock-contacts.ts'
import { contactsSavedEvents, saveContactParts } from '../../property-contacts/save-contact-parts.ts'
import { loadFirmIndex } from '../matching/firm-index.ts'
import { contactFieldKeys } from '../matching/match-sale-contacts.ts'
import { setSaleSteps } from '../sale-steps.ts'
import { endImportedSale } from './end-imported-sale.ts'
import { amount, text, type Values } from './row-values.ts'
import { type RowToWrite, valuesToWrite, type WriteContext, type WriteRow } from './write-context.ts'
import { noDetails, updateImportedOffer } from './write-offer.ts'

/**
 * Writes a sale: its accepted offer if the files have none, contacts, days and steps. [connect §1.3](docs/design/connect.md#1.3), rule 8.
 */
export const writeSale: WriteRow = async (context, property, one) => {
  const { db, companyId, today } = context
  const ids = { companyId, propertyId: property.detail._id }
  const values = valuesToWrite(one)
  const events: NewEvent[] = []
  let current = property
  const hasAccepted = property.detail.offers.some(({ state }) => state === 'A')
  const fellOn = fellThroughOn(one.row.values)
  if (fellOn !== null && hasAccepted) throw new DomainError('VALIDATION_FAILED', { message: fallenWhileAccepted })
  if (!hasAccepted) {
    events.push(...(await addBuyer(context, property, values, one)))
    current = await loadProperty(db, ids, today)
  } else {
    const paid = await savePayment(context, property, values)
    events.push(...paid)
    if (paid.length > 0) current = await loadProperty(db, ids, today)
  }
  const change = omitUndefined({
    agreedPrice: amount(values, 'agreedPrice'),
    chain: amount(values, 'chain') as 0 | 1 | 2 | 3 | undefined,
  })
  const info = Object.fromEntries(
    Object.entries(change).filter(([key, value]) => current.detail.mi[key as keyof typeof change] !== value),
  )
  if (Object.keys(info).length > 0) events.push(...(await saveManagementInfo({ db }, ids, current.detail, info)))
  events.push(...(await saveParties(context, ids, current, one, values)))
  if (values.bStaff !== undefined && one.row.progressorId !== null)
    events.push(...(await saveProgressor({ db }, ids, current.detail, one.row.progressorId)).events)
  events.push(...(await saveSteps(context, ids, current, one, values)))
  const expected = expectedDays(values)
  if (Object.keys(expected).length > 0) {
    const { detail } = await loadProperty(db, ids, today)
    events.push(...(await saveExpectedDates({ db, today }, ids, detail, expected)).events)
  }
  const offer = current.detail.offers.find(({ state }) => state === 'A')
  if (fellOn !== null) events.push(...(await endImportedSale(context, ids, fellOn, values)))
  return { objectId: offer?._id ?? property.detail._id, events, changes: [], isPropertyChanged: true }
}

/** The expected days that a row writes. */
export const expectedDays = (values: Values): ExpectedInput =>
  omitUndefined({
    expectedExchange: text(values, 'expectedExchange'),
    expectedCompletion: text(values, 'expectedCompletion'),
    mortgageOfferExpires: text(values, 'mortgageOfferExpires'),
  })

async function addBuyer(
  context: WriteContext,
  property: LoadedProperty,
  values: Values,
  { row }: RowToWrite,
): Promise<NewEvent[]> {
  const acceptedOn = acceptedOnOfSale(row.values) ?? context.today
  const ids = { companyId: context.companyId, propertyId: property.detail._id }
  const { events } = await addOfferToProperty({ ...context, withoutRules: true }, ids, property, {
    ...noDetails,
    cashBuy: row.values.cashBuy === true,
    name: text(values, 'buyerName') ?? '',
    amount: amount(values, 'agreedPrice') ?? 0,
    when: acceptedOn,
    state: 'A',
    acceptedOn,
  })
  return events
}

/** Whether the accepted offer is a cash buy. */
async function savePayment(context: WriteContext, property: LoadedProperty, { cashBuy }: Values): Promise<NewEvent[]> {
  const accepted = property.detail.offers.find(({ state }) => state === 'A')
  if (!accepted || typeof cashBuy !== 'boolean' || accepted.cashBuy === cashBuy) return []
  return (await updateImportedOffer(context, property, accepted._id, { cashBuy })).events
}

/** Saves solicitors and brokers like the page of contacts does. */
async function saveParties(
  { db, companyId, newId, import: { system } }: WriteContext,
  ids: PropertyIds,
  { detail: { contacts } }: LoadedProperty,
  { row }: RowToWrite,
  values: Values,
): Promise<NewEvent[]> {
  const named = contactFieldKeys.filter((key) => values[key] !== undefined || values[`${key}Person`] !== undefined)
  if (named.length === 0) return []
  const words = (key: string): string => String(row.values[key] ?? '')
  const index = await loadFirmIndex(db, { companyId, system, refs: named.map(words) })
  const party = (key: (typeof contactFieldKeys)[number]) => {
    if (!named.includes(key)) return undefined
    const firm = index.byWords(words(key))
    if (!firm) return undefined
    const person = words(`${key}Person`)
    return { contact: firm.id, poc: person === '' ? null : (index.person(firm.id, { name: person })?.id ?? null) }
  }
  const sent: PropertyContactsInput = omitUndefined({
    solicitor: party('vendorSolicitor'),
    mBroker: party('vendorBroker'),
    buyerDetails: omitUndefined({ solicitor: party('buyerSolicitor'), mBroker: party('buyerBroker') }),
  })
  const change = { contacts, sent, changed: changedParts(contacts, sent) }
  if (change.changed.length === 0) return []
  const names = await lockContacts(db, companyId, sent)
  await saveContactParts({ db, newId }, ids, change)
  return contactsSavedEvents(change, names)
}

/** Steps, surveys and the agreed completion date, without starting rules. */
async function saveSteps(
  { db, today, now }: WriteContext,
  ids: PropertyIds,
  { detail, timeline }: LoadedProperty,
  { row }: RowToWrite,
  values: Values,
): Promise<NewEvent[]> {
  const accepted = detail.offers.find(({ state }) => state === 'A')
  const sale = {
    timeline,
    completionDate: detail.completionDate,
    acceptedOn: accepted?.acceptedOn ?? null,
    cashBuyer: detail.buyer.cashBuyer || accepted?.cashBuy === true,
  }
  const { completionDate, set } = setSaleSteps(sale, { values: row.values, written: values }, { today, now })
  if (set.refused !== null) throw new DomainError('VALIDATION_FAILED', { message: set.refused })
  await saveStepChanges(db, ids, set.changes)
  const events = stepEvents(timeline, set.changes)
  if (completionDate === detail.completionDate) return events
  await updatePropertyFields(db, ids, { completion_date: completionDate })
  return [...events, { kind: 'completion-date-set', data: { on: completionDate, before: detail.completionDate } }]
}
