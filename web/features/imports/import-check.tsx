import { downloadImportReport } from '@gya/domain/features/imports/imports.contract.ts'
import { type Decision, decisionLabels, decisions, type ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { IconAlertCircle, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useDownload } from '../../lib/api/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FoldPanel } from '../../ui/layout/fold-panel.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { fileNames } from './file-names.ts'
import { decisionIcons, ImportRows } from './import-rows.tsx'
import { MadeContacts } from './made-contacts.tsx'
import { type ImportShare, ShareImported } from './share-imported.tsx'
import { StepsWithoutStart } from './steps-without-start.tsx'
import { UndatedRows, WithoutTakeOn } from './undated-rows.tsx'
import { UnreadableCells } from './unreadable-cells.tsx'
import { WithoutBranch } from './without-branch.tsx'

type Props = { companyId: string; one: ImportDetail; share: ImportShare; onShare: (share: ImportShare) => void }

type Level = 'empty' | 'warning'
const levels: readonly { level: Level; label: string; count: 'emptied' | 'warnings' }[] = [
  { level: 'empty', label: 'Cells left empty', count: 'emptied' },
  { level: 'warning', label: 'Warning', count: 'warnings' },
]

/** The result of the check: all rows, filtered by the counts at the top. */
export function ImportCheck({ companyId, one, share, onShare }: Props) {
  const params = { companyId, importId: one._id }
  const [shown, setShown] = useState<Decision | Level | null>(null)
  const report = useDownload(downloadImportReport)
  const isPhone = useIsPhone()
  /** A phone has only the counts of something. */
  const isCounted = (key: keyof typeof one.counts & (Decision | 'emptied' | 'warnings')) => !isPhone || one.counts[key] > 0
  const names = fileNames(one.files)
  const errors = one.files
    .filter((file) => file.errors > 0)
    .map((file) => (
      <Button
        key={file._id}
        icon={IconDownload}
        pending={report.pending}
        onClick={() => void report.download({ params, query: { errorsOf: file._id } })}
      >
        {one.files.length === 1 ? 'Download what has errors' : `Errors of ${names.get(file._id)}`} (
        {file.errors.toLocaleString('en-GB')})
      </Button>
    ))
  const { undated, withoutTakeOn, stepsWithoutStart } = one.counts
  const isAssumed = undated + withoutTakeOn + stepsWithoutStart > 0
  const assumed = (
    <>
      <UndatedRows counts={one.counts} names={names} />
      <WithoutTakeOn count={withoutTakeOn} />
      <StepsWithoutStart count={stepsWithoutStart} />
    </>
  )
  return (
    <section className="import-check" aria-label="Check">
      <fieldset className="import-counts" aria-label="Filter by what happens">
        <button type="button" aria-pressed={shown === null} onClick={() => setShown(null)}>
          All rows <b className="tnum">{one.counts.rows.toLocaleString('en-GB')}</b>
        </button>
        {decisions.filter(isCounted).map((key) => (
          <button key={key} type="button" className={`what-${key}`} aria-pressed={shown === key} onClick={() => setShown(key)}>
            <span>
              <Icon of={decisionIcons[key]} size={14} /> {decisionLabels[key]}
            </span>
            <b className="tnum">{one.counts[key].toLocaleString('en-GB')}</b>
          </button>
        ))}
        {levels
          .filter(({ count }) => isCounted(count))
          .map(({ level, label, count }) => (
            <button
              key={level}
              type="button"
              className="what-warnings"
              aria-pressed={shown === level}
              onClick={() => setShown(level)}
            >
              <span>
                <Icon of={IconAlertCircle} size={14} /> {label}
              </span>
              <b className="tnum">{one.counts[count].toLocaleString('en-GB')}</b>
            </button>
          ))}
      </fieldset>
      {one.state === 'checked' && (
        <>
          {/* What asks for a choice stands before what only tells what is assumed. */}
          <WithoutBranch {...params} count={one.counts.withoutBranch} />
          <ShareImported companyId={companyId} count={one.counts.withoutProgressor} value={share} onChange={onShare} />
          {one.counts.unreadable.length > 0 && <UnreadableCells companyId={companyId} one={one} names={names} />}
          <MadeContacts companyId={companyId} one={one} />
          {isPhone && isAssumed ? <FoldPanel title="What is assumed">{assumed}</FoldPanel> : assumed}
        </>
      )}
      {report.failed && <Notice tone="bad">{report.failed}</Notice>}
      <ImportRows
        key={shown ?? 'all'}
        companyId={companyId}
        one={one}
        decision={shown === 'empty' || shown === 'warning' ? null : shown}
        level={shown === 'empty' || shown === 'warning' ? shown : null}
        outcome={null}
        tools={errors}
      />
    </section>
  )
}
