import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorkbook, textCell, textRow } from '../testing/make-workbook.ts'
import { ImportFileError } from './import-file-error.ts'
import { openImportFile } from './open-import-file.ts'
import { indexZipEntries, readZipFile } from './read-zip.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gya-import-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const saved = async (content: string | Uint8Array): Promise<string> => {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return path
}

const read = async (content: Uint8Array, sheet?: string) => {
  const { head, rows } = await openImportFile(await saved(content), { sheet })
  return { head, rows: [...rows()].map(({ rowNo, cells }) => [rowNo, ...cells]) }
}

const refusal = (content: Uint8Array) =>
  read(content).then(
    () => 'read',
    (error: Error) => `${error instanceof ImportFileError ? error.code : 'not an ImportFileError'}: ${error.message}`,
  )

const workbook = (rows: string, after = '') => makeWorkbook({ rows: [rows], after, names: ['Homes'] })
const header = `<row r="1">${textCell('A1', 'Ref')}${textCell('B1', 'Taken on')}${textCell('C1', 'Price')}</row>`

describe('XLSX', () => {
  test('reads days by cell format, formulas by their result, and numbers as Excel shows them', async () => {
    const { head, rows } = await read(
      workbook(
        `${header}<row r="2">${textCell('A2', 'P1')}<c r="B2" s="1"><v>46298</v></c><c r="C2"><f>2*125000</f><v>249999.99999999997</v></c></row><row r="4">${textCell('A4', 'P&amp;2')}<c r="B4" s="2"><v>46298.75</v></c><c r="C4" t="b"><v>1</v></c></row>`,
      ),
    )
    expect(head).toMatchObject({ format: 'xlsx', sheet: 'Homes', sheets: ['Homes'], rowCount: 2, notices: [] })
    expect(rows).toEqual([
      [2, 'P1', '2026-10-03', '250000'],
      [4, 'P&2', '2026-10-03 18:00', 'true'],
    ])
  })

  test('reports merged cells', async () => {
    const { head } = await read(
      workbook(
        `${header}<row r="2">${textCell('A2', 'P1')}</row>`,
        '<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>',
      ),
    )
    expect(head.notices).toEqual(['This workbook has merged cells (1): only the first cell of each has a value.'])
  })

  test('a workbook that LibreOffice wrote: days, amounts, formulas, line breaks', async () => {
    const { head, rows } = await read(await readFile(join(import.meta.dirname, '../testing/libreoffice.xlsx')))
    expect(head).toMatchObject({ format: 'xlsx', sheet: 'homes', rowCount: 2, notices: [] })
    expect(rows).toEqual([
      [2, 'P1', '2026-10-03', '259950.5', '519901', 'two\nlines'],
      [3, 'P2', '2026-10-04', '310000', '620000', '\u00E9\u00A3'],
    ])
  })

  test('refuses a missing sheet and a hidden one', async () => {
    const homes = workbook(`${header}<row r="2">${textCell('A2', 'P1')}</row>`)
    await expect(read(homes, 'Sales')).rejects.toThrow('This workbook has no sheet "Sales".')
  })

  test('numbers are read as their cells show them: percentages, digits with leading zeros, times; a literal sign is not a percentage', async () => {
    const cells = `${header}<row r="2">${textCell('A2', 'P1')}<c r="B2" s="3"><v>1.4999999999999999E-2</v></c><c r="C2" s="6"><v>1.5</v></c></row><row r="3">${textCell('A3', 'P2')}<c r="B3" s="5"><v>1184960212</v></c><c r="C3" s="4"><v>0.604166666666667</v></c></row>`
    expect((await read(workbook(cells))).rows).toEqual([
      [2, 'P1', '1.5%', '1.5'],
      [3, 'P2', '01184960212', '14:30'],
    ])
  })

  test('a second before midnight stays on its day', async () => {
    const cells = `${header}<row r="2">${textCell('A2', 'P1')}<c r="B2" s="2"><v>${46298 + 86_399 / 86_400}</v></c><c r="C2" s="1"><v>${46298 + 86_399.6 / 86_400}</v></c></row>`
    expect((await read(workbook(cells))).rows).toEqual([[2, 'P1', '2026-10-03 23:59', '2026-10-03 23:59']])
  })

  test.each(['true', '1', 'TRUE', 'on'])('days count from 1904 where date1904="%s"', async (spelling) => {
    const cells = `${header}<row r="2">${textCell('A2', 'P1')}<c r="B2" s="1"><v>44530</v></c><c r="C2"><v>44530</v></c></row>`
    const { head, rows } = await read(makeWorkbook({ rows: [cells], workbookPr: `<workbookPr date1904="${spelling}"/>` }))
    expect(rows).toEqual([[2, 'P1', '2025-12-01', '44530']])
    expect(head.columns.every(({ isFrom1904 }) => isFrom1904)).toBe(true)
  })

  test('days count from 1900 where date1904="0"', async () => {
    const cells = `${header}<row r="2">${textCell('A2', 'P1')}<c r="B2" s="1"><v>44530</v></c></row>`
    const { rows } = await read(makeWorkbook({ rows: [cells], workbookPr: '<workbookPr date1904="0"/>' }))
    expect(rows).toEqual([[2, 'P1', '2021-11-30', '']])
  })

  test('error cells and formulas without a stored result are kept as such; an empty result is empty', async () => {
    const cells = `${header}<row r="2"><c r="A2" t="e"><f>B9</f><v>#REF!</v></c><c r="B2"><f>C2+1</f></c><c r="C2" t="str"><f>""</f><v></v></c></row>`
    expect((await read(workbook(cells))).rows).toEqual([[2, '#REF!', '#NO RESULT!', '']])
  })

  test('shared strings: formatted parts are joined, phonetic text is left out, escaped line breaks are line breaks', async () => {
    const sharedStrings =
      '<si><t>Ref</t></si><si><t>Line</t></si><si><r><t>4 Mill </t></r><r><t>Lane</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si><t>a_x000D_\nb &amp;amp; _x005F_</t></si>'
    const row = (rowNo: number, a: number, b: number) =>
      `<row r="${rowNo}"><c r="A${rowNo}" t="s"><v>${a}</v></c><c r="B${rowNo}" t="s"><v>${b}</v></c></row>`
    const { rows } = await read(makeWorkbook({ rows: [row(1, 0, 1) + row(2, 2, 3)], sharedStrings }))
    expect(rows).toEqual([[2, '4 Mill Lane', 'a\r\nb &amp; _']])
  })

  test('names of parts in other capitals are found', async () => {
    const files = unzipSync(workbook(`${header}${textRow(2, 'P1')}`))
    const renamed = Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name.replace('sheet1', 'Sheet1').replace('styles', 'Styles'), bytes]),
    )
    expect((await read(zipSync(renamed))).rows).toEqual([[2, 'P1', '', '']])
  })

  test('cells and rows without references follow each other', async () => {
    const cells =
      '<row><c t="inlineStr"><is><t>Ref</t></is></c><c t="inlineStr"><is><t>Price</t></is></c></row><row><c><v>1</v></c><c><v>2</v></c></row>'
    expect((await read(workbook(cells))).rows).toEqual([[2, '1', '2']])
  })

  test('hidden sheets are named, and values without a column name above them', async () => {
    const cells = `${textRow(1, 'Ref', 'Price')}${textRow(2, 'P1', '1')}${textRow(3, 'P2', '1', '', 'stray')}`
    const { head } = await read(makeWorkbook({ rows: [cells, textRow(1, 'x')], names: ['Homes', 'Old'], hidden: [1] }))
    expect(head.notices).toEqual([
      'Hidden sheets are not read: “Old”.',
      'Values to the right of the last column name are not read. The first is in line 3.',
    ])
  })

  test('a cover before the sheet with known columns is not the file', async () => {
    const cover = textRow(1, 'Pipeline') + textRow(2, 'Larkmead')
    const homes = textRow(1, 'Our homes') + textRow(3, 'Ref', 'Address 1', 'Postcode') + textRow(4, 'P1', '1 Row', 'LK1 1AA')
    const { head, rows } = await read(makeWorkbook({ rows: [cover, '', homes], names: ['Cover', 'Empty', 'Homes'] }))
    expect(head).toMatchObject({ sheet: 'Homes', sheets: ['Cover', 'Empty', 'Homes'] })
    expect(rows).toEqual([[4, 'P1', '1 Row', 'LK1 1AA']])
    const unknown = await read(makeWorkbook({ rows: [cover, textRow(1, 'x')], names: ['Cover', 'Other'] }))
    expect(unknown.head.sheet).toBe('Cover')
    const second = await read(makeWorkbook({ rows: ['', textRow(1, 'x') + textRow(2, 'y')], names: ['Empty', 'Other'] }))
    expect(second).toMatchObject({ head: { sheet: 'Other' }, rows: [[2, 'y']] })
    const empty = textRow(1, 'Our homes') + textRow(2, 'Ref', 'Address 1', 'Postcode')
    const filled = await read(makeWorkbook({ rows: [cover, empty, homes], names: ['Cover', 'Empty', 'Homes'] }))
    expect(filled.head.sheet).toBe('Homes')
  })

  /** The entries of a workbook by other names, in another order. */
  const renamed = (name: (entry: string) => string, text: (xml: string) => string = (xml) => xml) =>
    zipSync(
      Object.fromEntries(
        Object.entries(unzipSync(workbook(`${header}<row r="2">${textCell('A2', 'P1')}</row>`))).map(([entry, bytes]) => [
          name(entry),
          strToU8(text(strFromU8(bytes))),
        ]),
      ),
    )

  test.each([
    ['in the root of the archive', ''],
    ['in a folder of another name', 'book/'],
  ])('a workbook whose parts are %s is read, as data portals write them', async (_where, folder) => {
    const moved = renamed(
      (entry) => entry.replace(/^xl\//, folder),
      (xml) => xml.replaceAll('xl/', folder),
    )
    expect((await read(moved)).rows).toEqual([[2, 'P1', '', '']])
  })

  test('a workbook is told by the files in it, wherever they stand; binary ones and those of Apple are refused by name', async () => {
    const first = { 'a.bin': strToU8('x') }
    const late = zipSync({ ...first, ...unzipSync(workbook(`${header}<row r="2">${textCell('A2', 'P1')}</row>`)) })
    expect((await read(late)).head).toMatchObject({ format: 'xlsx', rowCount: 1 })
    expect(await refusal(zipSync({ ...first, 'xl/workbook.bin': strToU8('x') }))).toContain('binary Excel workbook (.xlsb)')
    expect(await refusal(zipSync({ ...first, 'Index/Document.iwa': strToU8('x') }))).toContain('Apple Numbers')
    expect(await refusal(zipSync({}))).toContain('This ZIP is empty.')
  })

  test('a workbook of hidden sheets alone is refused with that reason', async () => {
    expect(await refusal(makeWorkbook({ rows: [header], hidden: [0] }))).toMatch('Every sheet of this workbook is hidden.')
  })

  test('refuses an entry that is larger than its declared size', async () => {
    const honest = Buffer.from(workbook(`${header}<row r="2">${textCell('A2', 'P1')}</row>`))
    const size =
      honest.indexOf(Buffer.from('xl/worksheets/sheet1.xml'), honest.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'))) - 46 + 24
    honest.writeUInt32LE(100, size)
    expect(await refusal(honest)).toContain('FILE_UNREADABLE')
  })

  test('refuses a damaged workbook with a message', async () => {
    expect(await refusal(workbook(header).subarray(0, 700))).toContain('FILE_UNREADABLE: This archive is damaged')
  })
})

describe('ZIP', () => {
  const index = strToU8('Property,File\nP1,plan.pdf\nP1,photos\\front.jpg\n')

  test('an index of documents and the files it names', async () => {
    const zip = zipSync({
      'list.csv': index,
      'plan.pdf': strToU8('plan'),
      'photos/Front.jpg': strToU8('jpeg'),
      '__MACOSX/._plan.pdf': strToU8('x'),
    })
    const { head, rows } = await read(zip)
    expect(head).toMatchObject({
      format: 'zip',
      index: 'csv',
      files: [
        { name: 'plan.pdf', bytes: 4 },
        { name: 'photos/Front.jpg', bytes: 4 },
      ],
    })
    expect(rows.map(([, , name]) => indexZipEntries(head.files)(String(name))?.name)).toEqual(['plan.pdf', 'photos/Front.jpg'])
    expect(indexZipEntries(head.files)('front.JPG')?.name).toBe('photos/Front.jpg')
    expect((await readZipFile(await saved(zip), 'photos/Front.jpg')).toString()).toBe('jpeg')
  })

  test.each([
    ['no table', { 'a.pdf': strToU8('x') }, 'FILE_NOT_ALLOWED: This ZIP has no table'],
    ['two tables', { 'a.csv': index, 'b.csv': index }, 'FILE_UNREADABLE: This ZIP has several tables'],
    [
      'a bomb',
      { 'a.csv': index, 'b.bin': new Uint8Array(2_000_000) },
      'FILE_NOT_ALLOWED: "b.bin" in this archive is packed more than 200 to 1',
    ],
    [
      'too large a file',
      { 'a.csv': index, 'b.bin': new Uint8Array(21 * 1024 * 1024) },
      'FILE_TOO_LARGE: "b.bin" in this archive is larger than 20 MB.',
    ],
  ])('%s is refused', async (_name, files, words) => {
    expect(await refusal(zipSync(files))).toContain(words)
  })

  test.each(['../evil.csv', '/etc/evil.csv', 'C:\\evil.csv'])('a path out of the folder, %s, is refused', async (name) => {
    expect(await refusal(zipSync({ [name]: index }))).toContain('FILE_')
  })

  test('an encrypted archive is refused', async () => {
    const zip = Buffer.from(zipSync({ 'a.csv': index }))
    zip.writeUInt16LE(1, zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 8)
    expect(await refusal(zip)).toContain('protected with a password')
  })

  test('compressed data that is not an archive is refused', async () => {
    expect(await refusal(deflateRawSync(index))).not.toBe('read')
  })
})
