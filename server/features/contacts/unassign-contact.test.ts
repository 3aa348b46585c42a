import { createContact, deleteContact, deletePoc, listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listCompanyProperties, readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { toReportRow } from '../properties/projections/report-row.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { eventsDuring } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let ids: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
let streets = 0
beforeEach(async () => {
  streets += 1
  ids = await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, `${streets} Contact Street`)
})
afterAll(() => fixtures.close())

const make = (name: string) =>
  fixtures.as('staff').ok(createContact, {
    params: fixtures.a,
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
const assign = (contact: Contact, role: string, poc: string | null, to = ids) =>
  fixtures.database.db
    .insertInto('property_contact')
    .values({
      company_id: to.companyId,
      property_id: to.propertyId,
      role,
      contact_id: contact._id,
      poc_id: poc && pocIdOf(contact, poc),
    })
    .execute()
const assigned = async (to = ids) =>
  fixtures.database.db
    .selectFrom('property_contact')
    .select(['role', 'contact_id', 'poc_id'])
    .where('property_id', '=', to.propertyId)
    .orderBy('role')
    .execute()
const actingFor = async (contact: Contact, name: 'company' | 'staff' | 'secondBranch' = 'company') =>
  (
    await fixtures.as(name).ok(listCompanyProperties, { params: fixtures.a, query: { solicitorCompanyId: contact._id } })
  ).data.map(({ _id }) => _id)

describe('Deleting a contact removes it and unassigns it from properties', () => {
  test('DELETE /companycontacts writes an event per role to each property and increments its version; other contacts stay', async () => {
    const [firm, other] = [await make('Gone Firm'), await make('Other Firm')]
    await assign(firm, 'vendorSolicitor', 'Una')
    await assign(firm, 'buyerBroker', null)
    await assign(other, 'buyerSolicitor', 'Vic')
    const before = await fixtures.as('staff').ok(readProperty, { params: ids })
    const events = await eventsDuring(fixtures, ids.propertyId, () =>
      fixtures.as('staff').ok(deleteContact, { params: { ...fixtures.a, contactId: firm._id } }),
    )
    expect(events.map(({ kind, by, data }) => [kind, by, data])).toEqual([
      ['contact-unassigned', fixtures.idOf.staff, { contactId: firm._id, name: 'Gone Firm', role: 'buyerBroker', pocId: null }],
      [
        'contact-unassigned',
        fixtures.idOf.staff,
        { contactId: firm._id, name: 'Gone Firm', role: 'vendorSolicitor', pocId: pocIdOf(firm, 'Una') },
      ],
    ])
    expect(await assigned()).toEqual([{ role: 'buyerSolicitor', contact_id: other._id, poc_id: pocIdOf(other, 'Vic') }])
    expect(await fixtures.as('staff').ok(readProperty, { params: ids })).toMatchObject({ version: before.version + 1 })
    const { data } = await fixtures.as('staff').ok(listContacts, { params: fixtures.a, query: { textSearch: 'Gone Firm' } })
    expect(data).toEqual([])
  })

  test('derive-properties updates the report row', async () => {
    const firm = await make('Row Firm')
    await assign(firm, 'vendorBroker', 'Una')
    await fixtures.as('staff').ok(deleteContact, { params: { ...fixtures.a, contactId: firm._id } })
    await fixtures.runJobs()
    const reportRow = await fixtures.database.db
      .selectFrom('property_report')
      .selectAll()
      .where('property_id', '=', ids.propertyId)
      .executeTakeFirst()
    const derived = toReportRow(await loadProperty(fixtures.database.db, ids, '2026-03-10'))
    expect(reportRow).toMatchObject({
      ...derived,
      steps: JSON.parse(derived.steps),
      open_steps: JSON.parse(derived.open_steps),
      surveys: JSON.parse(derived.surveys),
    })
  })

  test('does not touch properties without the contact', async () => {
    const firm = await make('Elsewhere')
    const events = await eventsDuring(fixtures, ids.propertyId, () =>
      fixtures.as('staff').ok(deleteContact, { params: { ...fixtures.a, contactId: firm._id } }),
    )
    expect(events).toEqual([])
  })

  test('of two concurrent deletions one succeeds, the other answers 404', async () => {
    const firm = await make('Twice')
    await assign(firm, 'vendorSolicitor', 'Una')
    const params = { ...fixtures.a, contactId: firm._id }
    const events = await eventsDuring(fixtures, ids.propertyId, async () => {
      const answers = await Promise.all([1, 2].map(() => fixtures.as('staff').call(deleteContact, { params })))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    })
    expect(events).toHaveLength(1)
  })

  test('404 for a contact of another company', async () => {
    const firm = await make('Ours')
    const before = await databaseChecksum(fixtures.database)
    const params = { ...fixtures.b, contactId: firm._id }
    expect(await fixtures.as('otherStaff').refusal(deleteContact, { params })).toMatchObject({ status: 404 })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })
})

describe('DELETE /companycontactspoc/:companyId/:pocId/:contactId', () => {
  const removeUna = (firm: Contact) =>
    fixtures.as('staff').ok(deletePoc, { params: { ...fixtures.a, contactId: firm._id, pocId: pocIdOf(firm, 'Una') } })

  test('unassigns the point of contact and keeps its contact assigned', async () => {
    const firm = await make('Staying Firm')
    await assign(firm, 'vendorSolicitor', 'Una')
    await assign(firm, 'buyerSolicitor', 'Vic')
    const events = await eventsDuring(fixtures, ids.propertyId, () => removeUna(firm))
    expect(events.map(({ kind, data }) => [kind, data])).toEqual([
      ['poc-unassigned', { contactId: firm._id, name: 'Una', role: 'vendorSolicitor', pocId: pocIdOf(firm, 'Una') }],
    ])
    expect(await assigned()).toEqual([
      { role: 'buyerSolicitor', contact_id: firm._id, poc_id: pocIdOf(firm, 'Vic') },
      { role: 'vendorSolicitor', contact_id: firm._id, poc_id: null },
    ])
  })

  test('clears it from surveys', async () => {
    const firm = await make('Surveyors')
    const survey = { date: '2026-03-20', contactPOC: pocIdOf(firm, 'Una'), reference: '', awaitingReports: false }
    const timeline = [{ key: 5, state: 'IP' as const, surveyData: survey }]
    await fixtures.as('staff').ok(saveTimeline, { params: ids, body: { timeline } })
    const events = await eventsDuring(fixtures, ids.propertyId, () => removeUna(firm))
    expect(events.map(({ kind, data }) => [kind, data.survey])).toEqual([['poc-unassigned', 5]])
    const { data } = (await fixtures.as('staff').ok(readProperty, { params: ids })).timeline
    expect(data.find(({ key }) => key === 5)?.surveyData).toEqual({ ...survey, contactPOC: null })
  })
})

describe('GET /property/list: actingAs solicitor', () => {
  test('lists properties of either side, active, not completed and in scope', async () => {
    const firm = await make('Acting Firm')
    const bought = await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, `${streets}a Contact Street`)
    const withdrawn = await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, `${streets}b Contact Street`)
    await assign(firm, 'vendorSolicitor', 'Una')
    await assign(firm, 'buyerSolicitor', null, bought)
    await assign(firm, 'vendorSolicitor', null, fixtures.second)
    await assign(firm, 'vendorSolicitor', null, withdrawn)
    await assign(
      firm,
      'vendorBroker',
      null,
      await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, 'Z Broker Street'),
    )
    const { companyId, branchId, propertyId } = withdrawn
    await fixtures.as('staff').ok(updateProperty, { params: { companyId, branchId }, body: { _id: propertyId, active: false } })
    const ofFirst = [ids.propertyId, bought.propertyId].toSorted()
    expect((await actingFor(firm)).toSorted()).toEqual([...ofFirst, fixtures.second.propertyId].toSorted())
    expect((await actingFor(firm, 'staff')).toSorted()).toEqual(ofFirst)
    expect(await actingFor(firm, 'secondBranch')).toEqual([fixtures.second.propertyId])
    expect(await actingFor(await make('Idle Firm'))).toEqual([])
  })
})
