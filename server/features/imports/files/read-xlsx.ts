import { unreadable } from './import-file-error.ts'
import { importLimits } from './import-limits.ts'
import type { TabularFile } from './tabular-file.ts'
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
    const sheet = wanted === undefined ? workbook.sheets[0] : workbook.sheets.find(({ name }) => name === wanted)
    if (sheet === undefined)
      throw unreadable(
        wanted === undefined ? 'This workbook has no sheet with cells.' : `This workbook has no sheet "${wanted}".`,
      )
    const { rows, merged } = await readSheet(zip, workbook, sheet.path)
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

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ')

const noticesOf = ({ hiddenSheets }: Workbook, merged: number): string[] => [
  ...(merged > 0 ? [`This workbook has merged cells (${merged}): only the first cell of each has a value.`] : []),
  ...(hiddenSheets.length > 0 ? [`Hidden sheets are not read: ${quoted(hiddenSheets)}.`] : []),
]
