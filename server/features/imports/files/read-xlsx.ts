import { findHeader, headerRows } from '@gya/domain/features/imports/find-header.ts'
import { recogniseKind } from '@gya/domain/features/imports/recognise-columns.ts'
import { unreadable } from './import-file-error.ts'
import { importLimits } from './import-limits.ts'
import type { TabularFile, TabularRow } from './tabular-file.ts'
import { readSheet } from './xlsx/read-sheet.ts'
import { readWorkbook, type Workbook } from './xlsx/read-workbook.ts'
import { asUnreadable, openZip } from './zip-entries.ts'

const limits = { unpackedBytes: importLimits.xlsxUnpackedBytes, entryBytes: importLimits.xlsxUnpackedBytes }

/**
 * "XLSX: one sheet, chosen; dates by cell format; formulas by their stored result." [connect §1.2](docs/design/connect.md#1.2). Without a
 * choice it is the first sheet that is not hidden. Only the entries that are needed are unpacked.
 */
export async function readXlsx(bytes: Buffer, wanted: string | undefined): Promise<TabularFile> {
  const zip = await openZip(bytes, limits)
  try {
    const workbook = await readWorkbook(zip)
    const sheets = wanted === undefined ? workbook.sheets : workbook.sheets.filter(({ name }) => name === wanted)
    let [sheet] = sheets
    if (sheet === undefined) throw unreadable(whyNoSheet(workbook, wanted))
    let { rows, merged } = await readSheet(zip, workbook, sheet.path)
    // A cover or an empty sheet may come first.
    let isKnown = isTable(rows)
    for (const other of isKnown ? [] : sheets.slice(1)) {
      const read = await readSheet(zip, workbook, other.path)
      isKnown = isTable(read.rows)
      if (!isKnown && (rows.length > 1 || read.rows.length < 2)) continue
      ;[sheet, rows, merged] = [other, read.rows, read.merged]
      if (isKnown) break
    }
    return {
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      sheet: sheet.name,
      sheets: workbook.sheets.map(({ name }) => name),
      header: null,
      isFrom1904: workbook.isFrom1904,
      notices: noticesOf(workbook, merged),
      rows: () => rows,
    }
  } catch (error) {
    throw asUnreadable(error)
  } finally {
    zip.close()
  }
}

/** Whether a sheet has rows below column names that are known. */
function isTable(rows: readonly TabularRow[]): boolean {
  const first = rows.slice(0, headerRows).map(({ cells }) => cells)
  const header = findHeader(first)
  return rows.length > header + 1 && recogniseKind(first[header] ?? []) !== null
}

function whyNoSheet({ hiddenSheets }: Workbook, wanted: string | undefined): string {
  if (wanted !== undefined) return `This workbook has no sheet "${wanted}".`
  return hiddenSheets.length > 0
    ? 'Every sheet of this workbook is hidden. Show those to import, and save it again.'
    : 'This workbook has no sheet with cells.'
}

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ')

const noticesOf = ({ hiddenSheets }: Workbook, merged: number): string[] => [
  ...(merged > 0 ? [`This workbook has merged cells (${merged}): only the first cell of each has a value.`] : []),
  ...(hiddenSheets.length > 0 ? [`Hidden sheets are not read: ${quoted(hiddenSheets)}.`] : []),
]
