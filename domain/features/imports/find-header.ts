import { importKindNames } from './import-kinds.ts'
import { isData, recogniseColumns } from './recognise-columns.ts'

/** Filled rows in which the row with the column names is looked for. */
export const headerRows = 20
/** Fewer recognised names may be chance. */
const leastRecognised = 3

/**
 * The index of the row with the column names: "of the first 20 rows the header is the one with the most recognised columns (at least
 * three filled cells, no days, amounts or postcodes), the first of equals". Without a known name it is the first row below titles.
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const scores = rows.slice(0, headerRows).map((cells, at) => {
    const names = [...new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''))]
    const isHeader = names.length >= leastRecognised && !names.some(isData)
    const recognised = isHeader ? Math.max(...importKindNames.map((kind) => countRecognised(kind, names))) : 0
    return { at, score: recognised >= leastRecognised ? recognised : 0 }
  })
  const best = scores.reduce((most, next) => (next.score > most.score ? next : most), { at: 0, score: 0 })
  return best.score > 0 ? best.at : belowTitles(rows)
}

/** Without a known name: below titles of one cell, the first row with as many names as the table has columns. */
function belowTitles(rows: readonly (readonly string[])[]): number {
  const widths = rows.slice(0, headerRows).map((cells) => cells.filter((cell) => cell.trim() !== '').length)
  const first = widths.findIndex((width) => width > 1)
  const isWide = (widths[first] ?? 0) >= Math.max(leastRecognised, ...widths.slice(first))
  return first > 0 && isWide && !rows[first]?.some(isData) ? first : 0
}

const countRecognised = (kind: (typeof importKindNames)[number], names: readonly string[]): number =>
  Object.values(recogniseColumns(kind, names)).filter((field) => field !== null).length
