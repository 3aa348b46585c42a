import { copyImportFile, downloadImportReport } from '@gya/domain/features/imports/imports.contract.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { ImportClient } from './testing/import-client.ts'
import { makeWorkbook, textRow } from './testing/make-workbook.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const checked = (...lines: string[]) => ImportClient.checked(fixtures, { name: 'homes.csv', content: lines.join('\r\n') })

const summary = async (client: ImportClient) =>
  (await client.rows()).map(({ decision, plan, issues }) => ({
    decision,
    values: Object.fromEntries(plan.map(({ field, to }) => [field, to])),
    said: issues.filter(({ code }) => code !== 'no-vendor-email').map(({ level, message }) => `${level}: ${message}`),
  }))

const drop = (client: ImportClient) => client.remove()

test('a cell reference that no sheet has refuses the file, and the import goes on with another', async () => {
  const client = await ImportClient.open(fixtures)
  const bad = makeWorkbook({ rows: [`${textRow(1, 'Ref', 'Address 1')}<row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>`] })
  await client.upload({ name: 'bad.xlsx', content: Buffer.from(bad) })
  await client.upload({ name: 'good.csv', content: 'Ref,Address 1,Postcode\r\nG1,1 Good Lane,LK1 1AA\r\n' })
  const { files, state } = await client.read()
  expect(files.map(({ name, state: of, failure }) => [name, of, failure])).toEqual([
    ['bad.xlsx', 'failed', 'This sheet has a cell with the reference "ZZZZZZ2", which no sheet has.'],
    ['good.csv', 'read', null],
  ])
  expect(state).toBe('mapped')
  await drop(client)
})

test('house number and street in two columns are the first line, and neighbours are not the same', async () => {
  const client = await checked(
    'Ref,House number,Street,Town,Postcode,Price',
    'H1,14,High Street,Larkmead,LK1 1AA,250000',
    'H2,15,High Street,Larkmead,LK1 1AA,260000',
  )
  const rows = await summary(client)
  expect(rows.map(({ decision, values }) => [decision, values.line1])).toEqual([
    ['create', '14 High Street'],
    ['create', '15 High Street'],
  ])
  await drop(client)
})

test('a row says what is the same, that no vendor is named, and which other system knows its reference', async () => {
  const rows = [
    'Ref,Address 1,Postcode,Vendor',
    'OS1,1 Mill Lane,LK1 1AA,',
    'OS1,14 High Street,LK1 1AB,',
    'OS2,2 Mill Lane,LK1 1AA,Olive Grant',
  ]
  const client = await checked(...rows)
  const said = (await client.rows()).map(({ rowNo, issues }) => [rowNo, issues.map(({ message }) => message).join(' ')])
  expect(new Map(said as [number, string][])).toEqual(
    new Map([
      [2, 'No vendor is named: enter the vendor later.'],
      [3, 'The same as line 2, by its reference alone: the address is another.'],
      [4, 'No e-mail: this vendor cannot use the app yet.'],
    ]),
  )
  await client.run()
  const other = await ImportClient.open(fixtures, { system: 'another' })
  await other.upload({
    name: 'sales.csv',
    content: 'Property ref,Buyer,Agreed price,Exchange date\nOS2,Ann,250000,01/02/2025',
    kind: 'sale',
  })
  await other.check()
  expect(
    (await other.rows()).flatMap(({ issues }) => issues.filter(({ level }) => level === 'error').map(({ message }) => message)),
  ).toEqual([
    'The reference “OS2” belongs to the system “old”, not to the one of this import. Open a new import and name that system.',
  ])
  await drop(other)
  const same = await ImportClient.checked(fixtures, {
    name: 'sales.csv',
    content: 'Property ref,Buyer,Agreed price,Exchange date\nOS2,Ann,250000,01/02/2025',
    kind: 'sale',
  })
  expect((await same.rows()).map(({ decision, issues }) => [decision, issues[0]?.message])).toEqual([
    [
      'create',
      'Exchanged on 01/02/2025 in the file, but without a completion date. It is Sold STC: add the date, then complete Exchanged.',
    ],
  ])
  expect((await same.run()).counts).toMatchObject({ written: 1, leftOut: 0, heldBack: 0 })
})

test('a footnote is skipped, which is no warning; the errors of a download of errors are those of the first file', async () => {
  const rows = ['Ref,Address 1,Postcode', 'FN1,1 Foot Lane,LK1 1AC', '* awaiting grant of probate', 'FN2,,LK1 1AC']
  const client = await ImportClient.checked(fixtures, { name: 'Errors of homes.csv', content: rows.join('\n') })
  const { counts, files } = await client.read()
  expect([counts.create, counts.skip, counts.error, counts.warnings]).toEqual([1, 1, 1, 1])
  const url = addressOf(downloadImportReport.path, client.params)
  const { headers } = await fixtures.as('company').inject({ method: 'GET', url: `${url}?errorsOf=${files[0]?._id}` })
  expect(headers['content-disposition']).toContain('Errors of homes ')
  expect(headers['content-disposition']).not.toContain('Errors of Errors')
  await drop(client)
})

test('two rows of one address with references of their own are two properties, with a warning; they are written', async () => {
  const client = await checked(
    'Ref,Address 1,Address 2,Town,Postcode,Price',
    'F1,Flat 2,16 High Street,Larkmead,LK1 1AA,150000',
    'F2,Flat 2,18 High Street,Larkmead,LK1 1AA,160000',
    'F3,9 Weir Row,,Larkmead,LK1 1AB,160000',
    'F4,9 Weir Row,,Larkmead,LK1 1AB,170000',
    'F4,10 Weir Row,,Larkmead,LK1 1AB,170000',
  )
  const shares = 'warning: The same address as line 4. Their references differ, so they are two properties.'
  expect((await summary(client)).map(({ decision, said }) => [decision, ...said])).toEqual([
    ['create'],
    ['create'],
    ['create'],
    ['create', shares],
    ['error', 'error: The same as line 5, by its reference alone: the address is another.'],
  ])
  expect((await client.run()).counts).toMatchObject({ written: 4, heldBack: 0, leftOut: 0 })
})

test('prices: words give the option, ambiguous ones are left empty, unlikely ones have a warning with the reading', async () => {
  const client = await checked(
    'Ref,Address 1,Postcode,Price',
    'W1,1 Word Lane,LK1 1AA,POA',
    'W2,2 Word Lane,LK1 1AB,"OIEO £500,000"',
    'W3,3 Word Lane,LK1 1AC,250.000',
    'W4,4 Word Lane,LK1 1AD,425',
    'W5,5 Word Lane,LK1 1AE,"£425,000"',
  )
  const rows = await summary(client)
  expect(rows.map(({ decision, values, said }) => [decision, values.askingPrice, values.priceOption, ...said])).toEqual([
    ['create', undefined, undefined],
    ['create', 50_000_000, 2],
    [
      'create',
      undefined,
      undefined,
      'empty: "250.000" can be £250,000 or £250.00. Write thousands with a comma or without a sign. It is left empty.',
    ],
    ['create', 42_500, undefined, 'warning: It is read as £425.00. Usual are £5,000.00 to £50,000,000.00: check it.'],
    ['create', 42_500_000, undefined],
  ])
  await drop(client)
})

test('an agreed price or an offer far from the asking price has a warning with both figures', async () => {
  const homes = 'Ref,Address 1,Postcode,Price\nUP1,1 Zero Row,LK1 1AA,440000\nUP2,2 Zero Row,LK1 1AA,440000'
  const sales = 'Ref,Buyer,Agreed price,Accepted on\nUP1,Ann,4400000,01/02/2026\nUP2,Bea,430000,01/02/2026'
  const offers = 'Property ref,Buyer,Amount,Made on\nUP2,Cy,44000,01/02/2026'
  const client = await ImportClient.checked(
    fixtures,
    { name: 'homes.csv', content: homes },
    { name: 'sales.csv', content: sales, kind: 'sale' },
    { name: 'offers.csv', content: offers, kind: 'offer' },
  )
  expect((await summary(client)).slice(2).map(({ decision, said }) => [decision, ...said])).toEqual([
    ['create', 'warning: £4,400,000 is 900 % above the asking price of £440,000. Check both.'],
    ['create'],
    ['create', 'warning: £44,000 is 90 % below the asking price of £440,000. Check both.'],
  ])
  await drop(client)
})

test('percentages and days of a workbook that counts from 1904 are read as its cells show them', async () => {
  const cells = `${textRow(1, 'Ref', 'Address 1', 'Postcode', 'Fee %', 'Taken on')}<row r="2">${textRow(2, 'X1', '1 Sheet Lane', 'LK1 1AA').slice(11, -6)}<c r="D2" s="3"><v>0.0125</v></c><c r="E2" s="1"><v>44530</v></c></row><row r="3">${textRow(3, 'X2', '2 Sheet Lane', 'LK1 1AA').slice(11, -6)}<c r="D3"><v>1.5</v></c><c r="E3"><v>44530</v></c></row>`
  const content = Buffer.from(makeWorkbook({ rows: [cells], workbookPr: '<workbookPr date1904="true"/>' }))
  const client = await ImportClient.checked(fixtures, { name: 'homes.xlsx', content })
  expect((await summary(client)).map(({ values, said }) => [values.agencyFeePercent, values.takenOn, ...said])).toEqual([
    [1.25, '2025-12-01'],
    [1.5, '2025-12-01'],
  ])
  await drop(client)
})

test('telephone numbers of a file are kept as they are written, of several the first', async () => {
  const tels = ['(0118) 496 0212', '020 7946 0018 Ext. 12', '"07700 900123, 020 7946 0018"', '+44 (0)20 7946 0018']
  const client = await checked(
    'Ref,Address 1,Postcode,Vendor,Vendor telephone',
    ...tels.map((tel, at) => `T${at},${at} Bell Lane,LK1 1AA,Grace Otter,${tel}`),
  )
  const rows = await summary(client)
  const second = ['07700 900123', 'warning: Only 07700 900123 is taken. Not taken: 020 7946 0018.']
  expect(rows.map(({ values, said }) => [values.vendorTel, ...said])).toEqual(
    tels.map((tel) => (tel.includes('"') ? second : [tel])),
  )
  await drop(client)
})

describe('Download what has errors', () => {
  const download = async (client: ImportClient): Promise<string> => {
    const { files } = await client.read()
    const url = `${addressOf(downloadImportReport.path, client.params)}?errorsOf=${files[0]?._id}`
    const { body } = await fixtures.as('company').inject({ method: 'GET', url })
    return body
  }

  test('gives lines as they came; uploaded again they have the same errors, and corrected no others', async () => {
    const lines = [
      ['Ref', 'Address 1', 'Postcode', 'Vendor', 'Vendor telephone', 'Price'],
      ['=1', '1 Sluice Lane', 'LK6 1AA', '=Otter', '+44 7700 900123', '-5'],
      ["'-2", '@2 Sluice Lane', 'LK6 1AA', "'=Badger", "'+44 7700 900123", '#REF?'],
    ]
    const good = 'ER3,3 Sluice Lane,LK6 1AA,Grace Otter,,250000'
    const client = await checked(...lines.map((cells) => cells.join(',')), good)
    const [file] = (await client.read()).files
    await client.map(file?._id ?? '', { strict: ['Price'] })
    await client.check()
    const body = await download(client)
    const rows: string[][] = parse(body, { bom: true })
    expect(rows.map((cells) => cells.slice(0, 6))).toEqual(lines)
    const again = await ImportClient.checked(fixtures, { name: 'again.csv', content: `${body}${good},` })
    const errorsOf = async (one: ImportClient) => (await one.rows({ decision: 'error' })).map(({ issues }) => issues)
    expect(await errorsOf(again)).toEqual(await errorsOf(client))
    const [names] = parse(await download(again), { bom: true })
    expect(names).toEqual([...(lines[0] ?? []), 'What is wrong (properties)'])
    const mended = await checked(
      ...lines.map((cells) => cells.map((cell) => (cell === '-5' || cell === '#REF?' ? '250000' : cell)).join(',')),
    )
    expect(
      (await summary(mended)).map(({ decision, values }) => [decision, values.ref, values.vendorLastName, values.vendorTel]),
    ).toEqual([
      ['create', '=1', '=Otter', '+44 7700 900123'],
      ['create', '-2', '=Badger', '+44 7700 900123'],
    ])
    for (const one of [client, again, mended]) await drop(one)
  })

  test('a line with too many values keeps them', async () => {
    const client = await checked(
      'Ref,Address 1,Postcode',
      'L1,1 Long Lane, Larkmead,LK1 1AA',
      'L2,2 Long Lane,LK1 1AA',
      'L3,3 Long Lane,LK1 1AA',
    )
    const [, line] = (await download(client)).split('\r\n')
    expect(line).toMatch(/^L1,1 Long Lane,Larkmead,LK1 1AA,"This line has 4 values, the header 3\./)
    await drop(client)
  })
})

test('a property marked as exchanged whose sale has no day of exchange has a warning in the check and after the run', async () => {
  const homes = [
    'Our ref;Address 1;Postcode;Status',
    ...[1, 2, 3].map((n) => `E${n};${n} Exchange Row;RG30 6AA;${n === 3 ? 'Completed' : 'Exchanged'}`),
  ].join('\n')
  const sales =
    'Our ref;Buyer;Agreed price;Accepted on;Exchanged;Completion date\nE1;Ann;250,000;01/02/2026;;\nE2;Bea;250,000;01/02/2026;20/02/2026;27/02/2026\nE3;Cy;250,000;01/02/2026;20/02/2026;27/02/2026'
  const client = await ImportClient.checked(
    fixtures,
    { name: 'homes.csv', content: homes },
    { name: 'sales.csv', content: sales, kind: 'sale' },
  )
  const warnings = async () =>
    (await client.rows())
      .filter(({ kind }) => kind === 'property')
      .map(({ issues }) => issues.flatMap(({ code, message }) => (code === 'sold-without-offer' ? [message] : [])).join())
  const expected = [
    'Its status in the file is read as Exchanged, but it is Sold STC: its sale needs this status or the day on which it exchanged, and a completion date. Add what is missing to the file of sales, or complete Exchanged in its timeline.',
    '',
    'Its status in the file is read as Completed, but it is Exchanged: its sale needs this status or the day on which it completed, and a completion date. Add what is missing to the file of sales, or complete Completed in its timeline.',
  ]
  expect(await warnings()).toEqual(expected)
  expect((await client.run()).counts).toMatchObject({ heldBack: 0, leftOut: 0 })
  expect(await warnings()).toEqual(expected)
})

test('a sale that fell through without its day, a line without a sale and one of totals are left out', async () => {
  const homes = [
    'Our ref,Address 1,Postcode,Status,Withdrawn on',
    'LO1,1 Left Row,LK1 1AA,For sale,01/02/2026',
    'LO2,2 Left Row,LK1 1AA,,',
    'TOTAL,27 sales,,,',
  ].join('\n')
  const sales = [
    'Our ref,Buyer,Agreed price,Accepted on,Sale status,Exchanged',
    'LO2,Ann,"250,000",01/02/2026,Fallen through,',
    'LO1,,,,For sale,',
    'LO2,Ann,"250,000",01/02/2026,Completed,20/02/2026',
  ].join('\n')
  const client = await ImportClient.checked(
    fixtures,
    { name: 'homes.csv', content: homes },
    { name: 'sales.csv', content: sales, kind: 'sale' },
  )
  expect((await summary(client)).map(({ decision, said }) => [decision, ...said])).toEqual([
    ['create', 'warning: It has a day of withdrawal, so it is withdrawn, whatever its status. Leave the day empty if it is not.'],
    ['create'],
    ['skip', 'warning: This line has totals.'],
    ['skip', 'warning: It fell through, but the day is not given: no sale is written.'],
    ['skip', 'warning: For sale: there is no sale in this row.'],
    [
      'create',
      'warning: Exchanged on 20/02/2026 in the file, but without a completion date. It is Sold STC: add the date, then complete Exchanged.',
    ],
  ])
  await drop(client)
})

test('a row with an error has no sentence about what its import would make of its other cells', async () => {
  const homes = [
    'Our ref;Address 1;Postcode;Status;Withdrawn on;Vendor;Vendor email',
    'W1;#REF!;RG30 6AB;Withdrawn;01/02/2026;Ann Otter;ann@otter.example',
    'W2;;RG30 6AB;Withdrawn;;Bea Otter;bea(at)otter.example',
  ].join('\n')
  const sales = 'Our ref;Buyer;Agreed price;Status;Accepted on;Completed on;Completion date\nW1;Cy;250.000;Completed;01/02/2026;;'
  const client = await ImportClient.checked(
    fixtures,
    { name: 'homes.csv', content: homes },
    { name: 'sales.csv', content: sales, kind: 'sale' },
  )
  const said = (await client.rows()).map(({ kind, issues }) => [kind, issues.map(({ message }) => message)])
  expect(said).toEqual([
    ['property', ['"#REF!" is an error of the spreadsheet, not a value.']],
    ['property', ['This is empty.', '"bea(at)otter.example" is not an e-mail address. It is left empty.']],
    ['sale', ['"250.000" can be £250,000 or £250.00. Write thousands with a comma or without a sign.']],
  ])
})

test('every visible sheet of a workbook with known columns is a file of the import; others are named', async () => {
  const rows = [
    `${textRow(1, 'Ref', 'Address 1', 'Postcode')}${textRow(2, 'S1', '1 Sheet Row', 'LK1 1AA')}`,
    `${textRow(1, 'Property ref', 'First name', 'Last name', 'Email')}${textRow(2, 'S1', 'Grace', 'Otter', 'sheet@otter.example')}`,
    `${textRow(1, 'Property ref', 'Buyer name', 'Amount')}${textRow(2, 'S1', 'Henry', '240000')}`,
    `${textRow(1, 'Colour', 'Smell')}${textRow(2, 'red', 'sweet')}`,
    textRow(1, 'Secret'),
    '',
  ]
  const names = ['Properties', 'Vendors', 'Offers', 'Notes', 'Old', 'Empty']
  const client = await ImportClient.open(fixtures)
  await client.upload({ name: 'all.xlsx', content: Buffer.from(makeWorkbook({ rows, names, hidden: [4] })) })
  const { files } = await client.read()
  expect(files.map(({ name, kind, rows: count, missing }) => [name, kind, count, missing])).toEqual([
    ['all.xlsx', 'property', 1, []],
    ['all.xlsx (Vendors)', 'vendor', 1, []],
    ['all.xlsx (Offers)', 'offer', 1, []],
  ])
  expect(files[0]?.notices.toSorted()).toEqual([
    'Hidden sheets are not read: “Old”.',
    'The sheet “Empty” is not read: There are no rows in this file.',
    'The sheet “Notes” is not read: none of its columns is known.',
  ])
  await client.check()
  expect((await client.run()).counts).toMatchObject({ written: 3 })
})

test('the status of a sale completes its steps, and is said where it cannot', async () => {
  const homes = ['Our ref;Address 1;Postcode', ...[1, 2, 3].map((n) => `M${n};${n} Status Row;RG30 6AA`)].join('\n')
  const sales = [
    'Our ref;Buyer;Agreed price;Accepted on;Sale status;Completion date',
    'M1;Ann;250,000;01/02/2025;Exchanged;',
    'M2;Bea;250,000;01/02/2025;Exchanged;27/02/2025',
    'M3;Cy;250,000;01/02/2025;Completed;27/02/2025',
  ].join('\n')
  const client = await ImportClient.checked(
    fixtures,
    { name: 'homes.csv', content: homes },
    { name: 'sales.csv', content: sales, kind: 'sale' },
  )
  const said = (await client.rows())
    .filter(({ kind }) => kind === 'sale')
    .map(({ decision, issues }) => [decision, issues.length > 0])
  expect(said).toEqual([
    ['create', true],
    ['create', true],
    ['create', true],
  ])
  expect((await client.run()).counts).toMatchObject({ written: 6, heldBack: 0, leftOut: 0 })
  const { rows } = await fixtures.database.pool.query(
    `select r.phase from property_report r where r.line1 like '% Status Row' order by r.line1`,
  )
  expect(rows.map(({ phase }) => phase)).toEqual(['sold', 'exchanged', 'completed'])
  const again = await ImportClient.checked(
    fixtures,
    { name: 'homes.csv', content: homes },
    { name: 'sales.csv', content: sales, kind: 'sale' },
  )
  expect((await again.read()).counts).toMatchObject({ same: 6, confirmed: 0 })
})

test('one firm in four spellings with its people is one firm, in the check and in the run', async () => {
  const firms = ['Sarah at Quill Law', 'Quill Law - Tom Reed', '"Sarah, Quill Law"', 'Quill Law', 'Otterweir - Ann', 'Otterweir']
  const content = [
    'Our ref,Address 1,Postcode,Buyer,Agreed price,Accepted on,Vendor solicitor,Buyer solicitor',
    ...firms.map((firm, n) => `PY${n},${n} Party Row,LK1 1AA,Ann,"250,000",01/02/2026,${firm},Heron Legal`),
  ].join('\n')
  const client = await ImportClient.open(fixtures)
  const fileId = await client.upload({ name: 'all.csv', content, kind: 'property' })
  await fixtures.as('company').ok(copyImportFile, { params: { ...client.params, fileId }, body: { kind: 'sale' } })
  const { made } = (await client.check()).counts
  expect([made.firms.map(({ name }) => name), made.people]).toEqual([['Heron Legal', 'Otterweir', 'Quill Law'], 3])
  const said = (await client.rows()).flatMap(({ kind, issues }) => (kind === 'sale' ? issues.map(({ message }) => message) : []))
  expect(said).toContain('Vendor\u2019s solicitor: "Quill Law - Tom Reed" is read as Tom Reed at Quill Law.')
  expect((await client.run()).counts).toMatchObject({ written: 12, heldBack: 0, leftOut: 0 })
  const { rows } = await fixtures.database.pool.query(
    `select p.line1, k.name as firm, q.name as person from property_contact c
     join property p on p.company_id = c.company_id and p.id = c.property_id
     join company_contact k on k.company_id = c.company_id and k.id = c.contact_id
     left join company_contact_poc q on q.company_id = c.company_id and q.id = c.poc_id
     where p.line1 like '%Party Row' and k.name <> 'Heron Legal' order by p.line1`,
  )
  expect(rows.map(({ firm, person }) => [firm, person])).toEqual([
    ['Quill Law', 'Sarah'],
    ['Quill Law', 'Tom Reed'],
    ['Quill Law', 'Sarah'],
    ['Quill Law', null],
    ['Otterweir', 'Ann'],
    ['Otterweir', null],
  ])
})

test('a sale without a reference finds the property of its line, or of its address', async () => {
  const content = [
    'Property address,Vendor,Status,Buyer,Agreed price,Accepted on',
    '"1 Nameless Row, Larkmead, RG30 6AD",Ann Otter,SSTC,Bea,"250,000",01/02/2026',
    '"2 Nameless Row, Larkmead, RG30 6AD",Cy Otter,For sale,,,',
    '"3 Nameless Row, Larkmead",Di Otter,SSTC,Ed,"250,000",01/02/2026',
  ].join('\n')
  const client = await ImportClient.open(fixtures)
  const fileId = await client.upload({ name: 'all.csv', content, kind: 'property' })
  const company = fixtures.as('company')
  const { files } = await company.ok(copyImportFile, { params: { ...client.params, fileId }, body: { kind: 'sale' } })
  expect(files.flatMap(({ missing }) => missing)).toEqual([])
  await client.check()
  const decided = async (one: ImportClient) =>
    (await summary(one)).map(({ decision, said }) => [decision, ...said.filter((text) => text.startsWith('error'))])
  expect((await decided(client)).flat()).toEqual(['create', 'create', 'create', 'create', 'skip', 'create'])
  expect((await client.run()).counts).toMatchObject({ written: 5, heldBack: 0, leftOut: 0 })
  const phases = async () => {
    const sql = `select r.phase from property_report r where r.line1 like '% Nameless Row' order by r.line1`
    return (await fixtures.database.pool.query(sql)).rows.map(({ phase }) => phase)
  }
  expect(await phases()).toEqual(['sold', 'forSale', 'sold'])

  // A file of sales alone names the property by its address; one that is a duplicate waits for a choice.
  const sales = 'Address,Buyer,Agreed price,Accepted on\n"2 Nameless Row, Larkmead, RG30 6AD",Flo,"260,000",01/03/2026'
  const later = await ImportClient.checked(fixtures, { name: 'sales.csv', content: sales, kind: 'sale' })
  expect(await decided(later)).toEqual([['create']])
  expect((await later.run()).counts).toMatchObject({ written: 1 })
  expect((await phases())[1]).toBe('sold')
})

test('a workbook of a cover and two sheets below three lines of titles: both are read from line 4', async () => {
  const titles = `${textRow(1, 'Larkmead sales')}${textRow(2, 'Printed 28/11/2026')}${textRow(3, 'All branches')}`
  const rows = [
    textRow(1, 'Larkmead Estates'),
    `${titles}${textRow(4, 'Ref', 'Address 1', 'Postcode', 'Price')}${textRow(5, 'CV1', '1 Cover Row', 'LK1 1AA', '250000')}`,
    `${titles}${textRow(4, 'Property ref', 'Buyer name', 'Amount')}${textRow(5, 'CV1', 'Henry', '240000')}`,
  ]
  const client = await ImportClient.open(fixtures)
  await client.upload({ name: 'cover.xlsx', content: Buffer.from(makeWorkbook({ rows, names: ['Cover', 'Homes', 'Offers'] })) })
  const { files } = await client.read()
  expect(files.map(({ kind, sheet, rows: count, missing }) => [kind, sheet, count, missing])).toEqual([
    ['property', 'Homes', 1, []],
    ['offer', 'Offers', 1, []],
  ])
  const notices = files.flatMap((file) => file.notices)
  expect(notices.filter((text) => text.includes('above the header'))).toHaveLength(2)
  expect(notices.filter((text) => /delimiter/i.test(text))).toEqual([])
  await client.check()
  expect((await client.rows()).map(({ rowNo, decision }) => [rowNo, decision])).toEqual([
    [5, 'create'],
    [5, 'create'],
  ])
  await drop(client)
})
