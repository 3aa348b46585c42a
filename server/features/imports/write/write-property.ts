import { type DateOnly, type Instant, londonInstant } from '@gya/domain/common/dates.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { dueFromImport } from '@gya/domain/features/imports/due-from-import.ts'
import { earliestDay, importedTimeline, isTakenOnDated } from '@gya/domain/features/imports/imported-timeline.ts'
import { identifierFields } from '@gya/domain/features/properties/identifiers.fields.ts'
import { propertyFields } from '@gya/domain/features/properties/property.fields.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { RequestedItem } from '@gya/domain/features/timeline/timeline.model.ts'
import { columnsOf } from '@gya/domain/fields/field-columns.ts'
import { blankValues } from '@gya/domain/fields/fields.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import { retainFile } from '../../files/file-lifecycle.ts'
import { type LoadedProperty, loadProperty } from '../../properties/read/load-property.ts'
import { addPrice } from '../../properties/write/add-price.ts'
import { identifierColumns } from '../../properties/write/identifiers.ts'
import { findBranchForNewProperty, insertProperty, updatePropertyFields } from '../../properties/write/properties.repository.ts'
import { saveManagementInfo } from '../../properties/write/save-management-info.ts'
import { savePerson, saveProgressor } from '../../properties/write/save-person.ts'
import { stepEvents } from '../../properties/write/step-events.ts'
import { insertSteps, saveStepChanges } from '../../properties/write/steps.repository.ts'
import { decideTimelineChange } from '../../timeline/decide-timeline-change.ts'
import { amount, feeOfRow, fieldsOfRow, text, type Values } from './row-values.ts'
import { undated, undatedSteps } from './undated.ts'
import { type RowToWrite, valuesToWrite, type WriteContext, type WriteRow, type WrittenRow } from './write-context.ts'
import { addImportedDocument } from './write-in-property.ts'
import { findOrMakeVendor, vendorOfProperty, vendorOfRow } from './write-vendor.ts'

/** Creates a property like the screen does, with the days of the file and without an e-mail to its vendor. `rows`: those of its group. */
export async function createImportedProperty(
  context: WriteContext,
  one: RowToWrite,
  rows: readonly RowToWrite[],
): Promise<WrittenRow & { property: LoadedProperty }> {
  const { db, companyId, now, today, newId, userId } = context
  const values = valuesToWrite(one)
  const { branchId } = one.row
  if (branchId === null) throw new DomainError('NOT_FOUND')
  const ids = { companyId, propertyId: newId() }
  const branch = await findBranchForNewProperty(db, companyId, branchId)
  const vendorRow = rows.find(({ row }) => row.kind === 'vendor')
  const own = vendorOfProperty(values)
  const isNamed = own.lastName !== undefined || own.email !== undefined
  const named = isNamed || !vendorRow ? own : vendorOfRow(valuesToWrite(vendorRow))
  const vendor = await findOrMakeVendor(context, named, text(values, 'line1') ?? '')
  const days = { takenOn: text(values, 'takenOn'), launchedOn: text(values, 'launchedOn'), status: values.status }
  const assumed = earliestDay(
    rows.map(({ row }) => row),
    today,
  )
  const { timeline, changes } = importedTimeline(branch.timeline_template, days, { today, now }, assumed)
  await insertProperty(db, {
    id: ids.propertyId,
    company_id: companyId,
    branch_id: branchId,
    owner_id: vendor.id,
    ...addressOf(values),
    line1: text(values, 'line1') ?? '',
    postcode: text(values, 'postcode') ?? '',
    ...columnsOf(propertyFields, { ...blankValues(propertyFields), ...fieldsOfRow(propertyFields, values) }),
    ...identifierColumns(fieldsOfRow(identifierFields, values)),
    createdon: takenOnAt(days.takenOn ?? days.launchedOn ?? assumed, { today, now }),
    updatedon: now,
    updated_by: userId,
  })
  await insertSteps(db, ids, timeline)
  const property = await loadProperty(db, ids, today)
  const taken: NewEvent = { kind: 'taken-on', data: { branchId } }
  const steps = stepEvents(timeline, changes)
  const events: NewEvent[] = isTakenOnDated(values)
    ? [taken, ...steps]
    : [undated(taken), ...undatedSteps(steps, [stepKeys.TakeOn, stepKeys.PropertyLaunched])]
  const priceFrom = text(values, 'priceFrom') ?? days.launchedOn ?? days.takenOn ?? assumed
  events.push(...(await saveDetails(context, property, one, { values, priceFrom })))
  if (values.status === 'withdrawn' && values.withdrawnOn === undefined)
    events.push(...(await withdraw(context, ids, today)).map(undated))
  events.push(...(await addMedia(context, ids.propertyId, one)))
  return { objectId: ids.propertyId, events, changes: vendor.changes, property, isPropertyChanged: true }
}

/**
 * The time at which a property was taken on, for lists and reports: "figures by date count facts on their own days". A day of the file
 * becomes noon.
 */
const takenOnAt = (day: DateOnly, { today, now }: { today: DateOnly; now: Instant }): Instant =>
  day === today ? now : londonInstant(day, '12:00')

/** Writes the fields that differ. */
export const updateImportedProperty: WriteRow = async (context, property, one) => {
  const { db, companyId } = context
  const ids = { companyId, propertyId: property.detail._id }
  const values = valuesToWrite(one)
  const edited = {
    ...addressOf(values),
    ...columnsOf(propertyFields, fieldsOfRow(propertyFields, values)),
    ...identifierColumns(fieldsOfRow(identifierFields, values)),
  }
  const events: NewEvent[] = []
  if (Object.keys(edited).length > 0) {
    await updatePropertyFields(db, ids, edited)
    events.push(editedEvent(property, values))
  }
  events.push(...(await moveDays(context, property, values)))
  const priceFrom = text(values, 'priceFrom') ?? context.today
  events.push(...(await saveDetails(context, property, one, { values, priceFrom })))
  return { objectId: ids.propertyId, events, changes: [], isPropertyChanged: true }
}

const addressOf = (values: Values) =>
  omitUndefined({
    line1: text(values, 'line1'),
    line2: text(values, 'line2'),
    town: text(values, 'town'),
    county: text(values, 'county'),
    postcode: text(values, 'postcode'),
  })

function editedEvent({ detail }: LoadedProperty, values: Values): NewEvent {
  const address = { ...detail.address, ...addressOf(values) }
  const after = {
    ...(Object.keys(addressOf(values)).length > 0 ? { address } : {}),
    ...fieldsOfRow(propertyFields, values),
    ...fieldsOfRow(identifierFields, values),
  }
  const was = { ...detail, ...detail.identifiers }
  const fields = Object.keys(after) as (keyof typeof after)[]
  const before = Object.fromEntries(fields.map((field) => [field, was[field as keyof typeof was]]))
  return { kind: 'property-edited', data: { fields, before, after } }
}

/** Asking price, management information, progressor, negotiator and withdrawal. */
async function saveDetails(
  context: WriteContext,
  { detail }: LoadedProperty,
  { row }: RowToWrite,
  { values, priceFrom }: { values: Values; priceFrom: string },
): Promise<NewEvent[]> {
  const { db, companyId } = context
  const ids = { companyId, propertyId: detail._id }
  const events: NewEvent[] = []
  const price = amount(values, 'askingPrice')
  if (price !== undefined) {
    const priceOption = amount(values, 'priceOption') ?? detail.mi.askingPrice[0]?.priceOption ?? 3
    const before = detail.mi.currentAskingPrice
    events.push(await addPrice(context, ids, { price, effectiveDate: priceFrom, priceOption, before }))
  }
  const change = omitUndefined({
    listed: text(values, 'listed'),
    cSigned: text(values, 'cSigned'),
    cTerm: amount(values, 'cTerm'),
    ...feeOfRow(values),
    noticeGiven: text(values, 'noticeGiven'),
    noticeDays: amount(values, 'noticeDays'),
  })
  if (Object.keys(change).length > 0) events.push(...(await saveManagementInfo({ db }, ids, detail, change)))
  if (values.bStaff !== undefined && row.people.bStaff)
    events.push(...(await saveProgressor({ db }, ids, detail, row.people.bStaff.id)).events)
  if (values.negotiator !== undefined && row.people.negotiator)
    events.push(...(await savePerson('negotiator', { db }, ids, detail, { userId: row.people.negotiator.id })).events)
  const withdrawnOn = text(values, 'withdrawnOn')
  if (withdrawnOn !== undefined) events.push(...(await withdraw(context, ids, withdrawnOn)))
  return events
}

async function withdraw({ db }: WriteContext, ids: PropertyIds, on: string): Promise<NewEvent[]> {
  await updatePropertyFields(db, ids, { active: false, withdrawn_on: on })
  return [{ kind: 'withdrawn', data: { on } }]
}

/** The days of Take on and Property launched that a row changes. */
export const requestedDays = (values: Values): RequestedItem[] =>
  [
    { key: stepKeys.TakeOn, completedOn: text(values, 'takenOn') },
    { key: stepKeys.PropertyLaunched, completedOn: text(values, 'launchedOn') },
  ].flatMap(({ key, completedOn }) => (completedOn === undefined ? [] : [{ key, state: 'C' as const, completedOn }]))

/** Updates the days of Take on and Property launched. */
async function moveDays(
  { db, companyId, today, now }: WriteContext,
  property: LoadedProperty,
  values: Values,
): Promise<NewEvent[]> {
  const takenOn = text(values, 'takenOn')
  const ids = { companyId, propertyId: property.detail._id }
  if (takenOn !== undefined) await updatePropertyFields(db, ids, { createdon: takenOnAt(takenOn, { today, now }) })
  const requested = requestedDays(values)
  if (requested.length === 0) return []
  const decision = decideTimelineChange(property, { requested }, { today, now })
  if (decision.refused) throw new DomainError(decision.refused, { message: decision.message })
  const { timeline, changes } = decision.outcome
  const { completionDate } = property.detail
  await saveStepChanges(db, ids, dueFromImport(timeline, changes, { today, completionDate }))
  return decision.events
}

/** Stores the photo, plans and documents of a feed. Pictures that cannot be decoded are left out. */
async function addMedia(context: WriteContext, propertyId: string, { row: { media } }: RowToWrite): Promise<NewEvent[]> {
  const { db, companyId, stage } = context
  const events: NewEvent[] = []
  for (const { entry, caption, isPhoto } of media)
    if (isPhoto) {
      const picture = await stage(entry, 'picture').catch(unlessRefused)
      if (!picture) continue
      await retainFile(db, picture.id)
      await updatePropertyFields(db, { companyId, propertyId }, { logo: picture.id })
    } else events.push(...(await addImportedDocument(context, { propertyId, entry, note: caption })).events)
  return events
}

function unlessRefused(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}
