import { showDateTime } from '@gya/domain/common/dates.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { downloadExport, exportCompany, listExports } from '@gya/domain/features/archives/archives.contract.ts'
import { exportDays } from '@gya/domain/features/archives/archives.rules.ts'
import { IconDownload, IconFileZip, IconPackageExport } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { fileSize } from '../../ui/fields/file-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { ExportState, useExportsUnderWay } from '../common/export-state.tsx'
import { exportAsked } from './archives.messages.ts'

type Answer = Wire<typeof listExports, 'response'>
type Row = Answer['data'][number]

/** Requests an export and lists earlier ones. */
export function ExportCompany({ companyId }: { companyId: string }) {
  const params = { companyId }
  const { isWorking, options, update } = useExportsUnderWay()
  const list = useCall(listExports, { params }, options)
  update(list.data?.data)
  const { download, failed, isPending } = useDownload(downloadExport)
  const columns: readonly Column<Row>[] = [
    {
      id: 'createdon',
      head: 'Asked for',
      main: true,
      cell: ({ createdon, requestedBy }) => `${showDateTime(createdon)} by ${requestedBy ?? 'somebody'}`,
    },
    { id: 'files', head: 'Files', cell: ({ withFiles }) => (withFiles ? 'With files' : 'Without files') },
    { id: 'state', head: 'State', cell: (row) => <ExportState row={row} /> },
    { id: 'bytes', head: 'Size', className: 'tnum nowrap', cell: ({ bytes }) => (bytes === null ? '' : fileSize(bytes)) },
    { id: 'downloads', head: 'Downloads', className: 'tnum', cell: ({ downloads }) => downloads.toLocaleString('en-GB') },
    {
      id: 'download',
      head: <span className="vh">Download</span>,
      cell: ({ _id, state, createdon }) =>
        state === 'done' && (
          <Button
            size="s"
            icon={IconDownload}
            pending={isPending({ ...params, exportId: _id })}
            aria-label={`Download the export of ${showDateTime(createdon)}`}
            onClick={() => void download({ params: { ...params, exportId: _id } })}
          >
            Download
          </Button>
        ),
    },
  ]
  return (
    <div className="archives">
      <NewExport companyId={companyId} contents={list.data?.contents} isWorking={isWorking} />
      {failed !== null && <Notice tone="bad">{failed}</Notice>}
      <PagedTable
        label="Exports"
        columns={columns}
        rowKey={({ _id }) => _id}
        rows={list.data?.data}
        error={list.data ? undefined : list.error?.message}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState icon={IconFileZip} title="No export yet.">
            An export waits here for {exportDays} days once it is made.
          </EmptyState>
        }
      />
    </div>
  )
}

type NewProps = { companyId: string; contents: Answer['contents'] | undefined; isWorking: boolean }

function NewExport({ companyId, contents, isWorking }: NewProps) {
  const [withFiles, setWithFiles] = useState(true)
  const { save, pending, error, overlay } = useSave(exportCompany, exportAsked)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    void save({ params: { companyId }, body: { withFiles } })
  }
  return (
    <FormPanel title="Export everything">
      {overlay}
      <form className="new-export" onSubmit={ask}>
        <p>
          One ZIP with all that GYA holds of your company: every table for spreadsheets and for other systems, the record of what
          happened with its proof, the audit, and your files if you wish. Passwords, keys and sessions are not in it.
        </p>
        {contents && (
          <p className="mut">
            {showCount(contents.properties, 'property', 'properties')}, {showCount(contents.entries, 'entry', 'entries')} of the
            record, {showCount(contents.files, 'file')} ({fileSize(contents.fileBytes)}).
          </p>
        )}
        <CheckField
          label="With documents, attachments and pictures"
          checked={withFiles}
          onChange={(value) => setWithFiles(value ?? false)}
        />
        {error && <Notice tone="bad">{error.message}</Notice>}
        <Button
          type="submit"
          variant="primary"
          icon={IconPackageExport}
          pending={pending}
          disabledReason={isWorking ? 'An export is being made already.' : undefined}
        >
          Export everything
        </Button>
      </form>
    </FormPanel>
  )
}
