import { importKindNames } from './import-kinds.ts'
import { isData, recogniseColumns } from './recognise-columns.ts'

/** Filled rows in which the row with the column names is looked for. */
export const headerRows = 20
/** Fewer recognised names may be chance. */
const leastRecognised = 3

/**
 * The index of the row with the column names: "of the first 20 rows the header is the one with the most recognised columns (at least
 * three filled cells, no days, amounts or postcodes), the first of equals". The first row, unless a later one has more.
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const scores = rows.slice(0, headerRows).map((cells, at) => {
    const names = [...new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''))]
    const isHeader = names.length >= leastRecognised && !names.some(isData)
    const recognised = isHeader ? Math.max(...importKindNames.map((kind) => countRecognised(kind, names))) : 0
    return { at, score: recognised >= leastRecognised ? recognised : 0 }
  })
  return scores.reduce((best, next) => (next.score > best.score ? next : best), { at: 0, score: 0 }).at
}

const countRecognised = (kind: (typeof importKindNames)[number], names: readonly string[]): number =>
  Object.values(recogniseColumns(kind, names)).filter((field) => field !== null).length
