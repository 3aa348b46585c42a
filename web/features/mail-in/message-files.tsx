import { showDocumentSize } from '@gya/domain/features/documents/documents.rules.ts'
import { downloadMailInFile } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { IconDownload, IconPaperclip } from '@tabler/icons-react'
import { useDownload } from '../../lib/api/use-download.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { leftOutWords } from './mail-in.messages.ts'
import type { WireMail } from './message-view.tsx'

type File = WireMail['files'][number]

/** The sale on which files are kept; without one they are only downloaded. */
export type KeepOn = { propertyId: string; keep: (ordinals: number[]) => void }

/** The files that can be kept and are not yet on the sale. */
export const keepable = (files: readonly File[], propertyId: string): File[] =>
  files.filter(
    ({ leftOut, available, inCheck, documents }) =>
      leftOut === null && available && !inCheck && !documents.some((one) => one.propertyId === propertyId),
  )

/** The attachments of an e-mail: download, and *Keep* or a link to the document. */
export function MessageFiles({ companyId, mail, keepOn }: { companyId: string; mail: WireMail; keepOn?: KeepOn | undefined }) {
  const { download, failed, isPending } = useDownload(downloadMailInFile)
  const mayKeep = useMay('mail.file')
  const to = useScopedPath()
  const open = keepOn && mayKeep ? keepable(mail.files, keepOn.propertyId) : []
  if (mail.files.length === 0) return null
  return (
    <>
      <ul className="msg-files" aria-label="Files">
        {mail.files.map((file) => {
          const { ordinal, name, bytes, inside, available, beingChecked, inCheck, leftOut, documents } = file
          const params = { companyId, mailInId: mail._id, ordinal: String(ordinal) }
          return (
            <li key={ordinal}>
              <Icon of={IconPaperclip} size={14} />
              <span>{name}</span>
              <small className="mut tnum">{showDocumentSize(bytes)}</small>
              {inside !== null && <small className="mut">inside: {inside}</small>}
              {beingChecked && <Tag tone="amber">Being checked for viruses</Tag>}
              {inCheck && <small className="mut">In a customer check</small>}
              {leftOut && <small className="mut">{leftOutWords[leftOut]}</small>}
              {available && (
                <IconButton
                  size="s"
                  variant="quiet"
                  icon={IconDownload}
                  label={`Download ${name}`}
                  pending={isPending(params)}
                  onClick={() => void download({ params })}
                />
              )}
              {documents.some(({ propertyId }) => propertyId === keepOn?.propertyId) && (
                <Link className="link" to={to('/property/documents')}>
                  In the files
                </Link>
              )}
              {open.includes(file) && (
                <Button size="s" onClick={() => keepOn?.keep([ordinal])} aria-label={`Keep ${name}`}>
                  Keep
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {failed !== null && <Notice tone="bad">{failed}</Notice>}
    </>
  )
}
