import type { Wire } from '@gya/domain/endpoint.ts'
import { showDocumentSize } from '@gya/domain/features/documents/document-size.ts'
import { downloadMailFile, type readMail } from '@gya/domain/features/mail/mail.contract.ts'
import { IconDownload } from '@tabler/icons-react'
import { useDownload } from '../../platform/download.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

type MailFilesProps = { mailId: string; files: Wire<typeof readMail, 'response'>['attachments'] }

/** The files that went with a message; those that the mailbox keeps can be downloaded. */
export function MailFiles({ mailId, files }: MailFilesProps) {
  const { download, failed, isPending } = useDownload(downloadMailFile)
  return (
    <div className="mail-files">
      {files.map(({ _id, fileName, bytes, kept }) => {
        const params = { mailId, fileId: _id }
        return kept ? (
          <Button
            key={_id}
            size="s"
            icon={IconDownload}
            pending={isPending(params)}
            aria-label={`Download ${fileName}`}
            onClick={() => void download({ params, fileName })}
          >
            {fileName} <span className="mut tnum">{showDocumentSize(bytes)}</span>
          </Button>
        ) : (
          <span key={_id}>
            {fileName} <span className="mut">The file is not kept here.</span>
          </span>
        )
      })}
      {failed !== null && <Notice tone="bad">{failed}</Notice>}
    </div>
  )
}
