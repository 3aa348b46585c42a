import { listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { describeReason } from '@gya/domain/features/timeline/describe-reason.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { ImportClient } from './testing/import-client.ts'

/** Related files of every kind in one import. [connect §1.3](docs/design/connect.md#1.3), rules 3 to 10, 13 and 14. */

const csv = (...lines: string[]) => lines.join('\n')

const firms = csv(
  'Firm ref,Name,Role,Email,Address',
  'F1,Wren & Tolliver LLP,Solicitor,office@wren.example,"1 High Street, Reading, RG1 1AA"',
  'F2,Larch Loans,Broker,,',
)
const people = csv('Firm,Name,Email', 'F1,Una Quill,una@wren.example', 'Nobody & Co,Vic,vic@nobody.example')
const properties = csv(
  'Ref,Address 1,Postcode,Price,Launched,Status',
  'P1,9 Ashbury Drive,RG30 6JT,"£425,000",01/09/2025,SSTC',
  'P2,10 Ashbury Drive,RG30 6JT,"£300,000",01/09/2025,Available',
  'P3,,RG30 6JT,"£300,000",01/09/2025,Available',
)
const vendors = csv(
  'Property ref,First name,Last name,Email',
  'P1,Bryony,Otter,bryony@otter.example',
  'P1,Odo,Otter,odo@otter.example',
)
const offers = csv(
  'Offer ref,Property ref,Buyer,Amount,Date,State',
  'O1,P1,T Ashgrove,412000,20/09/2025,Accepted',
  'O2,P1,K Merrow,400000,18/09/2025,Rejected',
  'O3,P3,Nobody,10000,18/09/2025,Pending',
  'O4,P2,Late Bird,280000,18/09/2025,Pending',
)
const sales = csv(
  'Property ref,Buyer,Agreed price,Vendor solicitor,Vendor solicitor contact,Buyer solicitor,Draft contracts,Searches applied,Survey date,Survey done,Chain',
  'P1,T Ashgrove,412000,wren and tolliver,una quill,Unknown & Sons,03/10/2025,10/10/2025,05/10/2025,06/10/2025,Incomplete',
)
const viewings = csv(
  'Property ref,Name,Day,Time',
  'P1,T Ashgrove,10/09/2025,10:30',
  'P2,Hazel Finch,11/09/2025,',
  'P2,Hazel Finch,11/09/2025,',
)
const notes = csv('Property ref,Text,Author,Written on,Step', 'P1,Keys at the office,J. Doe,03/10/2025,Searches back')

const all = [
  { name: 'notes.csv', content: notes },
  { name: 'sales.csv', content: sales },
  { name: 'offers.csv', content: offers },
  { name: 'people.csv', content: people },
  { name: 'properties.csv', content: properties },
  { name: 'vendors.csv', content: vendors },
  { name: 'viewings.csv', content: viewings },
  { name: 'firms.csv', content: firms },
]

let fixtures: Fixtures
let client: ImportClient
beforeAll(async () => {
  fixtures = await openFixtures()
  client = await ImportClient.checked(fixtures, ...all)
})
afterAll(() => fixtures.close())

const find = async (textSearch: string) => {
  const { data } = await fixtures.as('company').ok(listCompanyProperties, { params: fixtures.a, query: { textSearch } })
  return data
}
const propertyOf = async (textSearch: string) =>
  fixtures.as('company').ok(readProperty, { params: { ...fixtures.first, propertyId: (await find(textSearch))[0]?._id ?? '' } })

describe('An import of files of every kind', () => {
  test('the check decides every row, whatever the order of the files', async () => {
    const { counts, files } = await client.read()
    expect(files.map(({ kind }) => kind)).toEqual([
      'note',
      'sale',
      'offer',
      'person-at-firm',
      'property',
      'vendor',
      'viewing',
      'firm',
    ])
    const rows = await client.rows()
    const words = new Map(rows.map(({ title, decision, issues }) => [title, [decision, issues.map(({ message }) => message)]]))
    expect(words.get('Vic, Nobody & Co')).toEqual([
      'error',
      ['There is no firm “Nobody & Co”, neither in these files nor in GYA.'],
    ])
    expect(words.get('Odo Otter')).toEqual([
      'error',
      ['vendors.csv, line 2 already names its vendor. A property has one vendor in GYA.'],
    ])
    expect(words.get('Nobody')).toEqual(['error', ['Its property, properties.csv, line 4, has an error.']])
    expect(rows.filter(({ title }) => title === 'Hazel Finch').map(({ decision }) => decision)).toEqual(['create', 'error'])
    expect(rows.find(({ kind }) => kind === 'sale')?.issues.map(({ message }) => message)).toEqual([
      'Survey 1: no type is given. It is taken as a home buyers survey.',
      'Memo of sale sent: taken as done on 03/10/2025, because Draft contracts issued was done then.',
    ])
    expect(counts).toMatchObject({
      rows: 18,
      error: 5,
      create: 13,
      confirmed: 13,
      made: { firms: [{ name: 'Unknown & Sons' }], people: 0 },
    })
  })

  test('a group is written with its offers, its sale, its viewings and its notes; counts agree (rules 7 and 14)', async () => {
    const done = await client.run()
    expect(done).toMatchObject({ state: 'done', counts: { written: 13, heldBack: 0, leftOut: 0, confirmed: 13 } })
    const sold = await propertyOf('9 Ashbury')
    expect(sold).toMatchObject({
      owner: { firstName: 'Bryony', lastName: 'Otter', email: 'bryony@otter.example' },
      buyer: { name: 'T Ashgrove' },
      mi: { agreedPrice: 412_000, chain: 2 },
      contacts: {
        solicitor: { contact: { name: 'Wren & Tolliver LLP' }, poc: { name: 'Una Quill' } },
        buyerDetails: { solicitor: { contact: { name: 'Unknown & Sons' }, poc: null } },
      },
      viewings: [{ name: 'T Ashgrove', when: '2025-09-10', time: '10:30' }],
    })
    expect(sold.offers.map(({ name, state, acceptedOn }) => [name, state, acceptedOn])).toEqual(
      expect.arrayContaining([
        ['T Ashgrove', 'A', '2025-09-20'],
        ['K Merrow', 'R', null],
      ]),
    )
    expect((await propertyOf('10 Ashbury')).viewings).toHaveLength(1)
    const { data } = await fixtures.as('company').ok(listNotes, { params: { ...fixtures.first, propertyId: sold._id } })
    expect(data).toMatchObject([{ message: '[J. Doe, 03/10/2025] Keys at the office', timelineKey: 33 }])
  })

  test('steps have the days of the file; then the rules run once, with a reason; no e-mail is queued (story 5, rules 8 and 9)', async () => {
    const { timeline } = await propertyOf('9 Ashbury')
    const step = (key: number) => timeline.data.find((one) => one.key === key)
    expect(step(4)).toMatchObject({ state: 'C', completedOn: '2025-09-20' })
    expect(step(31)).toMatchObject({ state: 'C', completedOn: '2025-10-03' })
    expect(step(32)).toMatchObject({ state: 'C', completedOn: '2025-10-10' })
    expect(step(33)).toMatchObject({ state: 'IP', startedOn: '2025-10-10', wasAutoSetToInProgress: true })
    expect(step(34)).toMatchObject({ state: 'NS' })
    expect(step(5)).toMatchObject({ state: 'C', completedOn: '2025-10-06', surveyData: { date: '2025-10-05' } })
    const because = step(33)?.because
    expect(because && describeReason(because, [])).toBe('Started by the import of 10/03/2026 because of Searches applied for')
    expect((await fixtures.database.pool.query('select from mail')).rowCount).toBe(0)
    const { rows } = await fixtures.database.pool.query<{ on: string }>(
      `select data ->> 'on' as on from event where kind = 'step-changed' and (data ->> 'key')::int = 31`,
    )
    expect(rows).toEqual([{ on: '2025-10-03' }])
  })

  test('importing the same files again writes nothing: all rows are same or duplicate (story 2, rule 3)', async () => {
    const again = await ImportClient.checked(fixtures, ...all)
    expect((await again.read()).counts).toMatchObject({ create: 0, update: 0, confirmed: 0 })
  })

  test('undo removes the firms, accounts, properties and references that the import created (rule 13)', async () => {
    const undone = await client.undo()
    expect(undone).toMatchObject({ state: 'undone', counts: { undone: 13, kept: 0 } })
    expect(await find('Ashbury')).toEqual([])
    for (const textSearch of ['Wren', 'Unknown'])
      expect((await fixtures.as('company').ok(listContacts, { params: fixtures.a, query: { textSearch } })).data).toEqual([])
    const left = await fixtures.database.pool.query(
      `select (select count(*)::int from external_ref) as refs,
        (select count(*)::int from app_user where email like '%otter.example' and deleted_on is null) as accounts`,
    )
    expect(left.rows).toEqual([{ refs: 0, accounts: 0 }])
  })
})
