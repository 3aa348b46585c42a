import './mail.css'
import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { showDocumentSize } from '@gya/domain/features/documents/documents.rules.ts'
import { downloadMailFile, readMail } from '@gya/domain/features/mail/mail.contract.ts'
import { IconDownload } from '@tabler/icons-react'
import { useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { MailState } from '../common/mail-state.tsx'

type MailFilesProps = { mailId: string; files: Wire<typeof readMail, 'response'>['attachments'] }

/** The attachments; those the mailbox stores can be downloaded. */
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
            onClick={() => void download({ params })}
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

/** A piece of a message: text, or a link within this site. */
export type MailPart = { text: string; to?: string /** Offset in the message. */; from: number }

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Loopback names are equivalent: the demo is opened as localhost and as 127.0.0.1. */
const isSameSite = (url: URL, site: URL): boolean =>
  url.origin === site.origin ||
  (url.protocol === site.protocol && url.port === site.port && loopback.test(url.hostname) && loopback.test(site.hostname))

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/**
 * Splits a message into text and links. Only URLs of this site become links, because a message can contain user input.
 */
export function mailParts(text: string, origin: string): MailPart[] {
  const site = new URL(origin)
  let from = 0
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/).map((piece, index) => {
    const url = index % 2 === 1 ? parseUrl(piece) : null
    const part = { text: piece, from }
    from += piece.length
    return url && isSameSite(url, site) ? { ...part, to: `${url.pathname}${url.search}${url.hash}` } : part
  })
}

const attemptsOf = ({ state, attempts }: { state: string; attempts: number }): string => {
  if (state === 'cancelled') return 'Not sent'
  return attempts === 1 ? 'Tried once' : `Tried ${attempts} times`
}

/** One message: recipients, state and, if stored, its text. */
export function MailDialog({ mailId, onClose }: { mailId: string; onClose: () => void }) {
  const { data: mail, error, refetch } = useCall(readMail, { params: { mailId } })
  return (
    <Dialog open wide onClose={onClose} title={mail?.subject ?? 'Message'} footer={<Button onClick={onClose}>Close</Button>}>
      {error && !mail && <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>}
      {!error && !mail && <SkeletonLines />}
      {mail && (
        <>
          <dl className="mail-head">
            <dt>To</dt>
            <dd>{mail.to.join(', ')}</dd>
            <Listed name="CC" items={mail.cc} />
            <Listed name="BCC" items={mail.bcc} />
            {mail.attachments.length > 0 && (
              <>
                <dt>Files</dt>
                <dd>
                  <MailFiles mailId={mailId} files={mail.attachments} />
                </dd>
              </>
            )}
            <dt>When</dt>
            <dd className="tnum">{showDateTime(mail.sentOn ?? mail.createdon)}</dd>
            <dt>State</dt>
            <dd>
              <MailState state={mail.state} />
            </dd>
          </dl>
          {mail.lastError && (
            <Notice tone="bad" title={attemptsOf(mail)}>
              {mail.lastError}
            </Notice>
          )}
          {mail.text === '' ? (
            <p className="mut">
              The text is not kept where messages go out by e-mail: it may hold a link that signs somebody in.
            </p>
          ) : (
            <div className="mail-text">
              {mailParts(mail.text, location.origin).map((part) =>
                part.to === undefined ? (
                  part.text
                ) : (
                  <a key={part.from} className="link" href={part.to}>
                    {part.text}
                  </a>
                ),
              )}
            </div>
          )}
        </>
      )}
    </Dialog>
  )
}

const Listed = ({ name, items }: { name: string; items: readonly string[] }) =>
  items.length === 0 ? null : (
    <>
      <dt>{name}</dt>
      <dd>{items.join(', ')}</dd>
    </>
  )
