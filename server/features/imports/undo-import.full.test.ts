import { showDateTime } from '@gya/domain/common/dates.ts'
import { createPoc, listContacts, updateContact, updatePoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import type { ImportKind } from '@gya/domain/features/imports/import-kinds.ts'
import { previewUndo } from '@gya/domain/features/imports/imports.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { strToU8, zipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { ImportClient } from './testing/import-client.ts'

/** Undo of an import of each kind. [connect §1.3](docs/design/connect.md#1.3), rule 13. */

const csv = (...lines: string[]) => lines.join('\n')

/** Existing data: a property without a known vendor, with an offer, and a firm with a person. */
const there = [
  {
    name: 'firms.csv',
    content: csv(
      'Firm ref,Name,Role,Email,Address',
      'F1,Wren LLP,Solicitor,office@wren.example,"1 High Street, Reading, RG1 1AA"',
    ),
  },
  { name: 'people.csv', content: csv('Person ref,Firm,Name,Email', 'U1,F1,Una Quill,una@wren.example') },
  {
    name: 'properties.csv',
    content: csv('Ref,Address 1,Town,Postcode,Price,Launched', 'P1,9 Ashbury Drive,Reading,RG30 6JT,425000,01/09/2025'),
  },
  {
    name: 'offers.csv',
    content: csv('Offer ref,Property ref,Buyer,Amount,Date,State', 'O1,P1,T Ashgrove,400000,20/09/2025,Pending'),
  },
]

const zip = Buffer.from(
  zipSync({ 'index.csv': strToU8('Property ref,File,Note\nP1,plan.pdf,Plan\n'), 'plan.pdf': strToU8('%PDF-1.4\n%%EOF\n') }),
)

/** Files of one kind, which create something and change existing data. */
const filesOf: Record<ImportKind, { name: string; content: string | Buffer }> = {
  firm: {
    name: 'firms.csv',
    content: csv('Firm ref,Name,Role,Email', 'F1,Wren LLP,Solicitor,new@wren.example', 'F2,Larch Loans,Broker,'),
  },
  'person-at-firm': {
    name: 'people.csv',
    content: csv('Person ref,Firm,Name,Email,Tel', 'U1,F1,Una Quill,una@wren.example,0118 496 0101', 'U2,F1,Ned Wren,,'),
  },
  property: {
    name: 'properties.csv',
    content: csv(
      'Ref,Address 1,Town,Postcode,Price,Launched,Bedrooms,Tenure,Withdrawn on',
      'P1,9 Ashbury Drive,Caversham,RG30 6JT,410000,05/09/2025,3,Freehold,01/03/2026',
      'P2,10 Ashbury Drive,Reading,RG30 6JT,300000,,,,',
    ),
  },
  vendor: {
    name: 'vendors.csv',
    content: csv('Property ref,First name,Last name,Email', 'P1,Bryony,Otter,bryony@otter.example'),
  },
  offer: {
    name: 'offers.csv',
    content: csv(
      'Offer ref,Property ref,Buyer,Amount,Date,State,Accepted on',
      'O1,P1,T Ashgrove,412000,20/09/2025,Accepted,22/09/2025',
      'O2,P1,K Merrow,390000,18/09/2025,Rejected,',
    ),
  },
  sale: {
    name: 'sales.csv',
    content: csv(
      'Property ref,Buyer,Agreed price,Accepted on,Vendor solicitor,Vendor solicitor contact,Draft contracts,Survey type,Survey date,Chain,Expected completion',
      'P1,K Merrow,405000,20/09/2025,Wren LLP,Una Quill,03/10/2025,Home buyers survey,05/10/2025,Incomplete,20/04/2026',
    ),
  },
  viewing: {
    name: 'viewings.csv',
    content: csv('Property ref,Name,Day,Time,Feedback', 'P1,K Merrow,10/09/2025,10:30,Liked the garden'),
  },
  note: {
    name: 'notes.csv',
    content: csv('Property ref,Text,Author,Written on,Step', 'P1,Keys at the office,J. Doe,03/10/2025,Searches back'),
  },
  document: { name: 'documents.zip', content: zip },
}
const kinds = Object.keys(filesOf) as ImportKind[]

let fixtures: Fixtures
async function open() {
  fixtures = await openFixtures()
  await (await ImportClient.checked(fixtures, ...there)).run()
  return () => fixtures.close()
}

const tables = [
  'property',
  'property_step',
  'asking_price',
  'offer',
  'offer_amount',
  'viewing',
  'property_contact',
  'property_side',
  'sale_start',
  'fall_off',
  'note',
  'document',
  'app_user',
  'company_contact',
  'company_contact_poc',
  'external_ref',
  'property_report',
  'action_item',
]
/** Columns that every save sets. */
const passing = [
  'version',
  'updatedon',
  'updated_by',
  'saved_version',
  'saved_on',
  'saved_by',
  'search_text',
  'person_search_text',
]

/** All rows that an import of these kinds writes; for softly deleted records nothing. */
async function stateOf(): Promise<Record<string, string[]>> {
  const state: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await fixtures.database.pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t where t.company_id = $1
       and not exists (select from property p where p.company_id = t.company_id and p.deleted_on is not null
         and p.id::text in (to_jsonb(t) ->> 'property_id', case when '${table}' = 'property' then to_jsonb(t) ->> 'id' end))
       and to_jsonb(t) ->> 'deleted_on' is null`,
      [fixtures.a.companyId],
    )
    const shown = rows.map(({ row }) => JSON.stringify(Object.entries(row).filter(([name]) => !passing.includes(name))))
    state[table] = shown.toSorted()
  }
  return state
}

const company = () => fixtures.as('company')
const place = async () => {
  const { data } = await company().ok(listCompanyProperties, { params: fixtures.a, query: { textSearch: '9 Ashbury' } })
  return { ...fixtures.first, propertyId: data[0]?._id ?? '' }
}
const firm = async (textSearch: string) =>
  (await company().ok(listContacts, { params: fixtures.a, query: { textSearch } })).data[0]
const imported = async (kind: ImportKind) => {
  const client = await ImportClient.checked(fixtures, filesOf[kind])
  const { counts } = await client.read()
  expect([kind, counts.error, counts.confirmed > 0]).toEqual([kind, 0, true])
  await client.run()
  return client
}

describe('undo of an import', () => {
  // Each test restores the original state.
  beforeAll(open)

  test.each(kinds)('of kind %s restores everything and leaves nothing behind', async (kind) => {
    const before = await stateOf()
    const client = await imported(kind)
    expect(await stateOf()).not.toEqual(before)
    const { counts } = await client.undo()
    expect(counts).toMatchObject({ undone: counts.written, kept: 0 })
    expect(await stateOf()).toEqual(before)
    // Undone rows can be imported again.
    const again = await ImportClient.checked(fixtures, filesOf[kind])
    expect((await again.read()).counts).toMatchObject({ create: counts.create, update: counts.update })
    await again.remove()
  })
})

describe('undo of an import', () => {
  // An accepted offer that is kept would conflict with the sale: each kind has its own properties.
  beforeEach(open)

  test.each(kinds.filter((kind) => kind !== 'firm' && kind !== 'person-at-firm'))(
    'of kind %s keeps what somebody changed since, and says who and when',
    async (kind) => {
      const client = await imported(kind)
      fixtures.clock.advance({ minutes: 1 })
      await fixtures.as('staff').ok(addNote, { params: await place(), body: { message: 'Rang them' } })
      const { counts } = await client.undo()
      // For properties, the other one is deleted.
      expect(counts.kept).toBe(counts.written - (kind === 'property' ? 1 : 0))
      const rows = (await client.rows()).filter(({ keptBecause }) => keptBecause !== null)
      expect(new Set(rows.map(({ keptBecause }) => keptBecause))).toEqual(
        new Set([`Changed on ${showDateTime(fixtures.clock.now())} by staff people.`]),
      )
      fixtures.clock.advance({ minutes: 1 })
    },
  )
})

describe('undo of an import', () => {
  beforeAll(open)

  test('keeps firms and people that somebody changed, and reports who and when', async () => {
    for (const kind of ['firm', 'person-at-firm'] as const) {
      const client = await imported(kind)
      fixtures.clock.advance({ minutes: 1 })
      const contact = await firm('Wren LLP')
      const params = { ...fixtures.a, contactId: contact?._id ?? '' }
      if (kind === 'firm') await fixtures.as('branch').ok(updateContact, { params, body: { tel: '0118 496 0199' } })
      else {
        const poc = contact?.pocs.find(({ name }) => name === 'Una Quill')
        await fixtures.as('branch').ok(updatePoc, { params: { ...params, pocId: poc?._id ?? '' }, body: { note: 'Partner' } })
      }
      await client.undo()
      const kept = (await client.rows()).flatMap(({ keptBecause }) => keptBecause ?? [])
      expect(kept[0]).toBe(`Changed on ${showDateTime(fixtures.clock.now())} by branch people.`)
    }
  })

  test('keeps a firm to which somebody added a person', async () => {
    const client = await imported('firm')
    const params = { ...fixtures.a, contactId: (await firm('Larch'))?._id ?? '' }
    await company().ok(createPoc, { params, body: { name: 'Tansy Reed', email: 'tansy@larch.example' } })
    await client.undo()
    expect((await client.rows()).flatMap(({ keptBecause }) => keptBecause ?? [])).toEqual(['Tansy Reed was added to it since.'])
    expect(await firm('Larch')).toMatchObject({ pocs: [{ name: 'Tansy Reed' }] })
  })

  test('keeps a firm that acts in a kept sale of this import, even if only a note was added there', async () => {
    const client = await ImportClient.checked(
      fixtures,
      { name: 'firms.csv', content: csv('Firm ref,Name,Role', 'F7,Pike & Co,Solicitor') },
      { name: 'properties.csv', content: csv('Ref,Address 1,Postcode,Price', 'P7,7 Pike Road,RG30 6JT,425000') },
      {
        name: 'sales.csv',
        content: csv('Property ref,Buyer,Agreed price,Accepted on,Vendor solicitor', 'P7,K Merrow,405000,20/09/2025,Pike & Co'),
      },
    )
    await client.run()
    const preview = () => company().ok(previewUndo, { params: client.params })
    expect(await preview()).toMatchObject({ go: 2, stay: 0 })
    const { data } = await company().ok(listCompanyProperties, { params: fixtures.a, query: { textSearch: 'Pike' } })
    const params = { ...fixtures.first, propertyId: data[0]?._id ?? '' }
    await fixtures.as('staff').ok(addNote, { params, body: { message: 'Rang them' } })
    expect(await preview()).toMatchObject({ go: 0, stay: 2 })
    expect((await client.undo()).counts).toMatchObject({ undone: 0, kept: 3 })
    const kept = (await client.rows()).map(({ kind, keptBecause }) => [kind, keptBecause])
    expect(kept).toContainEqual(['firm', 'Acts in a sale.'])
  })
})
