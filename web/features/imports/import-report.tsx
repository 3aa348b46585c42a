import { showCount } from '@gya/domain/common/show-count.ts'
import { downloadImportReport } from '@gya/domain/features/imports/imports.contract.ts'
import type { ImportDetail, RowOutcome } from '@gya/domain/features/imports/imports.model.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useDownload } from '../../lib/api/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { stayOut } from './import-progress.tsx'
import { ImportRows } from './import-rows.tsx'
import { InviteVendors } from './invite-vendors.tsx'

const outcomes: readonly {
  outcome: RowOutcome
  label: string
  count: Exclude<keyof ImportDetail['counts'], 'undatedRows' | 'unreadable' | 'made'>
}[] = [
  { outcome: 'written', label: 'Written', count: 'written' },
  { outcome: 'held-back', label: 'Held back', count: 'heldBack' },
  { outcome: 'left-out', label: 'Left out', count: 'leftOut' },
  { outcome: 'undone', label: 'Undone', count: 'undone' },
  { outcome: 'kept', label: 'Kept', count: 'kept' },
]

/** The report: results of the confirmed rows. */
export function ImportReport({ companyId, one }: { companyId: string; one: ImportDetail }) {
  const params = { companyId, importId: one._id }
  const [outcome, setOutcome] = useState<RowOutcome>('written')
  const report = useDownload(downloadImportReport)
  // Rows that the check excluded are in none of the counts.
  const left = stayOut(one)
  const { warnings } = one.counts
  const shown = outcomes.filter(({ count }, at) => at < 3 || one.counts[count] > 0)
  return (
    <section className="import-check" aria-label="Report">
      <fieldset className="import-counts" aria-label="Filter by result">
        {shown.map(({ outcome: key, label, count }) => (
          <button key={key} type="button" aria-pressed={outcome === key} onClick={() => setOutcome(key)}>
            <span>{label}</span>
            <b className="tnum">{one.counts[count].toLocaleString('en-GB')}</b>
          </button>
        ))}
      </fieldset>
      {report.failed && <Notice tone="bad">{report.failed}</Notice>}
      {(left !== '' || warnings > 0) && (
        <p className="mut">
          {left !== '' && `Of ${showCount(one.counts.rows, 'row')}, ${left} The report lists them.`}
          {warnings > 0 && ` ${showCount(warnings, 'row has', 'rows have')} a warning.`}
        </p>
      )}
      {one.vendors && <InviteVendors params={params} vendors={one.vendors} />}
      <ImportRows
        key={outcome}
        companyId={companyId}
        one={one}
        decision={null}
        outcome={outcome}
        tools={
          <Button icon={IconDownload} pending={report.pending} onClick={() => void report.download({ params })}>
            Report
          </Button>
        }
      />
    </section>
  )
}
