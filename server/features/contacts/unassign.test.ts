import { createContact, deleteContact, deletePoc, listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listCompanyProperties, readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../../testing/everything.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../testing/world.ts'
import { loadProperty } from '../properties/property.read-model.ts'
import { eventsDuring } from '../properties/testing/written.ts'
import { toReportRow } from '../report/report-row.repository.ts'

let world: Fixtures
let place: PropertyPath
beforeAll(async () => {
  world = await openFixtures()
})
let streets = 0
beforeEach(async () => {
  streets += 1
  place = await takeOn(world.as('staff'), world.first, world.idOf.vendor, `${streets} Contact Street`)
})
afterAll(() => world.close())

const make = (name: string) =>
  world.as('staff').ok(createContact, {
    params: world.a,
    body: {
      name,
      pocs: [
        { name: 'Una', email: 'una@firm.example' },
        { name: 'Vic', email: 'vic@firm.example' },
      ],
    },
  })
type Contact = Awaited<ReturnType<typeof make>>
const pocIdOf = (contact: Contact, name: string) => contact.pocs.find((poc) => poc.name === name)?._id ?? ''
const assign = (contact: Contact, role: string, poc: string | null, to = place) =>
  world.database.db
    .insertInto('property_contact')
    .values({
      company_id: to.companyId,
      property_id: to.propertyId,
      role,
      contact_id: contact._id,
      poc_id: poc && pocIdOf(contact, poc),
    })
    .execute()
const assigned = async (to = place) =>
  world.database.db
    .selectFrom('property_contact')
    .select(['role', 'contact_id', 'poc_id'])
    .where('property_id', '=', to.propertyId)
    .orderBy('role')
    .execute()
const actingFor = async (contact: Contact, name: 'company' | 'staff' | 'secondBranch' = 'company') =>
  (await world.as(name).ok(listCompanyProperties, { params: world.a, query: { solicitorCompanyId: contact._id } })).data.map(
    ({ _id }) => _id,
  )

describe('Deleting a contact removes it and unassigns it from properties', () => {
  test('each property has it in its record, by role, and counts its version up; other contacts stay', async () => {
    const [firm, other] = [await make('Gone Firm'), await make('Other Firm')]
    await assign(firm, 'vendorSolicitor', 'Una')
    await assign(firm, 'buyerBroker', null)
    await assign(other, 'buyerSolicitor', 'Vic')
    const before = await world.as('staff').ok(readProperty, { params: place })
    const events = await eventsDuring(world, place.propertyId, () =>
      world.as('staff').ok(deleteContact, { params: { ...world.a, contactId: firm._id } }),
    )
    expect(events.map(({ kind, by, data }) => [kind, by, data])).toEqual([
      ['contact-unassigned', world.idOf.staff, { contactId: firm._id, name: 'Gone Firm', role: 'buyerBroker', pocId: null }],
      [
        'contact-unassigned',
        world.idOf.staff,
        { contactId: firm._id, name: 'Gone Firm', role: 'vendorSolicitor', pocId: pocIdOf(firm, 'Una') },
      ],
    ])
    expect(await assigned()).toEqual([{ role: 'buyerSolicitor', contact_id: other._id, poc_id: pocIdOf(other, 'Vic') }])
    expect(await world.as('staff').ok(readProperty, { params: place })).toMatchObject({ version: before.version + 1 })
    const { data } = await world.as('staff').ok(listContacts, { params: world.a, query: { textSearch: 'Gone Firm' } })
    expect(data).toEqual([])
  })

  test('the row of lists and reports is the one derived from the property', async () => {
    const firm = await make('Row Firm')
    await assign(firm, 'vendorBroker', 'Una')
    await world.as('staff').ok(deleteContact, { params: { ...world.a, contactId: firm._id } })
    await world.runJobs()
    const kept = await world.database.db
      .selectFrom('property_report')
      .selectAll()
      .where('property_id', '=', place.propertyId)
      .executeTakeFirst()
    const derived = toReportRow(await loadProperty(world.database.db, place, '2026-03-10'))
    expect(kept).toEqual({
      ...derived,
      steps: JSON.parse(derived.steps),
      open_steps: JSON.parse(derived.open_steps),
      surveys: JSON.parse(derived.surveys),
    })
  })

  test('a property where it was not assigned is not touched', async () => {
    const firm = await make('Elsewhere')
    const events = await eventsDuring(world, place.propertyId, () =>
      world.as('staff').ok(deleteContact, { params: { ...world.a, contactId: firm._id } }),
    )
    expect(events).toEqual([])
  })

  test('two who delete it at once: one does, the other finds nothing', async () => {
    const firm = await make('Twice')
    await assign(firm, 'vendorSolicitor', 'Una')
    const params = { ...world.a, contactId: firm._id }
    const events = await eventsDuring(world, place.propertyId, async () => {
      const answers = await Promise.all([1, 2].map(() => world.as('staff').call(deleteContact, { params })))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    })
    expect(events).toHaveLength(1)
  })

  test('another company’s contact is not deleted', async () => {
    const firm = await make('Ours')
    const before = await databaseChecksum(world.database)
    const params = { ...world.b, contactId: firm._id }
    expect(await world.as('otherStaff').refusal(deleteContact, { params })).toMatchObject({ status: 404 })
    expect(await databaseChecksum(world.database)).toEqual(before)
  })
})

describe('Deleting a point of contact', () => {
  const removeUna = (firm: Contact) =>
    world.as('staff').ok(deletePoc, { params: { ...world.a, contactId: firm._id, pocId: pocIdOf(firm, 'Una') } })

  test('unassigns it and leaves its contact where it was', async () => {
    const firm = await make('Staying Firm')
    await assign(firm, 'vendorSolicitor', 'Una')
    await assign(firm, 'buyerSolicitor', 'Vic')
    const events = await eventsDuring(world, place.propertyId, () => removeUna(firm))
    expect(events.map(({ kind, data }) => [kind, data])).toEqual([
      ['poc-unassigned', { contactId: firm._id, name: 'Una', role: 'vendorSolicitor', pocId: pocIdOf(firm, 'Una') }],
    ])
    expect(await assigned()).toEqual([
      { role: 'buyerSolicitor', contact_id: firm._id, poc_id: pocIdOf(firm, 'Vic') },
      { role: 'vendorSolicitor', contact_id: firm._id, poc_id: null },
    ])
  })

  test('whom a survey named is named no more', async () => {
    const firm = await make('Surveyors')
    const survey = { date: '2026-03-20', contactPOC: pocIdOf(firm, 'Una'), reference: '', awaitingReports: false }
    const timeline = [{ key: 5, state: 'IP' as const, surveyData: survey }]
    await world.as('staff').ok(saveTimeline, { params: place, body: { timeline } })
    const events = await eventsDuring(world, place.propertyId, () => removeUna(firm))
    expect(events.map(({ kind, data }) => [kind, data.survey])).toEqual([['poc-unassigned', 5]])
    const { data } = (await world.as('staff').ok(readProperty, { params: place })).timeline
    expect(data.find(({ key }) => key === 5)?.surveyData).toEqual({ ...survey, contactPOC: null })
  })
})

describe('Acting as solicitor for the following properties', () => {
  test('are those of either side, active and not completed, within the caller’s reach', async () => {
    const firm = await make('Acting Firm')
    const bought = await takeOn(world.as('staff'), world.first, world.idOf.vendor, `${streets}a Contact Street`)
    const withdrawn = await takeOn(world.as('staff'), world.first, world.idOf.vendor, `${streets}b Contact Street`)
    await assign(firm, 'vendorSolicitor', 'Una')
    await assign(firm, 'buyerSolicitor', null, bought)
    await assign(firm, 'vendorSolicitor', null, world.second)
    await assign(firm, 'vendorSolicitor', null, withdrawn)
    await assign(firm, 'vendorBroker', null, await takeOn(world.as('staff'), world.first, world.idOf.vendor, 'Z Broker Street'))
    const { companyId, branchId, propertyId } = withdrawn
    await world.as('staff').ok(updateProperty, { params: { companyId, branchId }, body: { _id: propertyId, active: false } })
    const ofFirst = [place.propertyId, bought.propertyId].toSorted()
    expect((await actingFor(firm)).toSorted()).toEqual([...ofFirst, world.second.propertyId].toSorted())
    expect((await actingFor(firm, 'staff')).toSorted()).toEqual(ofFirst)
    expect(await actingFor(firm, 'secondBranch')).toEqual([world.second.propertyId])
    expect(await actingFor(await make('Idle Firm'))).toEqual([])
  })
})
