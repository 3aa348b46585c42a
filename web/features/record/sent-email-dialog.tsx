import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { showDocumentSize } from '@gya/domain/features/documents/documents.rules.ts'
import { downloadRecordEmailFile, readRecordEmail } from '@gya/domain/features/record/property-record.contract.ts'
import { IconDownload } from '@tabler/icons-react'
import { useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type Props = { params: PropertyParams; mailId: string; onClose: () => void }

/** An e-mail as it was sent, as plain text without active links. */
export function SentEmailDialog({ params, mailId, onClose }: Props) {
  const { data: mail, error, refetch } = useCall(readRecordEmail, { params: { ...params, mailId } })
  const { download, failed, isPending } = useDownload(downloadRecordEmailFile)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={mail?.subject ?? 'E-mail as sent'}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {!mail && (error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines />)}
      {mail && (
        <div className="sent-email">
          <dl>
            <dt>To</dt>
            <dd>{mail.to.join(', ')}</dd>
            {mail.cc.length > 0 && (
              <>
                <dt>CC</dt>
                <dd>{mail.cc.join(', ')}</dd>
              </>
            )}
            {mail.bcc.length > 0 && (
              <>
                <dt>BCC</dt>
                <dd>{mail.bcc.join(', ')}</dd>
              </>
            )}
            <dt>State</dt>
            <dd>{mail.delivery}</dd>
          </dl>
          {mail.attachments.map(({ _id, fileName, bytes }) => (
            <Button
              key={_id}
              size="s"
              icon={IconDownload}
              pending={isPending({ ...params, mailId, fileId: _id })}
              aria-label={`Download ${fileName}`}
              onClick={() => void download({ params: { ...params, mailId, fileId: _id } })}
            >
              {fileName} <span className="mut tnum">{showDocumentSize(bytes)}</span>
            </Button>
          ))}
          {failed !== null && <Notice tone="bad">{failed}</Notice>}
          {mail.withoutText === null ? <div className="text">{mail.text}</div> : <p className="mut">{mail.withoutText}</p>}
        </div>
      )}
    </Dialog>
  )
}
