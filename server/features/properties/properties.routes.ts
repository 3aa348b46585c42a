import { normalisePostcode } from '@gya/domain/common/address.ts'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { createProperty, readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { propertyFields } from '@gya/domain/features/properties/property.fields.ts'
import { whyNotWithdraw } from '@gya/domain/features/sale-now/may.ts'
import { acceptedOnOf } from '@gya/domain/features/timeline/accepted-on.ts'
import { newTimeline } from '@gya/domain/features/timeline/rules/new-timeline.ts'
import { whyNotChangeSale } from '@gya/domain/features/timeline/rules/sale-contradictions.ts'
import { columnsOf } from '@gya/domain/fields/field-columns.ts'
import type { FastifyInstance } from 'fastify'
import type { Updateable } from 'kysely'
import type { Property } from '../../db/schema.ts'
import { type HandlerContext, registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { type LoadedProperty, loadProperty } from './read/load-property.ts'
import { addPrice } from './write/add-price.ts'
import { assignOwner, type OwnerPassword, prepareOwnerPassword } from './write/assign-owner.ts'
import { changeProperty } from './write/change-property.ts'
import { identifierColumns, refuseKnownUprn } from './write/identifiers.ts'
import { addressColumns, findBranchForNewProperty, insertProperty, updatePropertyFields } from './write/properties.repository.ts'
import { saveManagementInfo } from './write/save-management-info.ts'
import { savePerson } from './write/save-person.ts'
import { authorOf, type Decision, requireLoaded, saveProperties } from './write/save-properties.ts'
import { stepEvents } from './write/step-events.ts'
import { insertSteps } from './write/steps.repository.ts'

export function propertiesRoutes(app: FastifyInstance): void {
  registerRoute(
    app,
    readProperty,
    async ({ params, db, today, caller }) => (await loadProperty(db, params, today, caller)).detail,
  )

  registerPreparedRoute(
    app,
    createProperty,
    ({ body, params }) => prepareOwnerPassword(app.gya, body.owner, params),
    async (context) => {
      const { params, caller } = context
      const author = { ...authorOf(context, params.companyId), viewer: caller }
      const { saved, result: propertyId } = await saveProperties('work', author, 'new', () => takeOn(context, context.prepared))
      return requireLoaded(saved, propertyId).detail
    },
  )

  registerRoute(
    app,
    updateProperty,
    changeProperty(async (context, { detail, timeline }, ids) => {
      const { body, db, today, file, discardFile } = context
      refuseIf(body.customLaunchDate === undefined ? null : 'LAUNCH_DATE_ON_EXISTING')
      const changes = editedFields(detail, body)
      const { negotiator } = body
      const ofNegotiator =
        negotiator === undefined ? [] : (await savePerson('negotiator', { db }, ids, detail, { userId: negotiator })).events
      if (Object.keys(changes).length === 0 && !file) return ofNegotiator
      refuseIf(whyNotEdit({ detail, timeline }, changes, today))
      if (!body.sameUprn) await refuseKnownUprn(context, ids, changes.uprn)
      await updatePropertyFields(db, ids, { ...editColumns(changes, today), ...omitUndefined({ logo: file?.id }) })
      const events = [...editEvents(detail, changes, body.lookedUp), ...ofNegotiator]
      if (!file) return events
      await discardFile(detail.logo, 'picture')
      return [...events, { kind: 'photo-changed' }]
    }),
  )
}

/** Creates a property and its steps. Returns its id. */
async function takeOn(context: HandlerContext<typeof createProperty>, password: OwnerPassword | null): Promise<Decision<string>> {
  const { params, body, db, now, today, newId, caller, file } = context
  const ids = { companyId: params.companyId, propertyId: newId() }
  const { identifiers = {} } = body
  if (!body.sameUprn) await refuseKnownUprn(context, ids, identifiers.uprn)
  const branch = await findBranchForNewProperty(db, params.companyId, params.branchId)
  const { timeline, changes } = newTimeline(branch.timeline_template, body.customLaunchDate ?? null, {
    today,
    now,
  })
  await insertProperty(db, {
    id: ids.propertyId,
    company_id: params.companyId,
    branch_id: params.branchId,
    owner_id: await assignOwner(
      context,
      { ...params, companyName: branch.companyName, line1: body.address.line1 },
      body.owner,
      password,
    ),
    ...addressColumns({ ...body.address, postcode: normalisePostcode(body.address.postcode) }),
    ...columnsOf(propertyFields, { ...body, negotiator: null }),
    ...identifierColumns(identifiers),
    logo: file?.id ?? null,
    createdon: now,
    updatedon: now,
    updated_by: caller.userId,
  })
  await insertSteps(db, ids, timeline)
  const events: NewEvent[] = [
    { kind: 'taken-on', data: { branchId: params.branchId } },
    ...stepEvents(timeline, changes),
    ...(await saveTerms(context, ids)),
  ]
  return { changes: [{ propertyId: ids.propertyId, events }], result: ids.propertyId }
}

/** Price, fee and negotiator, with the entries of the calls that save them one by one. */
async function saveTerms(context: HandlerContext<typeof createProperty>, ids: PropertyIds): Promise<NewEvent[]> {
  const { db, today } = context
  const { askingPrice, priceOption, agencyFeePercent, agencyFee, negotiator } = context.body
  if (askingPrice === undefined && agencyFeePercent === undefined && agencyFee === undefined && negotiator === null) return []
  const { detail } = await loadProperty(db, ids, today)
  const agencyFeeType = agencyFeePercent === undefined && agencyFee !== undefined ? (1 as const) : undefined
  const price = askingPrice !== undefined && { price: askingPrice, effectiveDate: today, priceOption, before: null }
  return [
    ...(price ? [await addPrice(context, ids, price)] : []),
    ...(await saveManagementInfo(context, ids, detail, omitUndefined({ agencyFeeType, agencyFeePercent, agencyFee }))),
    ...(await savePerson('negotiator', context, ids, detail, { userId: negotiator })).events,
  ]
}

/** A completed sale cannot be withdrawn; a new completion date must fit the sale. */
function whyNotEdit({ detail, timeline }: Pick<LoadedProperty, 'detail' | 'timeline'>, changes: EditedFields, today: DateOnly) {
  const why = changes.active === false ? whyNotWithdraw(detail) : null
  if (why || changes.completionDate === undefined) return why
  const sale = { timeline, completionDate: detail.completionDate, acceptedOn: acceptedOnOf(detail.offers) }
  return whyNotChangeSale(sale, { ...sale, completionDate: changes.completionDate }, today)
}

type Edit = Decoded<typeof updateProperty, 'body'>
type EditedFields = ReturnType<typeof editedFields>

/** The fields that differ from the property: forms send all fields back. */
function editedFields(
  property: PropertyDetail,
  {
    _id,
    version: _version,
    customLaunchDate: _launch,
    negotiator: _negotiator,
    sameUprn: _same,
    lookedUp: _lookedUp,
    ...sent
  }: Edit,
) {
  const { address, identifiers, ...others } = sent
  const was = { ...property, ...property.identifiers }
  const fields = omitUndefined({
    ...others,
    ...identifiers,
    address: address && { ...address, postcode: normalisePostcode(address.postcode) },
  })
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof typeof fields])
  return Object.fromEntries(Object.entries(fields).filter(differs)) as typeof fields
}

/** Withdrawal and completion date are separate events; the other fields are one event. */
function editEvents(
  detail: PropertyDetail,
  { active, completionDate, ...edited }: EditedFields,
  lookedUp: readonly (keyof typeof edited)[] = [],
): NewEvent[] {
  const fields = Object.keys(edited) as (keyof typeof edited)[]
  const was = { ...detail, ...detail.identifiers }
  const before = Object.fromEntries(fields.map((field) => [field, was[field]]))
  const events: NewEvent[] = []
  const fromLookUp = lookedUp.filter((field) => fields.includes(field))
  const more = fromLookUp.length > 0 ? { lookedUp: fromLookUp } : {}
  if (fields.length > 0) events.push({ kind: 'property-edited', data: { fields, before, after: edited, ...more } })
  if (active !== undefined) events.push({ kind: active ? 'reinstated' : 'withdrawn' })
  if (completionDate !== undefined)
    events.push({ kind: 'completion-date-set', data: { on: completionDate, before: detail.completionDate } })
  return events
}

const editColumns = (edited: EditedFields, today: DateOnly): Updateable<Property> => ({
  ...(edited.address && addressColumns(edited.address)),
  ...columnsOf(propertyFields, edited),
  ...identifierColumns(edited),
  ...omitUndefined({
    completion_date: edited.completionDate,
    active: edited.active,
    withdrawn_on: edited.active === undefined ? undefined : edited.active ? null : today,
  }),
})
