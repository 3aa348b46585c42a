import { readSheet } from 'read-excel-file/node'
import { notAllowed, unreadable } from './import-file-error.ts'
import { importLimits } from './import-limits.ts'
import type { TabularFile, TabularRow } from './tabular-file.ts'
import { asUnreadable, openZip, type ZipArchive } from './zip-entries.ts'

type Cell = string | number | boolean | Date | null

/**
 * "XLSX: one sheet, chosen; dates by cell format; formulas by their stored result." Connect design, section 1.2. Without a choice it is
 * the first sheet that is not hidden. All entries are unpacked once before the library reads them, to verify their declared sizes.
 */
export async function readXlsx(bytes: Buffer, wanted: string | undefined): Promise<TabularFile> {
  const { sheets, merged } = await inspectWorkbook(bytes)
  const sheet = wanted ?? sheets[0]
  if (sheet === undefined || !sheets.includes(sheet)) throw unreadable(`This workbook has no sheet "${wanted ?? ''}".`)
  const cells = await readCells(bytes, sheet)
  const rows = cells.map((row, at) => ({ rowNo: at + 1, cells: row.map(cellText), problem: null }))
  const headerAt = rows.findIndex(isFilled)
  const header = rows[headerAt]?.cells ?? []
  return {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet,
    sheets,
    header: header.slice(0, header.findLastIndex((cell) => cell.trim() !== '') + 1),
    notices: merged > 0 ? [`This workbook has merged cells (${merged}): only the first cell of each has a value.`] : [],
    rows: () => rows.slice(headerAt + 1).filter(isFilled),
  }
}

const isFilled = ({ cells }: TabularRow): boolean => cells.some((cell) => cell.trim() !== '')

async function inspectWorkbook(bytes: Buffer): Promise<{ sheets: string[]; merged: number }> {
  const limits = { unpackedBytes: importLimits.xlsxUnpackedBytes, entryBytes: importLimits.xlsxUnpackedBytes }
  const zip = await openZip(bytes, limits)
  try {
    const workbook = zip.entries.find(({ name }) => name === 'xl/workbook.xml')
    if (!workbook) throw notAllowed('This is a workbook of a kind that GYA does not read. Save it as .xlsx or .csv.')
    let merged = 0
    for (const { name } of zip.entries) merged += await countMerged(zip, name)
    return { sheets: sheetNames(await zip.readText(workbook.name)), merged }
  } catch (error) {
    throw asUnreadable(error)
  } finally {
    zip.close()
  }
}

const mergeTag = '<mergeCell '

/** Reads a whole entry. Fails if it is larger than its declared size. */
async function countMerged(zip: ZipArchive, name: string): Promise<number> {
  const isSheet = /^xl\/worksheets\/[^/]+\.xml$/.test(name)
  let count = 0
  let tail = ''
  for await (const chunk of await zip.open(name).then((stream) => stream.setEncoding('latin1'))) {
    if (!isSheet) continue
    const text = tail + String(chunk)
    count += text.split(mergeTag).length - 1
    tail = text.slice(text.length - mergeTag.length + 1)
  }
  return count
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeXml = (text: string): string =>
  text
    .replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => entities[name] ?? '')
    .replace(/&#(x[\da-f]+|\d+);/gi, (_all, code: string) => String.fromCodePoint(Number(code.replace(/^x/i, '0x'))))

function sheetNames(workbook: string): string[] {
  const tags = [...workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => tag)
  const visible = tags.filter((tag) => !/\sstate="(?:very)?hidden"/i.test(tag))
  return visible.flatMap((tag) => {
    const name = /\sname="([^"]*)"/.exec(tag)?.[1]
    return name === undefined ? [] : [unescapeXml(name)]
  })
}

async function readCells(bytes: Buffer, sheet: string): Promise<Cell[][]> {
  try {
    return (await readSheet(bytes, sheet)) as unknown as Cell[][]
  } catch {
    throw unreadable(
      'This workbook is damaged or was made in an unusual way. Open it in Excel and save it again, or save it as .csv.',
    )
  }
}

/** Days as `YYYY-MM-DD`, with the time if there is one; a time alone as `HH:mm`. Fifteen digits, as Excel shows them. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(Number(cell.toPrecision(15))) : ''
  if (!(cell instanceof Date)) return String(cell)
  if (Number.isNaN(cell.getTime())) return ''
  const iso = new Date(Math.round(cell.getTime() / 60_000) * 60_000).toISOString()
  const time = iso.slice(11, 16)
  if (iso < '1900-01-01') return time
  return time === '00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}
