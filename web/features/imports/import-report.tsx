import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
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
import { ShareAfterImport } from './share-after-import.tsx'

type Counts = ImportDetail['counts']

/** "After the run *written + held back + stay out* adds up to" the rows read. [seat §6](docs/design/seat.md#6). */
const outcomes: readonly { outcome: RowOutcome; label: string; count: (counts: Counts) => number }[] = [
  { outcome: 'written', label: 'Written', count: ({ written }) => written },
  { outcome: 'held-back', label: 'Held back', count: ({ heldBack }) => heldBack },
  { outcome: 'stay-out', label: 'Stay out', count: ({ rows, written, heldBack }) => rows - written - heldBack },
  { outcome: 'undone', label: 'Undone', count: ({ undone }) => undone },
  { outcome: 'kept', label: 'Kept', count: ({ kept }) => kept },
]

/** The report: results of the confirmed rows. */
export function ImportReport({ companyId, one }: { companyId: string; one: ImportDetail }) {
  const params = { companyId, importId: one._id }
  const [outcome, setOutcome] = useState<RowOutcome>('written')
  const report = useDownload(downloadImportReport)
  const left = stayOut(one)
  const { warnings } = one.counts
  const shown = outcomes.filter(({ count }, at) => at < 3 || count(one.counts) > 0)
  return (
    <section className="import-check" aria-label="Report">
      <fieldset className="import-counts" aria-label="Filter by result">
        {shown.map(({ outcome: key, label, count }) => (
          <button key={key} type="button" aria-pressed={outcome === key} onClick={() => setOutcome(key)}>
            <span>{label}</span>
            <b className="tnum">{showNumber(count(one.counts))}</b>
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
      {one.state === 'done' && <ShareAfterImport companyId={companyId} imported={one.counts.withoutProgressor} />}
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
