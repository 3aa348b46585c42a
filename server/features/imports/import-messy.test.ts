import { readFileSync } from 'node:fs'
import { copyImportFile } from '@gya/domain/features/imports/imports.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { ImportClient } from './testing/import-client.ts'

/** "The messy file of 30 sales (29 columns)": [seat §19](docs/design/seat.md#19), story 5. */
const content = readFileSync(new URL('testing/messy-sales.csv', import.meta.url))

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const upload = async (open: { branchId?: null } = {}) => {
  const client = await ImportClient.open(fixtures, open)
  const fileId = await client.upload({ name: 'pipeline.csv', content })
  const params = { ...client.params, fileId }
  const { files } = await fixtures.as('company').ok(copyImportFile, { params, body: { kind: 'sale' } })
  return { client, files }
}
const query = async (text: string) => (await fixtures.database.pool.query(text, [fixtures.a.companyId])).rows

test('the messy file of 30 sales goes in: cells are left empty and listed, firms are rung, buyers have numbers', async () => {
  const { client, files } = await upload()
  const mapped = new Set(files.flatMap(({ columns }) => columns.flatMap(({ name, field }) => (field === null ? [] : [name]))))
  expect(mapped.size).toBe(29)
  expect(files.flatMap(({ missing }) => missing)).toEqual([])
  const { counts } = await client.check()
  const out = (await client.rows({ decision: 'error' })).map(({ kind, rowNo, issues }) => [kind, rowNo, issues[0]?.message])
  const why = (missing: string) =>
    `A sale stands on its accepted offer, and ${missing} is missing here. Fill in what is missing, or add a file of offers.`
  expect(out).toEqual([
    ['sale', 16, why('the buyer’s name')],
    ['sale', 28, why('the agreed price')],
  ])
  expect(counts).toMatchObject({ rows: 60, create: 58, error: 2, emptied: 29 })
  expect(Object.fromEntries(counts.unreadable.map(({ column, cells, examples }) => [column, [cells, ...examples]]))).toEqual({
    Tenure: [3, 'L/H?'],
    'Vendor Mobile': [3, 'call office'],
    'Vendor Email': [1, 'grace(at)sample'],
    Fee: [3, '50'],
    Negotiator: [3, 'Marnie Quillfeather'],
    'Sales Progressor': [3, 'Somebody Else'],
    Deposit: [3, '10%'],
    'Searches Ordered': [3, 'applied'],
    'Mortgage Offer': [3, 'awaiting'],
    'Completion Date': [3, 'mid April'],
  })
  const made = ['Badger and Sett Solicitors', 'Heron Legal', 'Mallow Conveyancing Ltd', 'Otter & Weir LLP', 'Sedge & Co']
  expect(counts.made).toEqual({ firms: made.map((name) => ({ name, alike: null })), people: 4 })
  const run = await client.run()
  expect(run.counts).toMatchObject({ written: 58, leftOut: 0, heldBack: 0 })
  const [sides] = await query(`
    select count(*)::int as named, count(*) filter (where coalesce(nullif(q.tel, ''), k.tel) <> '')::int as rung,
      count(distinct k.id)::int as firms, count(distinct q.id)::int as people
    from property_contact c join company_contact k on k.company_id = c.company_id and k.id = c.contact_id
    left join company_contact_poc q on q.company_id = c.company_id and q.id = c.poc_id
    join property p on p.company_id = c.company_id and p.id = c.property_id
    join property_report r on r.company_id = p.company_id and r.property_id = p.id
    where c.company_id = $1 and c.role like '%olicitor' and exists (select from external_ref e where e.object_id = p.id)`)
  expect(sides).toEqual({ named: 56, rung: 56, firms: 5, people: 4 })
  const [buyers] = await query(`
    select count(*) filter (where o.tel <> '')::int as tel from offer o
    where o.company_id = $1 and o.state = 'A' and exists (select from external_ref e where e.object_id = o.property_id)`)
  expect(buyers).toEqual({ tel: 24 })
  await client.undo()
})

test('a second upload of the messy file writes nothing, with a branch or without, and the undo of the first leaves nothing', async () => {
  const { client } = await upload()
  await client.check()
  await client.run()
  for (const open of [{}, { branchId: null }]) {
    const { client: again } = await upload(open)
    const { counts } = await again.check()
    const differing = (await again.rows()).filter(({ decision }) => decision !== 'same' && decision !== 'error')
    expect(differing.map(({ kind, rowNo, decision, plan }) => [kind, rowNo, decision, plan])).toEqual([])
    expect(counts).toMatchObject({ rows: 60, confirmed: 0, error: 2 })
    await again.remove()
  }
  expect((await client.undo()).counts).toMatchObject({ undone: 58, kept: 0 })
  const left = await query(`
    select p.line1 as name from property p where p.company_id = $1 and p.deleted_on is null and p.postcode like 'RG30%' and p.line1 like '%,%'
    union all select k.name from company_contact k
    where k.company_id = $1 and k.deleted_on is null and k.name in ('Heron Legal', 'Sedge & Co', 'Otter & Weir LLP')`)
  expect(left).toEqual([])
})
