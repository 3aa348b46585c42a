import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawRow, readRow } from '@gya/domain/features/imports/read-row.ts'
import { recogniseColumns, recogniseKind } from '@gya/domain/features/imports/recognise-columns.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mappingFingerprint } from './mapping-fingerprint.ts'
import { type ImportFile, readImportFile } from './read-import-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gya-import-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function open(content: string | Buffer, name = 'file'): Promise<ImportFile> {
  const path = join(folder, name)
  await writeFile(path, content)
  return readImportFile(path)
}

async function allRows(file: ImportFile) {
  const rows = []
  for await (const row of file.rows) rows.push(row)
  return rows
}

async function cellsOf(content: string | Buffer) {
  return (await allRows(await open(content))).map(({ rowNo, cells }) => [rowNo, ...cells])
}

const refusal = (content: string | Buffer) =>
  open(content).then(
    () => 'read',
    (error: Error) => error.message,
  )

describe('story 1: three properties, semicolons, Windows-1252', () => {
  const csv = Buffer.from(
    'Ref;Address 1;Town;Postcode;Price;Status\r\nP1;4 Caf\u00E9 Row;Larkmead;lk1 1aa;\u00A3259,950;Available\r\nP2;5 Mill Lane;Larkmead;LK1 1AB;310000;SSTC\r\nP3;"6, The Green";Larkmead;LK11AC;\u00A3425,000.00;For sale\r\n',
    'latin1',
  )

  test('is recognised and read', async () => {
    const file = await open(csv)
    expect(file).toMatchObject({ format: 'csv', encoding: 'windows-1252', delimiter: ';', rowCount: 3, notices: [] })
    const names = file.columns.map(({ name }) => name)
    const samples = Object.fromEntries(file.columns.map(({ name, samples: of }) => [name, of]))
    expect(recogniseKind(names, samples)).toBe('property')
    const mapping = recogniseColumns('property', names, samples)
    expect(Object.values(mapping)).toEqual(['ref', 'line1', 'town', 'postcode', 'askingPrice', 'status'])
    const read = (await allRows(file)).map(({ cells }) => {
      const raw: RawRow = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
      return readRow('property', mapping, {}, raw, { today: '2026-11-22' })
    })
    expect(read.flatMap(({ issues }) => issues)).toEqual([])
    expect(read.map(({ values }) => [values.line1, values.postcode, values.askingPrice, values.status])).toEqual([
      ['4 Caf\u00E9 Row', 'LK1 1AA', 25_995_000, 'forSale'],
      ['5 Mill Lane', 'LK1 1AB', 31_000_000, 'sold'],
      ['6, The Green', 'LK1 1AC', 42_500_000, 'forSale'],
    ])
  })
})

describe('CSV', () => {
  test.each([
    ['comma', 'a,b\n1,2\n'],
    ['semicolon', 'a;b\n1;2\n'],
    ['tab', 'a\tb\n1\t2\n'],
    ['bar', 'a|b\r\n1|2\r\n'],
  ])('a delimiter of a %s is found', async (_name, text) => {
    expect(await cellsOf(text)).toEqual([[2, '1', '2']])
  })

  test.each([
    ['utf-8', Buffer.from('\uFEFFa,b\n\u00A31,\u00E9\n')],
    ['utf-8', Buffer.from('a,b\n\u00A31,\u00E9\n')],
    ['utf-16le', Buffer.from('\uFEFFa,b\n\u00A31,\u00E9\n', 'utf16le')],
    ['utf-16be', Buffer.from('\uFEFFa,b\n\u00A31,\u00E9\n', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('a,b\n\u00A31,\u00E9\n', 'latin1')],
  ])('%s is decoded', async (encoding, bytes) => {
    const file = await open(bytes)
    expect(file.encoding).toBe(encoding)
    expect((await allRows(file))[0]?.cells).toEqual(['\u00A31', '\u00E9'])
  })

  test('line numbers match a spreadsheet: empty lines count, line breaks within quotes do not', async () => {
    expect(await cellsOf('a,b\n\n1,"x\ny"\n,\n3,4\n')).toEqual([
      [3, '1', 'x\ny'],
      [5, '3', '4'],
    ])
  })

  test('a broken line is an error with its line number, and the following lines are read', async () => {
    const rows = await allRows(await open('a,b\n1,2\n2,"open\n3,4\n5,6,7\n8\n9,1\n2,3\n4,"x "y" z"\n10,12" pipe\n11,12\n'))
    expect(rows.filter(({ issues }) => issues.length > 0).map(({ rowNo, issues }) => [rowNo, issues[0]?.message])).toEqual([
      [3, 'A quotation mark of this line is not closed.'],
      [5, 'This line has 3 values, the header 2.'],
      [6, 'This line has 1 value, the header 2: the last are taken as empty.'],
    ])
    expect(rows.filter(({ issues }) => issues.length === 0).map(({ rowNo, cells }) => [rowNo, ...cells])).toEqual([
      [2, '1', '2'],
      [4, '3', '4'],
      [7, '9', '1'],
      [8, '2', '3'],
      [9, '4', '"x "y" z"'],
      [10, '10', '12" pipe'],
      [11, '11', '12'],
    ])
  })

  test('a file with half of its lines broken is refused, and the message asks about the delimiter', async () => {
    expect(await refusal('a;b\n1;2\n1;2;3\n')).toBe(
      'Half of the lines of this file are broken. Line 3: This line has 3 values, the header 2. Is the delimiter really a semicolon?',
    )
  })

  test('a file with an unclosed quotation mark in half of its lines is refused for that reason', async () => {
    expect(await refusal('a,b\n"1,2\n3,4\n"5,6\n')).toBe(
      'Half of the lines of this file are broken. Line 2: A quotation mark of this line is not closed.',
    )
  })

  test.each([
    ['sep=;', 'sep=;\r\na;b\r\n1;2,5\r\n', ';'],
    ['"sep=|"', '"sep=|"\na|b\n1|2,5\n', '|'],
  ])('a first line %s names the delimiter', async (_line, text, delimiter) => {
    const file = await open(text)
    expect(file.delimiter).toBe(delimiter)
    expect(file.columns.map(({ name }) => name)).toEqual(['a', 'b'])
    expect((await allRows(file)).map(({ rowNo, cells }) => [rowNo, ...cells])).toEqual([[3, '1', '2,5']])
  })

  test('lines that end with a carriage return alone, also in a large file', async () => {
    const lines = Array.from({ length: 20_000 }, (_line, at) => `${at},some text of a line`).join('\r')
    const rows = await allRows(await open(`a,b\r${lines}\r"x,1\r2,y\r`))
    expect(rows).toHaveLength(20_002)
    expect(rows.filter(({ issues }) => issues.length > 0).map(({ rowNo }) => rowNo)).toHaveLength(1)
  })

  test('spaces before and after a quoted value do not break the line', async () => {
    expect(await cellsOf('a,b,c\n1, "x, y" ,3\n')).toEqual([[2, '1', 'x, y', '3']])
  })

  test('rows with titles above the header are left out, and the notice says so', async () => {
    const file = await open(
      'Sales pipeline, all branches\nPrinted 28/11/2026\n\nRef,Address 1,Town,Postcode\nP1,1 Mill Lane,Larkmead,LK1 1AA\n',
    )
    expect(file.columns.map(({ name }) => name)).toEqual(['Ref', 'Address 1', 'Town', 'Postcode'])
    expect(file.notices).toEqual(['2 rows above the header are left out. The names of the columns are in line 4.'])
    expect((await allRows(file)).map(({ rowNo }) => rowNo)).toEqual([5])
  })

  test('the names of the columns on each page are left out, and the notice says so', async () => {
    const file = await open('Ref,Status\nP1,Live\n\nRef,Status\nP2,Status\n')
    expect((await allRows(file)).map(({ rowNo, cells }) => [rowNo, ...cells])).toEqual([
      [2, 'P1', 'Live'],
      [5, 'P2', 'Status'],
    ])
    expect(file.notices).toEqual(['The names of the columns stand in line 4 again. Such lines are left out.'])
  })

  test('missing last values are taken as empty with a warning; a single value is not a row', async () => {
    const rows = await allRows(
      await open('Ref,Address 1,Town,Postcode\nP1,1 Mill Lane\nP2,2 Mill Lane,Larkmead,LK1 1AA\nTotal 2\n'),
    )
    expect(rows.map(({ cells, issues }) => [cells, issues.map(({ level, message }) => `${level}: ${message}`)])).toEqual([
      [['P1', '1 Mill Lane', '', ''], ['warning: This line has 2 values, the header 4: the last are taken as empty.']],
      [['P2', '2 Mill Lane', 'Larkmead', 'LK1 1AA'], []],
      [['Total 2'], ['error: This line has 1 value, the header 4.']],
    ])
  })

  test('columns with the same name or without a name get unique names and are not mapped', async () => {
    const file = await open('Ref,Price,price,\nA,1,2,3\n')
    await file.close()
    expect(file.columns.map(({ name }) => name)).toEqual(['Ref', 'Price', 'price (2)', 'Column 4'])
    expect(
      recogniseColumns(
        'property',
        file.columns.map(({ name }) => name),
      ),
    ).toEqual({
      Ref: 'ref',
      Price: 'askingPrice',
      'price (2)': null,
      'Column 4': null,
    })
  })

  test('columns have samples, the number of filled rows, codes, and the first month-first line', async () => {
    const file = await open('Ref,Status,Date\nA,SSTC,03/04/2026\nB,,03/25/2026\nC,SSTC,\n')
    await file.close()
    expect(file.columns).toEqual([
      {
        name: 'Ref',
        samples: ['A', 'B', 'C'],
        filled: 3,
        codes: [
          { value: 'A', count: 1 },
          { value: 'B', count: 1 },
          { value: 'C', count: 1 },
        ],
        monthFirst: null,
      },
      { name: 'Status', samples: ['SSTC'], filled: 2, codes: [{ value: 'SSTC', count: 2 }], monthFirst: null },
      {
        name: 'Date',
        samples: ['03/04/2026', '03/25/2026'],
        filled: 2,
        codes: [
          { value: '03/04/2026', count: 1 },
          { value: '03/25/2026', count: 1 },
        ],
        monthFirst: { rowNo: 3, value: '03/25/2026' },
      },
    ])
  })

  test('more than 50,000 rows are refused', async () => {
    expect(await refusal(`a,b\n${'1,2\n'.repeat(50_000)}`)).toBe('read')
    expect(await refusal(`a,b\n${'1,2\n'.repeat(50_001)}`)).toContain('more than 50,000 rows')
  })

  test('more than 300 columns are refused', async () => {
    expect(await refusal(`${'a,'.repeat(300)}b\n${'1,'.repeat(300)}2\n`)).toBe(
      'This file has more than 300 columns. Leave out those that are not needed.',
    )
  })
})

describe('files that are not read', () => {
  test.each([
    ['an empty file', '', 'There are no rows in this file.'],
    ['a header alone', 'a,b\n', 'There are no rows in this file.'],
    ['NUL', 'a,b\n1,\u00002\n', 'NUL characters'],
    ['XML', '<?xml version="1.0"?><rows/>', 'This is an XML file.'],
    ['a web page', '<html><table><tr><td>1</td></tr></table></html>', 'This is a web page'],
    ['JSON', '[{"a":1}]', 'This is a JSON file.'],
    ['SYLK', 'ID;PWXL;N;E\nP;PGeneral\nC;Y1;X1;K"Ref"\nE\n', 'This is a SYLK file.'],
    ['DIF', 'TABLE\n0,1\n"EXCEL"\nVECTORS\n0,2\n""\n', 'This is a DIF file.'],
    ['PDF', '%PDF-1.7\n1 0 obj', 'This is a PDF.'],
    [
      'an old Excel file',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      'This is an old Excel file. Save it as .xlsx or .csv.',
    ],
    [
      'an encrypted file',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
      'protected with a password',
    ],
  ])('%s is refused by what it is', async (_name, content, words) => {
    expect(await refusal(content)).toContain(words)
  })
})

test('the fingerprint of a mapping does not depend on the order and case of the columns', () => {
  expect(mappingFingerprint(['Post code', 'PRICE'])).toBe(mappingFingerprint(['Price', 'post_code']))
  expect(mappingFingerprint(['Price'])).not.toBe(mappingFingerprint(['Price', 'Ref']))
})
