import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listArchives } from '@gya/domain/features/archives/archive-upload.contract.ts'
import type { ArchiveState } from '@gya/domain/features/archives/archive-upload.rules.ts'
import { IconPackageImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../../lib/api/call-api.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { DropZone } from '../../ui/fields/drop-zone.tsx'
import { fileSize } from '../../ui/fields/file-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { uploadArchive } from './upload-archive.ts'

type Row = Wire<typeof listArchives, 'response'>['data'][number]

export const archiveStateWords: Record<ArchiveState, string> = {
  uploading: 'Upload not complete',
  verifying: 'Being verified',
  verified: 'Verified. Nothing is written yet',
  refused: 'Cannot be restored',
  restoring: 'Being restored',
  'giving-up': 'Removing what was written',
  restored: 'Restored',
}

export const archivesPath: string = '/gya/archives'
export const archiveHref = (archiveId: string): string => `${archivesPath}?id=${archiveId}`

const columns: readonly Column<Row>[] = [
  { id: 'name', head: 'Archive', main: true, cell: ({ company, name }) => company?.name ?? name },
  { id: 'state', head: 'State', cell: ({ state }) => archiveStateWords[state] },
  { id: 'bytes', head: 'Size', className: 'tnum nowrap', cell: ({ bytes }) => fileSize(bytes) },
  {
    id: 'createdon',
    head: 'Uploaded',
    className: 'nowrap',
    cell: ({ createdon, uploadedBy }) => `${showDateTime(createdon)} by ${uploadedBy ?? 'somebody'}`,
  },
]

/** The uploaded archives, and the upload of another one. */
export function ArchiveList() {
  const list = useCall(listArchives, {})
  return (
    <div className="archives">
      <UploadArchive />
      <PagedTable
        label="Archives"
        columns={columns}
        rowKey={({ _id }) => _id}
        rowHref={({ _id }) => archiveHref(_id)}
        rows={list.data?.data}
        error={list.data ? undefined : list.error?.message}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState icon={IconPackageImport} title="No archive yet.">
            Upload the export of a company from another installation. Everything in it is verified before anything is written.
          </EmptyState>
        }
      />
    </div>
  )
}

/** Uploads an archive in parts. Selecting the same file again resumes an interrupted upload. */
export function UploadArchive() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const stop = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const send = async (file: File) => {
    setFailure(null)
    setProgress(0)
    const controller = new AbortController()
    stop.current = controller
    try {
      const uploaded = await uploadArchive(file, {
        onBegun: () => void queries.invalidateQueries(),
        onProgress: setProgress,
        signal: controller.signal,
      })
      await queries.invalidateQueries()
      if (uploaded) await navigate({ to: archiveHref(uploaded._id) })
    } catch (error) {
      const reason = isApiError(error) ? error.message : 'The connection was lost.'
      setFailure(`${reason} To resume the upload, choose the same file again.`)
    } finally {
      setProgress(null)
    }
  }
  return (
    <FormPanel title="Upload an archive">
      <DropZone
        label="Upload an archive"
        buttonLabel="Choose file"
        accept=".zip"
        progress={progress}
        onFiles={([file]) => file && void send(file)}
        onStop={() => stop.current?.abort()}
      >
        Drop the ZIP of an export here, up to 50 GB. To resume an interrupted upload, choose the same file again.
      </DropZone>
      {failure && (
        <Notice tone="bad" title="The archive was not sent">
          {failure}
        </Notice>
      )}
    </FormPanel>
  )
}
