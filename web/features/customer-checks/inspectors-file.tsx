import { addYears, showDate, showDateTime } from '@gya/domain/common/dates.ts'
import { exportDays } from '@gya/domain/features/archives/archives.rules.ts'
import { downloadCheckPack, listCheckPacks, makeCheckPack } from '@gya/domain/features/customer-checks/check-pack.contract.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { CallDialog } from '../../lib/forms/call-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { today } from '../../lib/today.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { MultiSelectField } from '../../ui/fields/select-field.tsx'
import { FieldGrid } from '../../ui/layout/form-panel.tsx'
import { ExportState, useExportsUnderWay } from '../common/export-state.tsx'
import { packAsked } from './customer-checks.messages.ts'

/** "One click, defaults: last 24 months, all branches, with files." */
const usualYears = 2

type Props = { companyId: string; branches: readonly Option<string>[]; onClose: () => void }

/** The file for a visit of the supervisor: register, files of the checks, and the proof of the record. */
export function InspectorsFile({ companyId, branches, onClose }: Props) {
  const params = { companyId }
  const [from, setFrom] = useState<string | null>(addYears(today(), -usualYears))
  const [until, setUntil] = useState<string | null>(today())
  const [branchIds, setBranchIds] = useState<string[]>([])
  const [withFiles, setWithFiles] = useState(true)
  const saving = useSave(makeCheckPack, packAsked)
  const { isWorking, options, update } = useExportsUnderWay()
  const list = useCall(listCheckPacks, { params }, options)
  update(list.data?.data)
  const { download, failed, isPending } = useDownload(downloadCheckPack)
  const make = async () => {
    if (!from || !until) return
    const body = { dateStart: from, dateEnd: until, withFiles, ...(branchIds.length > 0 ? { branchIds } : {}) }
    if ((await saving.save({ params, body })) !== null) void list.refetch()
  }
  return (
    <CallDialog
      title="Inspector’s file"
      saving={saving}
      messages={packAsked}
      saveLabel="Make the file"
      wide
      disabledReason={!from || !until ? 'Choose the period' : isWorking ? 'A file is being made already' : null}
      onSave={make}
      onClose={onClose}
    >
      <p>
        One ZIP with the register as PDF and CSV, the sales without a check, the files of the checks, and the proof of the record.
        It can be downloaded for {exportDays} days.
      </p>
      <FieldGrid>
        <DateField label="From" value={from} onChange={setFrom} max={today()} />
        <DateField label="Until" value={until} onChange={setUntil} max={today()} />
        <MultiSelectField
          label="Branches"
          options={branches}
          value={branchIds}
          onChange={setBranchIds}
          noneLabel="All branches"
        />
      </FieldGrid>
      <CheckField label="With the files of the checks" checked={withFiles} onChange={(value) => setWithFiles(value ?? false)} />
      {failed !== null && <Notice tone="bad">{failed}</Notice>}
      {list.data && list.data.data.length > 0 && (
        <ul className="check-packs">
          {list.data.data.map((row) => (
            <li key={row._id}>
              <span>
                {showDate(row.dateStart)} to {showDate(row.dateEnd)}
                <span className="mut"> made on {showDateTime(row.createdon)}</span>
              </span>
              <span className="mut">
                <ExportState row={row} />
              </span>
              {row.state === 'done' && (
                <Button
                  size="s"
                  icon={IconDownload}
                  pending={isPending({ ...params, exportId: row._id })}
                  aria-label={`Download the file of ${showDateTime(row.createdon)}`}
                  onClick={() => void download({ params: { ...params, exportId: row._id } })}
                >
                  Download
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </CallDialog>
  )
}
