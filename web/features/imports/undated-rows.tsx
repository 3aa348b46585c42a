import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
import type { ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** "Lines 4 and 7 of sales.csv; line 3 of offers.csv; and 17 rows more." */
function linesOf({ undated, undatedRows }: ImportDetail['counts'], names: ReadonlyMap<string, string>): string {
  const files = Map.groupBy(undatedRows, ({ fileId }) => fileId)
  const lines = [...files].map(([fileId, rows]) => {
    const numbers = rows.map(({ rowNo }) => showNumber(rowNo))
    return `${rows.length === 1 ? 'line' : 'lines'} ${listFormat.format(numbers)}${names.size > 1 ? ` of ${names.get(fileId) ?? ''}` : ''}`
  })
  const rest = undated - undatedRows.length
  const parts = [...lines, ...(rest > 0 ? [`and ${showCount(rest, 'row')} more`] : [])].join('; ')
  return parts.charAt(0).toUpperCase() + parts.slice(1)
}

type Props = { counts: ImportDetail['counts']; names: ReadonlyMap<string, string> }

/** Warns, before anything is written, of rows for which the day of the import stands for a day that the files do not give. */
export function UndatedRows({ counts, names }: Props) {
  const { undated } = counts
  if (undated === 0) return null
  return (
    <Notice tone="warn" title={`${showCount(undated, 'row says', 'rows say')} that something is done, but not when`}>
      The day of the import is used. The week and the dashboards do not count it as done on that day. To keep the days, add them
      to the file and upload it again. {linesOf(counts, names)}.
    </Notice>
  )
}

/** Says, before anything is written, how many properties have no day on which they were taken on, and what is assumed. */
export function WithoutTakeOn({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice tone="info" title={`${showCount(count, 'property has', 'properties have')} no date taken on or launched`}>
      GYA assumes the earliest date in {count === 1 ? 'its' : 'their'} rows, such as the date of the sale, or else the day of the
      import. The week and the dashboards do not count {count === 1 ? 'it' : 'them'} under Taken on and Launched. To have{' '}
      {count === 1 ? 'it' : 'them'} counted, add a column Taken on or Launched to the file and upload it again.
    </Notice>
  )
}
