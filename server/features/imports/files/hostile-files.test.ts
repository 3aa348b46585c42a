import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorkbook, textCell, textRow } from '../testing/make-workbook.ts'
import { ImportFileError } from './import-file-error.ts'
import { readImportFile } from './read-import-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gya-import-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Reads a whole file in its process. The number of rows, or why the file is refused. */
async function outcomeOf(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  try {
    const file = await readImportFile(path)
    let rows = 0
    for await (const { cells } of file.rows) rows += cells.length > 0 ? 1 : 0
    return `${rows} rows`
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    return error.message
  }
}

const head = textRow(1, 'Ref', 'Price')
const sheet = (rows: string, more: Partial<Parameters<typeof makeWorkbook>[0]> = {}) =>
  makeWorkbook({ rows: [rows], level: 0, ...more })
const many = (count: number, of: string): string => of.repeat(count)

describe('no file ends the server: a workbook', () => {
  test.each([
    ['ZZZZZZ2', 'reference "ZZZZZZ2", which no sheet has'],
    ['XFE2', 'reference "XFE2", which no sheet has'],
    ['A99999999999', 'reference "A99999999999", which no sheet has'],
    ['-1', 'reference "-1", which no sheet has'],
  ])('with a cell %s is refused', async (ref, words) => {
    expect(await outcomeOf(sheet(`${head}<row r="2">${textCell(ref, 'x')}</row>`))).toContain(words)
  })

  test('with a cell in the last row and column of a sheet is read', async () => {
    expect(await outcomeOf(sheet(`${head}<row r="1048576">${textCell('XFD1048576', 'x')}</row>`))).toBe('1 rows')
  })

  test('with a row beyond the last row of a sheet, or rows out of order, is refused', async () => {
    expect(await outcomeOf(sheet(`${head}<row r="4294967297">${textCell('A1', 'x')}</row>`))).toContain('number "4294967297"')
    expect(await outcomeOf(sheet(`${head}<row r="5"/><row r="4"/>`))).toContain('not in order')
  })

  test('with more rows than a sheet can have is refused; empty rows do not count as rows of the file', async () => {
    expect(await outcomeOf(sheet(head + many(1_100_000, '<row/>')))).toContain('number "1048577"')
    expect(
      await outcomeOf(sheet(`${head}${many(200_000, '<row/>')}<row>${textCell('A', 'x').replace(' r="A"', '')}</row>`)),
    ).toBe('1 rows')
  })

  test('with more than 50,000 filled rows is refused', async () => {
    expect(await outcomeOf(sheet(head + many(50_100, '<row><c><v>1</v></c></row>')))).toContain('more than 50,000 rows')
  })

  test('with a document type, however deep its entities, is refused', async () => {
    const before =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
    expect(await outcomeOf(sheet(`${head}<row r="2">${textCell('A2', '&c;')}</row>`, { before }))).toContain(
      'declares a document type',
    )
  })

  test('with unknown entities and tags nested 500,000 deep is read without recursion', async () => {
    const deep = `${many(500_000, '<x>')}${many(500_000, '</x>')}`
    expect(await outcomeOf(sheet(`${head}<row r="2">${textCell('A2', '&c;')}</row>`, { after: deep }))).toBe('1 rows')
  })

  test('with one text that many cells name is refused for the amount of its text', async () => {
    const sharedStrings = `<si><t>${'x'.repeat(300_000)}</t></si>`
    const rows = many(400, '<row><c t="s"><v>0</v></c></row>')
    expect(await outcomeOf(sheet(head + rows, { sharedStrings }))).toContain('more than 100 million characters')
  })

  test('with shared strings, sheets or styles without end is refused', async () => {
    expect(await outcomeOf(sheet(head, { sharedStrings: many(5_100_000, '<si/>') }))).toMatch(/too many texts/)
    expect(await outcomeOf(makeWorkbook({ rows: Array.from({ length: 300 }, () => head) }))).toContain('300 sheets')
    expect(await outcomeOf(sheet(head, { styles: `<cellXfs>${many(70_000, '<xf numFmtId="1"/>')}</cellXfs>` }))).toMatch(
      /too many styles/,
    )
  })

  test('with 200,000 merged ranges and columns of every width is read', async () => {
    const after = `<mergeCells>${many(200_000, '<mergeCell ref="A1:XFD1048576"/>')}</mergeCells>`
    expect(
      await outcomeOf(sheet(`<cols>${many(1000, '<col min="1" max="16384"/>')}</cols>${head}${textRow(2, 'a')}`, { after })),
    ).toBe('1 rows')
  })

  test('with a tag that does not end is refused', async () => {
    expect(await outcomeOf(sheet(`${head}<row r="2" x="${'y'.repeat(2_000_000)}`))).toContain('does not end')
  })

  test('with NUL in a cell is refused, a lone surrogate is replaced', async () => {
    expect(await outcomeOf(sheet(`${head}${textRow(2, 'a\u0000b')}`))).toContain('NUL characters')
    expect(await outcomeOf(sheet(`${head}${textRow(2, '_xD800_', '&#xD800;')}`))).toBe('1 rows')
  })
})

describe('no file ends the server: a text file', () => {
  test('with one line of many megabytes is refused', async () => {
    expect(await outcomeOf(`a,b\n${'x'.repeat(20_000_000)}`)).toContain('Line 2: This line has more than 400,000 characters.')
    expect(await outcomeOf(`a,b\n${','.repeat(20_000_000)}`)).toContain('Line 2: This line has more than 400,000 characters.')
  })

  test('with a quotation mark that is never closed is read but for that line', async () => {
    const lines = Array.from({ length: 20_000 }, (_line, at) => `${at},2`).join('\n')
    expect(await outcomeOf(`a,b\n1,2\n2,"open\n${lines}`)).toBe('20002 rows')
  })

  test('with a header of too many columns is refused', async () => {
    expect(await outcomeOf(`${'a,'.repeat(150_000)}b\n1,2\n`)).toContain('more than 300 columns')
    expect(await outcomeOf(`${'a,'.repeat(2_000_000)}b\n1,2\n`)).toBe(
      'The names of the columns cannot be read. Line 1: This line has more than 400,000 characters.',
    )
  })

  test('a feed with a million columns or values is refused, or that record', async () => {
    const feed = (definition: string, data: string) =>
      `#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n#DEFINITION#\n${definition}~\n#DATA#\n${data}\n#END#\n`
    expect(await outcomeOf(feed('A^'.repeat(1_000_000), 'x^~'))).toBe('This BLM file names more than 300 columns.')
    expect(await outcomeOf(feed('A^B^', `1^2^~${'^'.repeat(1_000_000)}~1^2^~`))).toBe('3 rows')
  })
})

describe('no file ends the server: a ZIP', () => {
  test('with a file packed beyond any ordinary ratio, or a ZIP as its table, is refused', async () => {
    expect(await outcomeOf(zipSync({ 'list.csv': new Uint8Array(19_000_000) }))).toContain('packed more than 200 to 1')
    const inner = zipSync({ 'list.csv': strToU8('a,b\n1,2\n') })
    expect(await outcomeOf(zipSync({ 'list.csv': inner }))).toBe('This is a ZIP within a ZIP. Unpack it first.')
  })
})

test('a process that the system ends between two batches of rows is a refusal of the file', async () => {
  const path = join(folder, 'file')
  await writeFile(path, `a,b\n${many(2_000, '1,2\n')}`)
  const before = new Set(await childrenOf(process.pid))
  const file = await readImportFile(path)
  const child = (await childrenOf(process.pid)).find((pid) => !before.has(pid))
  const rows = file.rows[Symbol.asyncIterator]()
  await rows.next()
  process.kill(child ?? Number.NaN, 'SIGKILL')
  const rest = async () => {
    for (let next = await rows.next(); !next.done; ) next = await rows.next()
  }
  await expect(rest()).rejects.toThrow('This file could not be read: it needs more memory')
})

/** The processes that a process has started. */
async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')))
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

test('a file that needs more memory or time than it may use is refused, and the next one is read', async () => {
  const path = join(folder, 'file')
  await writeFile(path, sheet(head + many(450, `<row><c t="inlineStr"><is><t>${'text '.repeat(20_000)}</t></is></c></row>`)))
  const limits = { heapMegabytes: 512, dataKilobytes: 1_200_000, processorSeconds: 180 }
  const read = (less: Partial<typeof limits>) => readImportFile(path, {}, { ...limits, ...less })
  await expect(read({ heapMegabytes: 40 })).rejects.toThrow('This file could not be read: it needs more memory')
  await writeFile(path, sheet(head + many(700, `<row>${many(16_000, '<c/>')}</row>`)))
  await expect(read({ processorSeconds: 2 })).rejects.toThrow('This file could not be read: reading it took too long')
  expect(await outcomeOf('a,b\n1,2\n')).toBe('1 rows')
})
