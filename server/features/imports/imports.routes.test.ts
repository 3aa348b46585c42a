import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { saveAssignRule } from '@gya/domain/features/assignment/assignment.contract.ts'
import { readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import {
  checkImport,
  chooseImportRows,
  createImport,
  deleteImport,
  downloadImportReport,
  previewUndo,
  readImport,
  runImport,
} from '@gya/domain/features/imports/imports.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { listCompanyProperties, readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { readTodayPeople } from '@gya/domain/features/today/today.contract.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { statementsDuring } from '../../../test/support/statements-during.ts'
import { tamper } from '../../../test/support/tampering.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { readMigrations } from '../../db/schema-files.ts'
import { readVendorMessages } from '../vendor-portal/vendor-portal.read-model.ts'
import { ImportClient } from './testing/import-client.ts'

let fixtures: Fixtures
beforeEach(async () => {
  fixtures = await openFixtures()
  return () => fixtures.close()
})

const head = 'Ref;Address 1;Town;Postcode;Price;Launched;Vendor name;Vendor email'
const three = [
  head,
  'A1;1 Café Row;Reading;rg306dt;£259,950;02/10/2025;Mrs Bryony Otter;otter@sample.example',
  'A2;2 Chapel Rd;Reading;RG30 6DU;£300,000;;;',
  'A3;3 Chapel Road;Reading;RG30 6DU;£310,000.00;01/02/2026;;',
].join('\r\n')

const properties = async (textSearch: string) =>
  (await fixtures.as('company').ok(listCompanyProperties, { params: fixtures.a, query: { textSearch } })).data

const priceOf = async (propertyId: string) => {
  const { mi } = await fixtures.as('company').ok(readProperty, { params: { ...fixtures.first, propertyId } })
  return mi.currentAskingPrice
}

const propertyOf = async (textSearch: string) => {
  // "3 Row" finds telephone numbers with a 3 too.
  const rows = await properties(textSearch)
  const row = rows.find(({ address }) => address.line1 === textSearch) ?? rows[0]
  return fixtures.as('company').ok(readProperty, { params: { ...fixtures.first, propertyId: row?._id ?? '' } })
}

describe('An import of properties', () => {
  test('a CSV of 3 properties, ;, Windows-1252, is recognised and written (story 1); counts agree', async () => {
    const content = Buffer.from(three.replace('é', '\u00e9').replaceAll('£', '\u00a3'), 'latin1')
    const client = await ImportClient.checked(fixtures, { content })
    const checked = await client.read()
    expect(checked.state).toBe('checked')
    expect(checked.files[0]).toMatchObject({ kind: 'property', format: 'csv', rows: 3, missing: [] })
    expect(checked.counts).toMatchObject({ rows: 3, create: 3, confirmed: 3, toCreate: 3, toUpdate: 0, groups: 3 })
    const done = await client.run()
    expect(done).toMatchObject({ state: 'done', counts: { written: 3, heldBack: 0, leftOut: 0, groupsDone: 3 } })
    const cafe = await propertyOf('Café Row')
    expect(cafe).toMatchObject({
      phase: 'forSale',
      address: { line1: '1 Café Row', postcode: 'RG30 6DT' },
      mi: { currentAskingPrice: 259_950 },
      owner: { firstName: 'Mrs Bryony', lastName: 'Otter', email: 'otter@sample.example' },
    })
    expect(cafe.timeline.data.find(({ key }) => key === 2)).toMatchObject({ state: 'C', completedOn: '2025-10-02' })
    expect((await propertyOf('2 Chapel Rd')).phase).toBe('preForSale')
  })

  test('until Import now nothing outside the import tables is written (rule 1)', async () => {
    const client = await ImportClient.open(fixtures)
    const before = await databaseChecksum(fixtures.database)
    await client.upload({ content: three })
    await client.check()
    const after = await databaseChecksum(fixtures.database)
    const differing = Object.keys(after).filter(
      (name) => after[name] !== before[name] && !/^public.(import|session|loose_file)|graphile/.test(name),
    )
    expect(differing).toEqual([])
  })

  test('no e-mail is queued, vendors have no message, and the record says import, line and reference (rules 9, 10)', async () => {
    const client = await ImportClient.checked(fixtures, { content: three })
    await client.run()
    const { rows } = await fixtures.database.pool.query(
      `select kind, via, via_id, data ->> 'ref' as ref, data ->> 'line' as line from event where kind = 'imported' order by data ->> 'ref'`,
    )
    expect(rows[0]).toEqual({ kind: 'imported', via: 'import', via_id: client.params.importId, ref: 'A1', line: '2' })
    expect(rows).toHaveLength(3)
    expect((await fixtures.database.pool.query('select from mail')).rowCount).toBe(0)
    expect((await fixtures.database.pool.query('select from vendor_news')).rowCount).toBe(0)
    const owned = await fixtures.database.pool.query<{ ownerId: string }>(
      `select p.owner_id as "ownerId" from property p join event e on e.property_id = p.id where e.kind = 'imported'`,
    )
    const { companyId } = fixtures.first
    const filters = { companyId, today: londonDay(fixtures.clock.now()) }
    for (const { ownerId } of owned.rows)
      expect(await readVendorMessages(fixtures.database.db, { ...filters, ownerId })).toMatchObject({ count: 0 })
  })

  test('lists and the report show the day on which the file says a property was taken on (rule 10)', async () => {
    const content = ['Ref;Address 1;Postcode;Taken on', 'T1;1 Taken Row;RG30 6AA;05/01/2026', 'T2;2 Taken Row;RG30 6AA;'].join(
      '\n',
    )
    const takenOn = async () => {
      const { rows } = await fixtures.database.pool.query(
        "select line1, taken_on::text from property_report where line1 like '%Taken Row' order by line1",
      )
      return rows.map(({ taken_on }) => taken_on)
    }
    await (await ImportClient.checked(fixtures, { content })).run()
    expect(await takenOn()).toEqual(['2026-01-05', londonDay(fixtures.clock.now())])
    const corrected = await ImportClient.checked(fixtures, { content: content.replace('05/01/2026', '06/01/2026') })
    await corrected.run()
    expect((await takenOn())[0]).toBe('2026-01-06')
    await corrected.undo()
    expect((await takenOn())[0]).toBe('2026-01-05')
  })

  test('a vendor’s e-mail with another name, in GYA or in these files, leaves the vendor unknown; in a file of vendors a person decides', async () => {
    const content = [
      'Our ref,Address 1,Postcode,Vendor first name,Vendor last name,Vendor email',
      'Y1,1 Lade Lane,LK5 1AA,Ivy,Heron,info@agency.example',
      'Y2,2 Lade Lane,LK5 1AB,Jack,Daw,info@agency.example',
      'Y3,3 Lade Lane,LK5 1AC,Mrs Ivy,HERON,info@agency.example',
      `Y4,4 Lade Lane,LK5 1AD,Jack,Daw,${fixtures.emailOf('vendor')}`,
      'Y5,5 Lade Lane,LK5 1AE,,,',
    ].join('\n')
    const vendors =
      'Property ref,First name,Last name,Email\nY5,Jack,Daw,info@agency.example\nY5,Jill,Daw,info@agency.example\nY5,J,Daw,info@agency.example'
    const client = await ImportClient.checked(fixtures, { content }, { name: 'vendors.csv', content: vendors, kind: 'vendor' })
    const rows = await client.rows()
    expect(rows.map(({ decision }) => decision)).toEqual([...Array(5).fill('create'), 'duplicate', 'error', 'error'])
    expect(rows[6]?.issues.map(({ message }) => message)).toEqual([
      'The same as line 2. An e-mail address is one account: give each vendor one of their own.',
    ])
    const words = rows.map(({ issues }) => issues.find(({ code }) => code === 'other-vendor')?.message ?? '')
    const unknown = 'The property comes with an unknown vendor'
    expect(words[1]).toContain(`info@agency.example belongs to Ivy Heron in properties.csv, line 2. ${unknown}`)
    expect(words[3]).toContain(`${fixtures.emailOf('vendor')} belongs to the vendor vendor people. ${unknown}`)
    expect(words[5]).toContain('belongs to Ivy Heron in properties.csv, line 2. They would get this property')
    const choose = (row: (typeof rows)[number] | undefined, choice: 'create' | 'update') => ({
      params: client.params,
      body: { fileId: row?.fileId ?? '', rowNos: [row?.rowNo ?? 0], choice },
    })
    expect(await fixtures.as('company').refusal(chooseImportRows, choose(rows[5], 'update'))).toMatchObject({
      status: 400,
      issues: [{ path: 'choice', message: 'These rows have nothing to update.' }],
    })
    const { counts } = await client.run()
    expect(counts).toMatchObject({ written: 5, heldBack: 0, leftOut: 0 })
    const owners = await fixtures.database.pool.query(
      "select p.line1, u.first_name || ' ' || u.last_name as name from property p join app_user u on u.id = p.owner_id where line1 like '%Lade Lane' order by 1",
    )
    expect(owners.rows).toEqual([
      { line1: '1 Lade Lane', name: 'Ivy Heron' },
      { line1: '2 Lade Lane', name: 'Vendor of 2 Lade Lane' },
      { line1: '3 Lade Lane', name: 'Ivy Heron' },
      { line1: '4 Lade Lane', name: 'Vendor of 4 Lade Lane' },
      { line1: '5 Lade Lane', name: 'Vendor of 5 Lade Lane' },
    ])
  })

  test('a withdrawal counts on its own day, once, also if a later import corrects the day', async () => {
    const content = (day: string) =>
      ['Ref;Address 1;Postcode;Taken on;Withdrawn on', `W1;1 Weir Row;RG30 6AA;05/01/2025;${day}`].join('\n')
    const withdrawals = async () => {
      const { rows } = await fixtures.database.pool.query<{ day: string }>(
        "select on_day::text as day from property_happening where what = 'withdrawn'",
      )
      return rows.map(({ day }) => day)
    }
    await (await ImportClient.checked(fixtures, { content: content('03/02/2025') })).run()
    expect(await withdrawals()).toEqual(['2025-02-03'])
    await (await ImportClient.checked(fixtures, { content: content('04/02/2025') })).run()
    expect(await withdrawals()).toEqual(['2025-02-04'])
    const { rows } = await fixtures.database.pool.query(
      "select data ->> 'on' as day from event where kind = 'withdrawn' order by at, id",
    )
    expect(rows).toEqual([{ day: '2025-02-03' }, { day: '2025-02-04' }])
    // Imports before version 0.1.0 did not write the day into the entry.
    const { pool } = fixtures.database
    await tamper(pool, "update event set data = data - 'on' where kind = 'withdrawn'")
    const migration = (await readMigrations()).find(({ name }) => name === '0401-days-of-withdrawals.sql')
    for (const derive of [migration?.text ?? '', 'select keep_happenings(company_id, property_id) from property_happening']) {
      await pool.query("update property_happening set on_day = '2026-01-01' where what = 'withdrawn'")
      await pool.query(derive)
      expect(await withdrawals()).toEqual(['2025-02-04'])
    }
  })

  test('an unchanged row has no warnings', async () => {
    const sales = (buyer: string) =>
      ['Property ref;Buyer;Agreed price;Accepted on;Vendor solicitor contact', `A1;${buyer};250,000;01/03/2026;Nobody`].join('\n')
    const send = (buyer: string) =>
      ImportClient.checked(fixtures, { content: three }, { name: 'sales.csv', content: sales(buyer), kind: 'sale' })
    const first = await send('Bea Uyer')
    const warned = (await first.rows()).find(({ kind }) => kind === 'sale')
    expect(warned?.issues.map(({ message }) => message).join()).toContain('is left empty.')
    await first.run()
    const again = (await (await send('Bea Uyer')).rows()).find(({ kind }) => kind === 'sale')
    expect(again).toMatchObject({ decision: 'same', issues: [] })
  })

  test('a sale without a column for the memorandum: later steps complete it, also for the forecast', async () => {
    const today = londonDay(fixtures.clock.now())
    const ago = (days: number) => addDays(today, -days)
    const homes = ['Our ref;Address 1;Postcode', 'F1;1 Forecast Row;RG30 6AA'].join('\n')
    const sales = [
      'Our ref;Buyer;Agreed price;Accepted on;Draft contracts;Searches applied',
      `F1;Bea;250,000;${ago(50)};${ago(35)};${ago(30)}`,
    ]
    const client = await ImportClient.checked(
      fixtures,
      { content: homes },
      { name: 'sales.csv', content: sales.join('\n'), kind: 'sale' },
    )
    await client.run()
    const { _id: propertyId } = await propertyOf('Forecast Row')
    const { forecast } = await fixtures.as('staff').ok(readSaleForecast, { params: { ...fixtures.first, propertyId } })
    const { timeline } = await propertyOf('Forecast Row')
    expect(timeline.data.find(({ key }) => key === stepKeys.MemoOfSaleSent)).toMatchObject({ state: 'C', completedOn: ago(35) })
    // Draft contracts have no start of their own, so only the searches and what has started since count.
    expect(forecast?.pace).toBeGreaterThan(0.65)
    expect(forecast?.halfBy).not.toBeNull()
    expect(forecast?.rows.find(({ key }) => key === stepKeys.MemoOfSaleSent)?.status).toBe('done')
  })

  test('28 sales shared among two by load: 14 each, the row’s own kept; the undo leaves none (story 10 of [seat §19](docs/design/seat.md#19))', async () => {
    const [ada, bea] = await Promise.all(
      ['ada', 'bea'].map((name) =>
        fixtures.addUser({
          type: 'BRANCH_STAFF',
          email: `${name}@shared.example`,
          ...fixtures.a,
          branchId: fixtures.first.branchId,
        }),
      ),
    )
    const rows = (row: (nth: number) => string) => Array.from({ length: 30 }, (_, nth) => row(nth))
    const own = (nth: number) => (nth === 0 ? fixtures.emailOf('staff') : '')
    const state = (nth: number) => (nth === 1 ? '02/02/2026' : '')
    const client = await ImportClient.checked(
      fixtures,
      { content: ['Our ref;Address 1;Postcode', ...rows((nth) => `S${nth};${nth} Shared Row;RG30 6${nth % 10}AB`)].join('\n') },
      {
        name: 'sales.csv',
        kind: 'sale',
        content: [
          'Our ref;Buyer;Agreed price;Accepted on;Sales progressor;Fell through on',
          ...rows((nth) => `S${nth};Bea;250,000;01/02/2026;${own(nth)};${state(nth)}`),
        ].join('\n'),
      },
    )
    expect((await client.read()).counts).toMatchObject({ error: 0, withoutProgressor: 28 })
    await client.run({ share: { among: [ada ?? '', bea ?? ''], by: 'load' } })
    const salesOf = async () => {
      const { data } = await fixtures.as('company').ok(readTodayPeople, { params: fixtures.a, query: {} })
      return [ada, bea, fixtures.idOf.staff].map((id) => data.find(({ userId }) => userId === id)?.sales ?? 0)
    }
    expect(await salesOf()).toEqual([14, 14, 1])
    expect((await propertyOf('1 Shared Row')).contacts.bStaff).toBeNull()
    await client.undo()
    expect(await salesOf()).toEqual([0, 0, 0])
  })

  test('without Share the rule of the branch chooses for sales that the import agrees; shared in turn, one after the other', async () => {
    const [ada = '', bea = ''] = await Promise.all(
      ['ada', 'bea'].map((name) =>
        fixtures.addUser({
          type: 'BRANCH_STAFF',
          email: `${name}@turn.example`,
          ...fixtures.a,
          branchId: fixtures.first.branchId,
        }),
      ),
    )
    await fixtures.as('company').ok(saveAssignRule, { params: fixtures.first, body: { rule: 'load', among: [bea] } })
    const sale = (ref: string) => [
      { content: `Our ref;Address 1;Postcode\n${ref}1;1 ${ref} Row;RG30 6AA\n${ref}2;2 ${ref} Row;RG30 6AB` },
      {
        name: 'sales.csv',
        kind: 'sale' as const,
        content: `Our ref;Buyer;Agreed price;Accepted on\n${ref}1;Bea;250,000;01/02/2026\n${ref}2;Bo;250,000;01/02/2026`,
      },
    ]
    const staffOf = async (line: string) => (await propertyOf(line)).contacts.bStaff?._id
    await (await ImportClient.checked(fixtures, ...sale('Rule'))).run()
    expect([await staffOf('1 Rule Row'), await staffOf('2 Rule Row')]).toEqual([bea, bea])
    await (await ImportClient.checked(fixtures, ...sale('Turn'))).run({ share: { among: [bea, ada], by: 'turn' } })
    const last = await staffOf('2 Turn Row')
    expect(new Set([await staffOf('1 Turn Row'), last])).toEqual(new Set([ada, bea]))
    const { rows } = await fixtures.database.pool.query(`select share from import where share ->> 'by' = 'turn'`)
    expect(rows).toEqual([{ share: { among: [bea, ada], by: 'turn', last } }])
  })

  test('a reopened memorandum stays open when the sale is imported again with another price (rule 5)', async () => {
    const homes = ['Our ref;Address 1;Postcode', 'R1;1 Reopened Row;RG30 6AA'].join('\n')
    const send = (price: string) =>
      ImportClient.checked(
        fixtures,
        { content: homes },
        {
          name: 'sales.csv',
          content: `Our ref;Buyer;Agreed price;Accepted on;Draft contracts\nR1;Bea;${price};01/02/2026;20/02/2026`,
          kind: 'sale',
        },
      )
    await (await send('250,000')).run()
    const { _id: propertyId } = await propertyOf('Reopened Row')
    const params = { ...fixtures.first, propertyId }
    await fixtures.as('company').ok(saveTimeline, { params, body: { timeline: [{ key: stepKeys.MemoOfSaleSent, state: 'IP' }] } })
    const again = await send('245,000')
    const sale = (await again.rows()).find(({ kind }) => kind === 'sale')
    expect(sale).toMatchObject({ decision: 'update', issues: [] })
    await again.run()
    const { timeline, mi } = await propertyOf('Reopened Row')
    expect(mi.agreedPrice).toBe(245_000)
    expect(timeline.data.find(({ key }) => key === stepKeys.MemoOfSaleSent)?.state).toBe('IP')
  })

  test('errors have line and column; unreadable cells of other fields are left empty and counted by column; the others are written (story 4, rules 4 and 6)', async () => {
    const content = [
      head,
      'B1;;Reading;RG30 6AA;-500,000;;;',
      'B2;2 Otter Way;Reading;RG30 6AA;£300,000;31/02/2026;;',
      'B3;3 Otter Way;Reading;RG30 6AA;£300,000;01/02/2026;;',
      'B4;3 Otter way;Reading;RG306AA;£310,000;;;',
    ].join('\n')
    const client = await ImportClient.checked(fixtures, { content })
    const rows = await client.rows()
    expect(rows.map(({ rowNo, decision }) => [rowNo, decision])).toEqual([
      [2, 'error'],
      [3, 'create'],
      [4, 'create'],
      [5, 'create'],
    ])
    expect(rows[0]?.issues.map(({ level, column }) => [level, column])).toEqual([
      ['error', 'Address 1'],
      ['empty', 'Price'],
    ])
    expect(rows[1]?.issues[0]).toMatchObject({ level: 'empty', column: 'Launched' })
    const { counts } = await client.read()
    expect(counts).toMatchObject({
      emptied: 1,
      unreadable: [
        { column: 'Price', field: 'askingPrice', cells: 1, of: 4, examples: ['-500,000'] },
        { column: 'Launched', field: 'launchedOn', cells: 1, of: 2, examples: ['31/02/2026'] },
      ],
    })
    expect((await client.rows({ level: 'empty' })).map(({ rowNo }) => rowNo)).toEqual([3])
    const message = 'The same address as line 4. Their references differ, so they are two properties.'
    expect(rows[3]?.issues).toContainEqual(expect.objectContaining({ level: 'warning', message }))
    expect((await client.run()).counts).toMatchObject({ rows: 4, error: 1, create: 3, confirmed: 3, written: 3, emptied: 1 })
  })

  test('properties without a branch are counted, and the check takes one for all of them', async () => {
    const client = await ImportClient.open(fixtures, { branchId: null })
    await client.upload({
      content: [head, 'B8;8 Otter Way;Reading;RG30 6AA;;;;', 'B9;9 Otter Way;Reading;RG30 6AA;;;;'].join('\n'),
    })
    expect((await client.check()).counts).toMatchObject({ error: 2, withoutBranch: 2 })
    expect((await client.rows()).flatMap(({ issues }) => issues.map(({ code }) => code))).toContain('no-branch')
    const body = { branchId: fixtures.b.companyId }
    expect(await fixtures.as('company').refusal(checkImport, { params: client.params, body })).toMatchObject({
      code: 'NOT_FOUND',
    })
    const { counts, branch } = await client.check({ branchId: fixtures.second.branchId })
    expect(counts).toMatchObject({ error: 0, create: 2, withoutBranch: 0 })
    expect(branch?._id).toBe(fixtures.second.branchId)
    await client.remove()
  })

  test('PUT company/{c}/import/{i}/file/{f}/mapping with `strict`: unreadable cells of the column are errors, for later files too', async () => {
    const content = ['Our ref;Address 1;Postcode;Guide price;Beds', 'ST1;1 Strict Row;RG30 6AA;250.000;many'].join('\n')
    const client = await ImportClient.checked(fixtures, { content })
    const issuesOf = async (one: ImportClient) =>
      (await one.rows()).flatMap(({ decision, issues }) => [decision, ...issues.map(({ level, column }) => `${level} ${column}`)])
    expect(await issuesOf(client)).toEqual(['create', 'empty Guide price', 'empty Beds', 'warning null'])
    const [file] = (await client.read()).files
    expect(file?.columns.map(({ name, isUnread }) => [name, isUnread])).toContainEqual(['Guide price', true])
    await client.map(file?._id ?? '', { strict: ['Guide price', 'No such column'] })
    await client.check()
    expect(await issuesOf(client)).toEqual(['error', 'error Guide price', 'empty Beds'])
    const later = await ImportClient.checked(fixtures, { content })
    expect((await later.read()).files[0]?.strict).toEqual(['Guide price'])
    expect(await issuesOf(later)).toEqual(['error', 'error Guide price', 'empty Beds'])
    for (const one of [client, later]) await one.remove()
  })

  test('a corrected row in a later file is not a duplicate of the row with the error, and its property has no error (rules 4 and 6)', async () => {
    const sales = (...lines: string[]) => ['Our ref;Buyer;Agreed price', ...lines].join('\n')
    const client = await ImportClient.checked(
      fixtures,
      {
        name: 'homes.csv',
        content: [
          head,
          'M1;;Reading;RG30 6AA;£300,000;01/02/2026;;',
          'M2;2 Mended Row;Reading;RG30 6AA;£300,000;01/02/2026;;',
        ].join('\n'),
      },
      { name: 'homes-errors.csv', content: [head, 'M1;1 Mended Row;Reading;RG30 6AA;£300,000;01/02/2026;;'].join('\n') },
      { name: 'sales.csv', content: sales('M1;Bea;'), kind: 'sale' },
      { name: 'sales-errors.csv', content: sales('M1;Bea;250,000', 'M1;Bea;240,000'), kind: 'sale' },
    )
    expect((await client.rows()).map(({ decision, issues }) => [decision, issues[0]?.code])).toEqual([
      ['error', 'cell'],
      ['create', 'no-vendor-email'],
      ['create', 'no-vendor-email'],
      ['error', 'no-offer'],
      ['create', 'no-day'],
      ['error', 'same-line'],
    ])
    expect((await client.run()).counts).toMatchObject({ written: 3, leftOut: 0 })
  })

  test('a message does not repeat its column; a refused day of acceptance does not count as missing; a month-first day is reported once', async () => {
    const client = await ImportClient.checked(
      fixtures,
      {
        name: 'homes.csv',
        content: [
          'Our ref;Address 1;Postcode;Progressor;Vendor email',
          'D1;1 Day Row;RG30 6AA;Nobody Known;d1@sample.example',
          'D2;2 Day Row;RG30 6AA;;d2@sample.example',
        ].join('\n'),
      },
      {
        name: 'sales.csv',
        content: 'Our ref;Buyer;Agreed price;Accepted on\nD1;Bea;250,000;03/25/2026\nD2;Cy;250,000;01/02/2026',
        kind: 'sale',
      },
    )
    const said = (await client.rows()).map(({ issues }) => issues.map(({ column, message }) => `${column}: ${message}`))
    expect(said).toEqual([
      ['Progressor: Nobody called "Nobody Known" works here. It is left empty.'],
      [],
      ['Accepted on: "03/25/2026" has the month first. Days must come first: 25/03/2026.'],
      ['Accepted on: Not read, because of "03/25/2026" in line 2.'],
    ])
    expect((await client.read()).files.map(({ notices }) => notices)).toEqual([
      [],
      [
        'Accepted on: "03/25/2026" in line 2 can only have the month first, so no day of this column is read. Correct it, or leave the column out.',
      ],
    ])
  })

  test('a property marked as sold without an accepted offer has a warning in the check and after the run', async () => {
    const homes = [
      'Our ref;Address 1;Postcode;Status;Vendor email',
      ...[1, 2, 3, 4].map((n) => `S${n};${n} Sold Row;RG30 6AA;SSTC;v${n}@sample.example`),
      'S5;5 Sold Row;RG30 6AA;Available;v5@sample.example',
    ].join('\n')
    const sales =
      'Our ref;Buyer;Agreed price;Accepted on;Exchanged\nS2;Bea;250,000;01/02/2026;\nS3;Cy;250,000;01/02/2026;20/02/2026'
    const offers = 'Property ref;Buyer;Amount;State\nS4;Di;250,000;Pending'
    const files = [
      { name: 'homes.csv', content: homes },
      { name: 'offers.csv', content: offers, kind: 'offer' as const },
    ]
    const client = await ImportClient.checked(fixtures, ...files, { name: 'sales.csv', content: sales, kind: 'sale' })
    const warnings = async () =>
      (await client.rows())
        .filter(({ kind }) => kind === 'property')
        .map(({ issues }) => issues.map(({ message }) => message).join())
    const words = 'Its status in the file is read as Sold STC, but no accepted offer was imported: it is For sale.'
    // An exchange without a completion date is Sold STC, which its own row says.
    expect(await warnings()).toEqual([words, '', '', words, ''])
    expect((await client.read()).counts).toMatchObject({ error: 0, warnings: 3 })
    expect((await client.rows({ level: 'warning' })).map(({ title }) => title)).toHaveLength(3)
    expect((await client.run()).counts).toMatchObject({ written: 8, warnings: 3 })
    expect(await warnings()).toEqual([words, '', '', words, ''])
    for (const [line1, phase] of [
      ['2 Sold Row', 'sold'],
      ['3 Sold Row', 'sold'],
      ['4 Sold Row', 'forSale'],
    ] as const)
      expect([line1, (await propertyOf(line1)).phase]).toEqual([line1, phase])
  })

  test('the check counts rows that say something is done without its day, and names their lines', async () => {
    const homes = [
      'Our ref;Address 1;Postcode;Status;Vendor email',
      ...[1, 2, 3, 4].map((n) => `N${n};${n} Dayless Row;RG30 6AA;${n === 4 ? 'Withdrawn' : ''};n${n}@sample.example`),
    ].join('\n')
    const offers = 'Property ref;Buyer;Amount;State\nN3;Cy;250,000;Accepted'
    const sales = [
      'Our ref;Buyer;Agreed price;Accepted on;Draft contracts issued state;Searches applied for state;Searches applied for done',
      'N1;Ann;250,000;01/02/2026;Complete;Complete;20/02/2026',
      'N2;Bea;250,000;01/02/2026;In progress;Complete;20/02/2026',
    ].join('\n')
    const client = await ImportClient.checked(
      fixtures,
      { name: 'homes.csv', content: homes },
      { name: 'offers.csv', content: offers, kind: 'offer' },
      { name: 'sales.csv', content: sales, kind: 'sale' },
    )
    const { counts, files } = await client.read()
    const nameOf = new Map(files.map(({ _id, name }) => [_id, name]))
    expect(counts.undated).toBe(3)
    expect(counts.undatedRows.map(({ fileId, rowNo }) => [nameOf.get(fileId), rowNo])).toEqual([
      ['homes.csv', 5],
      ['offers.csv', 2],
      ['sales.csv', 2],
    ])
    const said = (await client.rows()).flatMap(({ issues }) => issues.map(({ message }) => message))
    expect(said).toContain('Draft contracts issued is complete without a day: the day of the import is used.')
    expect(said).toContain('No day of acceptance: the day of the import is used.')
    expect(said).toContain('No day of withdrawal: the day of the import is used.')
    await client.run()
    const { timeline } = await propertyOf('1 Dayless Row')
    const done = (key: number) => timeline.data.find((step) => step.key === key)?.completedOn
    expect([done(stepKeys.DraftContractsIssued), done(stepKeys.SearchesAppliedFor)]).toEqual([
      londonDay(fixtures.clock.now()),
      '2026-02-20',
    ])
  })

  test('the check refuses a sale that the run would refuse, in the same words (rule 6)', async () => {
    const homes = ['Our ref;Address 1;Postcode', ...[1, 2, 3, 4].map((n) => `E${n};${n} Exchange Row;RG30 6AA`)].join('\n')
    const offers = ['Property ref;Buyer;Amount;State;Accepted on', 'E3;Cy;300,000;Accepted;02/02/2026'].join('\n')
    const sales = [
      'Our ref;Buyer;Agreed price;Accepted on;Exchanged;Completed;Completion date',
      'E1;Ann;250,000;01/02/2026;20/02/2026;;',
      'E2;Bea;250,000;01/02/2026;20/02/2026;;20/03/2026',
      'E3;Cy;300,000;;20/02/2026;;',
      'E4;Di;250,000;01/02/2026;;20/02/2026;',
    ].join('\n')
    const files = [
      { name: 'homes.csv', content: homes },
      { name: 'offers.csv', content: offers, kind: 'offer' as const },
    ]
    const client = await ImportClient.checked(fixtures, ...files, { name: 'sales.csv', content: sales, kind: 'sale' })
    const saleRows = async (of: ImportClient) =>
      (await of.rows())
        .filter(({ kind }) => kind === 'sale')
        .map(({ decision, issues }) => [decision, issues.find(({ level }) => level === 'error')?.message])
    const expected = [
      ['create', undefined],
      ['create', undefined],
      ['create', undefined],
      ['error', 'Completed needs Exchanged: complete that step first.'],
    ]
    expect(await saleRows(client)).toEqual(expected)
    expect((await client.run()).counts).toMatchObject({ written: 8, leftOut: 0, heldBack: 0 })
    const again = await ImportClient.checked(fixtures, { name: 'sales.csv', content: sales, kind: 'sale' })
    expect(await saleRows(again)).toEqual(expected.map(([decision, why]) => [decision === 'create' ? 'same' : decision, why]))
  })

  test('the check refuses what the rules or the database would refuse in the run: the run leaves out nothing', async () => {
    const other = fixtures.emailOf('secondBranch')
    const homes = [
      'Our ref;Address 1;Postcode;Progressor;Notice given;Status;Vendor email',
      'R1;1 Rule Row;RG30 6AA;;;SSTC;r1@sample.example',
      `R2;2 Rule Row;RG30 6AA;${other};;Available;r2@sample.example`,
      'R3;3 Rule Row;RG30 6AA;;01/02/2026;Available;r3@sample.example',
      'R4;4 Rule Row;RG30 6AA;;;Withdrawn;r4@sample.example',
      `R5;5 Rule Row;RG30 6AA;;;Available;${fixtures.emailOf('staff')}`,
      ...[6, 7, 8].map((n) => `R${n};${n} Rule Row;RG30 6AA;;;SSTC;r${n}@sample.example`),
    ].join('\n')
    const offers = ['Property ref;Buyer;Amount;State', 'R1;Ann;£0.50;Pending', 'R4;Di;250,000;Accepted'].join('\n')
    const sales = [
      'Our ref;Buyer;Agreed price;Accepted on;Expected exchange;Expected completion;Progressor',
      'R1;Ann;0.99;01/02/2026;;;',
      'R6;Fay;250,000;01/02/2026;20/04/2026;10/04/2026;',
      `R7;Gus;250,000;01/02/2026;;;${other}`,
      'R8;Hal;250,000;01/02/2026;10/04/2026;20/04/2026;',
    ].join('\n')
    const client = await ImportClient.checked(
      fixtures,
      { name: 'homes.csv', content: homes },
      { name: 'offers.csv', content: offers, kind: 'offer' },
      { name: 'sales.csv', content: sales, kind: 'sale' },
    )
    const refused = (await client.rows({ decision: 'error' })).map(({ title, issues }) => [
      title,
      issues.find(({ level }) => level === 'error')?.message,
    ])
    expect(refused).toMatchInlineSnapshot(`
      [
        [
          "3 Rule Row RG30 6AA",
          "The company’s notice period must be set on the company page first.",
        ],
        [
          "5 Rule Row RG30 6AA",
          "This e-mail address belongs to a colleague of your company. Give the vendor an address of their own, or leave it empty.",
        ],
        [
          "Ann",
          "Use at least £1.",
        ],
        [
          "Di",
          "This property is withdrawn. Put it back on the market before an offer is accepted.",
        ],
        [
          "Ann",
          "Use at least £1.",
        ],
        [
          "Fay",
          "Completion cannot be before exchange.",
        ],
      ]
    `)
    const empty = (await client.rows({ level: 'empty' })).map(({ kind, title, issues }) => [kind, title, issues[0]?.message])
    const nobody = `Nobody called "${other}" works in this branch. It is left empty.`
    expect(empty).toEqual([
      ['property', '2 Rule Row RG30 6AA', nobody],
      ['sale', 'Gus', nobody],
    ])
    const { counts } = await client.run()
    expect(counts).toMatchObject({ leftOut: 0, heldBack: 0, written: counts.confirmed })
  })

  test('GET company/{c}/import/{i} gives the number of rows with errors of each file; the download lists those rows', async () => {
    const bad = [
      head,
      'B1;;Reading;RG30 6AA;£500,000;01/02/2026;;',
      'B2;#REF!;Reading;RG30 6AA;£300,000;01/02/2026;;',
      'B3;3 Otter Way;Reading;RG30 6AA;£300,000;01/02/2026;;',
    ].join('\n')
    const files = [
      { name: 'good.csv', content: three },
      { name: 'bad.csv', content: bad },
    ]
    const client = await ImportClient.checked(fixtures, ...files)
    const { files: read } = await client.read()
    expect(read.map(({ name, errors }) => [name, errors])).toEqual([
      ['good.csv', 0],
      ['bad.csv', 2],
    ])
    const linesOf = async (errorsOf: string) => {
      const url = addressOf(downloadImportReport.path, client.params)
      const { body } = await fixtures.as('company').inject({ method: 'GET', url: `${url}?errorsOf=${errorsOf}` })
      return body.trim().split('\r\n').slice(1)
    }
    expect(await linesOf(read[0]?._id ?? '')).toEqual([])
    expect((await linesOf(read[1]?._id ?? '')).map((line) => line.slice(0, 2))).toEqual(['B1', 'B2'])
    await fixtures.database.pool.query(`update import_row set left_out = 'Refused.' where file_id = $1 and row_no = 2`, [
      read[0]?._id,
    ])
    expect((await client.read()).files[0]?.errors).toBe(1)
    expect(await linesOf(read[0]?._id ?? '')).toHaveLength(1)
  })

  test('importing the same file again writes nothing: all rows are same (rule 3)', async () => {
    await (await ImportClient.checked(fixtures, { content: three })).run()
    const again = await ImportClient.checked(fixtures, { content: three })
    expect((await again.read()).counts).toMatchObject({ same: 3, create: 0, update: 0, confirmed: 0 })
  })

  test('a column Lister names the negotiator, a member of the branch; the same file again writes nothing', async () => {
    const content = [
      'Our ref;Address 1;Postcode;Lister',
      `N1;1 Lister Row;RG30 6AA;${fixtures.emailOf('staff')}`,
      'N2;2 Lister Row;RG30 6AA;Nobody Known',
    ].join('\n')
    const client = await ImportClient.checked(fixtures, { content })
    expect((await client.rows()).flatMap(({ issues }) => issues.map(({ message }) => message))).toContain(
      'Nobody called "Nobody Known" works here. It is left empty.',
    )
    await client.run()
    expect((await propertyOf('1 Lister Row')).negotiator?._id).toBe(fixtures.idOf.staff)
    expect((await (await ImportClient.checked(fixtures, { content })).read()).counts).toMatchObject({ same: 2, update: 0 })
  })

  test('an update writes different values, keeps manual changes, and empties nothing (rule 5)', async () => {
    await (await ImportClient.checked(fixtures, { content: three })).run()
    const cafe = await propertyOf('Café Row')
    fixtures.clock.advance({ hours: 1 })
    await fixtures.as('company').ok(updateProperty, {
      params: fixtures.first,
      body: { _id: cafe._id, address: { ...cafe.address, town: 'Tilehurst' } },
    })
    const content = [head, 'A1;1 Café Row;Caversham;rg306dt;£250,000;;;', 'A2;2 Chapel Rd;;RG30 6DU;;;;'].join('\n')
    const client = await ImportClient.checked(fixtures, { content })
    const [first, second] = await client.rows()
    expect(first).toMatchObject({ decision: 'update', plan: [{ field: 'askingPrice', from: 25_995_000, to: 25_000_000 }] })
    expect(first?.issues.map(({ message }) => message).join()).toMatch(/Town kept: changed here on 10\/03\/2026 by/)
    expect(second).toMatchObject({ decision: 'same', plan: [] })
    await client.run()
    expect(await propertyOf('Café Row')).toMatchObject({ address: { town: 'Tilehurst' }, mi: { currentAskingPrice: 250_000 } })
  })

  test('a known address without a reference is a duplicate, skipped unless somebody chooses otherwise (rule 3)', async () => {
    await (await ImportClient.checked(fixtures, { content: three })).run()
    const content = ['Address 1;Town;Postcode;Price', '2 chapel road;Reading;RG306DU;£299,000'].join('\n')
    const client = await ImportClient.checked(fixtures, { content })
    expect((await client.read()).counts).toMatchObject({ duplicate: 1, confirmed: 0 })
    const [row] = await client.rows()
    await fixtures.as('company').ok(chooseImportRows, {
      params: client.params,
      body: { alike: { decision: 'duplicate', code: 'same-address' }, choice: 'update' },
    })
    expect(row?.issues.map(({ code }) => code)).toEqual(['same-address', 'no-vendor-email'])
    expect((await client.read()).counts).toMatchObject({ confirmed: 1, toCreate: 0, toUpdate: 1 })
    expect((await client.run()).counts).toMatchObject({ duplicate: 1, confirmed: 1, written: 1, toUpdate: 0 })
    expect(await propertyOf('2 chapel')).toMatchObject({ mi: { currentAskingPrice: 299_000 } })
  })

  test('a choice of Create does not outlive the duplicate: what another import has made meanwhile is updated (rules 3 and 12)', async () => {
    const homes = (ref: string, price: string) =>
      ['Our ref;Address 1;Postcode;Price', `${ref};1 Stale Row;RG30 6AA;${price}`].join('\n')
    await (await ImportClient.checked(fixtures, { content: homes('', '250,000') })).run()
    const create = (client: ImportClient) =>
      fixtures.as('company').ok(chooseImportRows, {
        params: client.params,
        body: { alike: { decision: 'duplicate', code: 'same-address' }, choice: 'create' },
      })
    const first = await ImportClient.checked(fixtures, { content: homes('S1', '240,000') })
    await create(first)
    const second = await ImportClient.checked(fixtures, { content: homes('S1', '230,000') })
    await create(second)
    expect((await second.run()).counts).toMatchObject({ written: 1 })
    expect((await first.run()).counts).toMatchObject({ heldBack: 1 })
    await first.check()
    expect((await first.rows()).map(({ decision, choice }) => [decision, choice])).toEqual([['update', null]])
    expect((await first.run()).counts).toMatchObject({ written: 1 })
    const made = await properties('Stale Row')
    expect(made).toHaveLength(2)
    expect(await Promise.all(made.map(({ _id }) => priceOf(_id)))).toEqual(expect.arrayContaining([250_000, 240_000]))
  })

  test('a property changed since the check is held back; the others are written (story 7, rule 12)', async () => {
    await (await ImportClient.checked(fixtures, { content: three })).run()
    const content = [head, 'A1;1 Café Row;Caversham;rg306dt;£250,000;;;', 'A9;9 Chapel Rd;;RG30 6DU;;;;'].join('\n')
    const client = await ImportClient.checked(fixtures, { content })
    const cafe = await propertyOf('Café Row')
    fixtures.clock.advance({ hours: 1 })
    const address = { ...cafe.address, town: 'Theale' }
    await fixtures.as('company').ok(updateProperty, { params: fixtures.first, body: { _id: cafe._id, address } })
    expect(await client.run()).toMatchObject({ state: 'done', counts: { written: 1, heldBack: 1 } })
    expect((await client.check()).counts).toMatchObject({ heldBack: 0 })
    expect((await client.rows({ decision: 'update' }))[0]?.issues.map(({ message }) => message).join()).toContain('Town kept')
    expect(await client.run()).toMatchObject({ state: 'done', counts: { written: 2, heldBack: 0 } })
    expect(await propertyOf('Café Row')).toMatchObject({ address: { town: 'Theale' } })
  })

  test('a mapping is offered again for the same columns in another order (story 9, rule 2)', async () => {
    const first = await ImportClient.open(fixtures)
    const fileId = await first.upload({ kind: 'property', content: 'Ref,Strasse,Postcode\nA1,1 Rodway Road,RG30 6DT' })
    expect((await first.read()).files[0]?.missing).not.toEqual([])
    expect((await first.map(fileId, { mapping: { Strasse: 'line1' } })).state).toBe('mapped')
    const second = await ImportClient.open(fixtures)
    await second.upload({ content: 'Postcode,STRASSE,ref\nRG30 6DT,2 Rodway Road,A2' })
    const [file] = (await second.read()).files
    expect(file?.columns.map(({ field, mappedBy }) => [field, mappedBy])).toEqual([
      ['postcode', 'remembered'],
      ['line1', 'remembered'],
      ['ref', 'remembered'],
    ])
  })

  test('undo reverts unchanged groups, and reports who changed the others (story 8, rule 13)', async () => {
    const client = await ImportClient.checked(fixtures, { content: three })
    await client.run()
    const { _id: propertyId } = await propertyOf('Café Row')
    await fixtures
      .as('staff')
      .ok(addNote, { params: { ...fixtures.first, propertyId }, body: { message: 'Keys at the office.' } })
    expect(await client.undo()).toMatchObject({ state: 'undone', counts: { undone: 2, kept: 1 } })
    expect((await client.rows())[0]?.keptBecause).toMatch(/^Changed on 10\/03\/2026/)
    expect(await properties('Chapel')).toEqual([])
    expect(await properties('Café Row')).toHaveLength(1)
    const again = await ImportClient.checked(fixtures, { content: three })
    expect((await again.read()).counts).toMatchObject({ create: 2, same: 1 })
  })

  test('the audit log contains who ran an import and who undid it', async () => {
    const client = await ImportClient.checked(fixtures, { content: three })
    await client.run()
    await client.undo()
    for (const kind of ['import-run', 'import-undone'] as const)
      expect(await auditEntries(fixtures.database, kind)).toMatchObject([
        { user_id: fixtures.idOf.company, data: expect.objectContaining({ name: 'Old system', rows: 3 }) },
      ])
  })

  test('undo keeps a property whose vendor has signed in since; its preview lists what is deleted', async () => {
    const heads = 'Ref,Address 1,Postcode,Price,Vendor email,Vendor last name'
    const lines = ['N1,1 Undone Road,RG30 6JT,425000,una@elder.example,Elder', 'N2,2 Undone Road,RG30 6JT,325000,,']
    const client = await ImportClient.checked(fixtures, { content: [heads, ...lines].join('\n') })
    await client.run()
    fixtures.clock.advance({ minutes: 1 })
    const signedIn = "update app_user set last_login = $1 where email = 'una@elder.example'"
    await fixtures.database.pool.query(signedIn, [fixtures.clock.now()])
    expect(await fixtures.as('company').ok(previewUndo, { params: client.params })).toMatchObject({
      go: 1,
      deletes: 1,
      deleted: [expect.stringContaining('2 Undone Road')],
      stay: 1,
      kept: [{ because: 'Its vendor has signed in since.' }],
    })
    expect(await client.undo()).toMatchObject({ counts: { undone: 1, kept: 1 } })
  })

  test('the preview of an undo takes the same number of statements for 2 properties as for 12', async () => {
    const heads = 'Ref,Address 1,Postcode,Price,Vendor email,Vendor last name'
    const previewOf = async (count: number) => {
      const lines = Array.from({ length: count }, (_, n) => `S${count}-${n},${n + 1} Preview Road ${count},RG30 6JT,250000,,`)
      const client = await ImportClient.checked(fixtures, { content: [heads, ...lines].join('\n') })
      await client.run()
      return statementsDuring(fixtures, () => fixtures.as('company').ok(previewUndo, { params: client.params }))
    }
    const [few, many] = [await previewOf(2), await previewOf(12)]
    expect([few.answer.deletes, many.answer.deletes]).toEqual([2, 12])
    expect(many.statements).toHaveLength(few.statements.length)
  })

  test('undo of an update restores every row', async () => {
    await (await ImportClient.checked(fixtures, { content: three })).run()
    const before = await propertyOf('Café Row')
    const content = [head, 'A1;1 Café Row;Caversham;rg306dt;£250,000;05/10/2025;;'].join('\n')
    const client = await ImportClient.checked(fixtures, { content })
    await client.run()
    expect(await propertyOf('Café Row')).toMatchObject({ address: { town: 'Caversham' } })
    await client.undo()
    const { version: _before, ...was } = before
    const { version: _after, ...is } = await propertyOf('Café Row')
    expect(is).toEqual(was)
  })
})

describe('Uploads and steps', () => {
  test('a part with a wrong length or checksum is refused; a repeated part is accepted (PART_MISMATCH, FILE_INCOMPLETE)', async () => {
    const client = await ImportClient.open(fixtures)
    const { _id } = await client.announce({ content: three })
    const whole = Buffer.from(three)
    const read = () =>
      fixtures.as('company').inject({
        method: 'POST',
        url: `/api/company/${client.params.companyId}/import/${client.params.importId}/file/${_id}/read`,
      })
    expect((await read()).json()).toMatchObject({ code: 'FILE_INCOMPLETE' })
    for (const wrong of [whole.subarray(1), Buffer.concat([whole.subarray(1), Buffer.from('x')])])
      expect((await client.put(_id, 1, wrong)).json()).toMatchObject({ code: 'PART_MISMATCH' })
    expect((await client.put(_id, 2, whole)).json()).toMatchObject({ code: 'PART_MISMATCH' })
    for (const _again of [1, 2]) expect((await client.put(_id, 1, whole)).statusCode).toBe(200)
    expect((await fixtures.database.pool.query('select from import_part')).rowCount).toBe(1)
  })

  test('an XML file named .blm is refused as XML (story 3)', async () => {
    const client = await ImportClient.open(fixtures)
    await client.upload({ name: 'feed.blm', content: '<?xml version="1.0"?><properties/>' })
    expect(await client.read()).toMatchObject({
      state: 'open',
      files: [{ state: 'failed', failure: expect.stringContaining('XML') }],
    })
  })

  test('three imports may be open; others are refused (TOO_MANY_IMPORTS); an import never run can be deleted', async () => {
    const clients = [await ImportClient.open(fixtures), await ImportClient.open(fixtures), await ImportClient.open(fixtures)]
    const body = { name: 'Fourth', system: 'old' }
    expect(await fixtures.as('company').refusal(createImport, { params: fixtures.a, body })).toMatchObject({
      code: 'TOO_MANY_IMPORTS',
    })
    await clients[0]?.upload({ content: three })
    await fixtures.as('company').ok(deleteImport, { params: clients[0]?.params ?? (fixtures.a as never) })
    await ImportClient.open(fixtures)
  })

  test('a run must name the last check (IMPORT_STALE); steps out of order are refused (IMPORT_STATE)', async () => {
    const client = await ImportClient.checked(fixtures, { content: three })
    const company = fixtures.as('company')
    await client.check()
    expect(await company.refusal(runImport, { params: client.params, body: { position: 1 } })).toMatchObject({
      code: 'IMPORT_STALE',
    })
    await client.run()
    expect(await company.refusal(runImport, { params: client.params, body: { position: 2 } })).toMatchObject({
      code: 'IMPORT_STATE',
    })
    expect(await company.refusal(deleteImport, { params: client.params })).toMatchObject({ code: 'IMPORT_STATE' })
  })

  test('an import of another company does not exist', async () => {
    const client = await ImportClient.open(fixtures)
    const params = { ...fixtures.b, importId: client.params.importId }
    expect(await fixtures.as('otherCompany').refusal(readImport, { params })).toMatchObject({ status: 404 })
  })
})
