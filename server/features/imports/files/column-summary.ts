import { whyErrorCell } from '@gya/domain/features/imports/error-cell.ts'
import { foldName } from '@gya/domain/features/imports/fold-name.ts'
import { isMonthFirst } from '@gya/domain/features/imports/read-day.ts'
import { isCodeColumn } from '@gya/domain/features/imports/recognise-columns.ts'

export type ColumnSummary = {
  name: string
  /** The first three distinct values. */
  samples: string[]
  /** Rows with a value. */
  filled: number
  /** All distinct values with their count, if the column can have a code list. */
  codes: { value: string; count: number }[] | null
  /** The first line with a month-first day: the column cannot be read as days. */
  monthFirst: { rowNo: number; value: string } | null
  /** Numbers that are days count from 1 January 1904. */
  isFrom1904?: true
}

const maxSampleLength = 200
/** Distinct values are counted up to one more than a code list may have. */
const countedCodes = 61

/**
 * "Two columns of one name, nameless columns: kept apart as 'Price (2)', 'Column 7'; not mapped by themselves."
 * [connect §1.6](docs/design/connect.md#1.6).
 */
export function columnNamesOf(header: readonly string[]): string[] {
  const used = new Set<string>()
  return header.map((cell, at) => {
    const name = cell.replace(/\s+/g, ' ').trim().slice(0, maxSampleLength) || `Column ${at + 1}`
    let unique = name
    for (let n = 2; used.has(foldName(unique)); n += 1) unique = `${name} (${n})`
    used.add(foldName(unique))
    return unique
  })
}

export function columnSummaries(
  names: readonly string[],
  isFrom1904: boolean,
): {
  add: (rowNo: number, cells: readonly string[]) => void
  columns: () => ColumnSummary[]
} {
  const columns = names.map((name) => ({
    summary: {
      name,
      samples: [] as string[],
      filled: 0,
      codes: null,
      monthFirst: null,
      ...(isFrom1904 && { isFrom1904 }),
    } as ColumnSummary,
    counts: new Map<string, number>(),
  }))
  return {
    add(rowNo, cells) {
      for (const [at, { summary, counts }] of columns.entries()) {
        const value = (cells[at] ?? '').trim()
        if (value === '') continue
        summary.filled += 1
        if (whyErrorCell(value) !== null) continue
        const sample = value.slice(0, maxSampleLength).toWellFormed()
        if (summary.samples.length < 3 && !summary.samples.includes(sample)) summary.samples.push(sample)
        if (counts.has(sample) || counts.size < countedCodes) counts.set(sample, (counts.get(sample) ?? 0) + 1)
        if (value.length <= 30 && summary.monthFirst === null && isMonthFirst(value)) summary.monthFirst = { rowNo, value }
      }
    },
    columns: () =>
      columns.map(({ summary, counts }) => ({
        ...summary,
        codes: isCodeColumn([...counts.keys()]) ? [...counts].map(([value, count]) => ({ value, count })) : null,
      })),
  }
}
