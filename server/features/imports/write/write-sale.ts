import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { ExpectedInput } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import { buyerKeys } from '@gya/domain/features/imports/buyer-keys.ts'
import { fallenWhileAccepted, fellThroughOn } from '@gya/domain/features/imports/fallen-sale.ts'
import { acceptedOnOfSale, assumedDay, isUndatedStep, statedAcceptance } from '@gya/domain/features/imports/imported-sale.ts'
import { offerFields } from '@gya/domain/features/offers/offers.fields.ts'
import { changedParts, type PropertyContactsInput } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import { type NewEvent, recordCompanyEvents } from '../../events/events.repository.ts'
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
import type { NewChange } from './import-changes.ts'
import { amount, feeOfRow, fieldsOfRow, text, type Values } from './row-values.ts'
import { undated, undatedSteps } from './undated.ts'
import { type RowToWrite, valuesToWrite, type WriteContext, type WriteRow, type WrittenRow } from './write-context.ts'
import { makeFirm, makePerson } from './write-firm.ts'
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
    const paid = await saveBuyer(context, property, values)
    events.push(...paid)
    if (paid.length > 0) current = await loadProperty(db, ids, today)
  }
  const change = omitUndefined({
    agreedPrice: amount(values, 'agreedPrice'),
    chain: amount(values, 'chain') as 0 | 1 | 2 | 3 | undefined,
    ...feeOfRow(values),
  })
  const info = Object.fromEntries(
    Object.entries(change).filter(([key, value]) => current.detail.mi[key as keyof typeof change] !== value),
  )
  if (Object.keys(info).length > 0) events.push(...(await saveManagementInfo({ db }, ids, current.detail, info)))
  const made = await makeParties(context, one, values)
  events.push(...(await saveParties(context, ids, current, one, values)))
  if (values.bStaff !== undefined && one.row.people.bStaff)
    events.push(...(await saveProgressor({ db }, ids, current.detail, one.row.people.bStaff.id)).events)
  events.push(...(await saveSteps(context, ids, current, one, values)))
  const expected = expectedDays(values)
  if (Object.keys(expected).length > 0) {
    const { detail } = await loadProperty(db, ids, today)
    events.push(...(await saveExpectedDates({ db, today }, ids, detail, expected)).events)
  }
  const offer = current.detail.offers.find(({ state }) => state === 'A')
  if (fellOn !== null) events.push(...(await endImportedSale(context, ids, fellOn, values)))
  return { objectId: offer?._id ?? property.detail._id, events, changes: made, isPropertyChanged: true }
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
  const given = acceptedOnOfSale(row.values)
  const acceptedOn = given ?? context.today
  const ids = { companyId: context.companyId, propertyId: property.detail._id }
  const isDayAssumed = statedAcceptance(row.values) === null
  const { events } = await addOfferToProperty({ ...context, withoutRules: true, isDayAssumed }, ids, property, {
    ...noDetails,
    ...fieldsOfRow(offerFields, values),
    cashBuy: row.values.cashBuy === true,
    name: text(values, 'buyerName') ?? '',
    amount: amount(values, 'agreedPrice') ?? 0,
    when: acceptedOn,
    state: 'A',
    acceptedOn,
  })
  return given === null ? events.map(undated) : events
}

/** What the row says of the buyer of the accepted offer. */
async function saveBuyer(context: WriteContext, property: LoadedProperty, values: Values): Promise<NewEvent[]> {
  const accepted = property.detail.offers.find(({ state }) => state === 'A')
  const given = buyerKeys.flatMap((key) =>
    values[key] === undefined || accepted?.[key] === values[key] ? [] : [[key, values[key]]],
  )
  if (!accepted || given.length === 0) return []
  return (await updateImportedOffer(context, property, accepted._id, Object.fromEntries(given) as Values)).events
}

/** "New firms are made with their role, e-mail and telephone, people under their firm." [seat §6](docs/design/seat.md#6). */
async function makeParties(context: WriteContext, { row }: RowToWrite, values: Values): Promise<NewChange[]> {
  const { db, companyId, now, userId, newId } = context
  const { system, make } = context.import
  const changes: NewChange[] = []
  const record = async ({ events, changes: made }: WrittenRow): Promise<void> => {
    await recordCompanyEvents(db, { companyId, userId, at: now, newId }, events)
    changes.push(...made)
  }
  const load = (words: string) => loadFirmIndex(db, { companyId, system, refs: [words], same: make.same })
  for (const key of contactFieldKeys) {
    const [words, person] = [String(row.values[key] ?? ''), String(row.values[`${key}Person`] ?? '').trim()]
    if (values[key] === undefined && values[`${key}Person`] === undefined) continue
    const [tel, email] = [text(values, `${key}Tel`), text(values, `${key}Email`)]
    let index = await load(words)
    if (words !== '' && make.firms && !index.byWords(words)) {
      const type = key.endsWith('Broker') ? 'broker' : 'solicitor'
      await record(
        await makeFirm(context, { ...omitUndefined({ type, tel, email: person === '' ? email : undefined }), name: words }),
      )
      index = await load(words)
    }
    const firm = index.byWords(words)
    if (firm && person !== '' && make.people && !index.person(firm.id, { name: person }))
      await record(await makePerson(context, firm.id, { name: person, tel, email }))
  }
  return changes
}

/** Saves solicitors and brokers like the page of contacts does. */
async function saveParties(
  { db, companyId, newId, import: { system, make } }: WriteContext,
  ids: PropertyIds,
  { detail: { contacts } }: LoadedProperty,
  { row }: RowToWrite,
  values: Values,
): Promise<NewEvent[]> {
  const named = contactFieldKeys.filter((key) => values[key] !== undefined || values[`${key}Person`] !== undefined)
  if (named.length === 0) return []
  const words = (key: string): string => String(row.values[key] ?? '')
  const index = await loadFirmIndex(db, { companyId, system, refs: named.map(words), same: make.same })
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
  const assumed = set.changes.filter(
    ({ after }) =>
      after?.state === 'C' &&
      after.completedOn === assumedDay(row.values, after.key, today) &&
      isUndatedStep(row.values, after.key),
  )
  const keys = assumed.map(({ key }) => key)
  const events = undatedSteps(stepEvents(timeline, set.changes), keys)
  if (completionDate === detail.completionDate) return events
  await updatePropertyFields(db, ids, { completion_date: completionDate })
  return [...events, { kind: 'completion-date-set', data: { on: completionDate, before: detail.completionDate } }]
}
