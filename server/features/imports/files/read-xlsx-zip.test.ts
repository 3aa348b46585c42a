import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ImportFileError } from './import-file-error.ts'
import { openImportFile } from './open-import-file.ts'
import { readImportFile } from './read-import-file.ts'
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

const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`)
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with one sheet whose rows are given as XML; style 1 is a day, style 2 a day with time. */
const workbook = (rows: string, after = '', sheets = '<sheet name="Homes" sheetId="1" r:id="rId1"/>') =>
  zipSync({
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(`<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': xml(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`),
  })

const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
const header = `<row r="1">${text('A1', 'Ref')}${text('B1', 'Taken on')}${text('C1', 'Price')}</row>`

describe('XLSX', () => {
  test('reads days by cell format, formulas by their result, and numbers as Excel shows them', async () => {
    const { head, rows } = await read(
      workbook(
        `${header}<row r="2">${text('A2', 'P1')}<c r="B2" s="1"><v>46298</v></c><c r="C2"><f>2*125000</f><v>249999.99999999997</v></c></row><row r="4">${text('A4', 'P&amp;2')}<c r="B4" s="2"><v>46298.75</v></c><c r="C4" t="b"><v>1</v></c></row>`,
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
      workbook(`${header}<row r="2">${text('A2', 'P1')}</row>`, '<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>'),
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
    const homes = workbook(`${header}<row r="2">${text('A2', 'P1')}</row>`)
    await expect(read(homes, 'Sales')).rejects.toThrow('This workbook has no sheet "Sales".')
  })

  test('entities are not expanded', async () => {
    const bomb = workbook(`${header}<row r="2">${text('A2', '&lol;')}</row>`)
    expect((await read(bomb)).rows).toEqual([[2, '&lol;', '', '']])
  })

  test('refuses a cell in the last row and column instead of exhausting the memory', async () => {
    const path = await saved(workbook(`${header}<row r="1048576">${text('XFD1048576', 'x')}</row>`))
    await expect(readImportFile(path)).rejects.toBeInstanceOf(ImportFileError)
  })

  test('refuses an entry that is larger than its declared size', async () => {
    const honest = Buffer.from(workbook(`${header}<row r="2">${text('A2', 'P1')}</row>`))
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
