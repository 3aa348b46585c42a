import { showDateTime } from '@gya/domain/common/dates.ts'
import { readMail } from '@gya/domain/features/mail/mail.contract.ts'
import './mail.css'
import { useCall } from '../../platform/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { MailFiles } from './mail-files.tsx'
import { MailState } from './mail-state.tsx'
import { mailParts } from './mail-text.ts'

/** One message: to whom, when, what became of it, and its text while it is kept. */
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
            <Notice tone="bad" title={mail.attempts === 1 ? 'Tried once' : `Tried ${mail.attempts} times`}>
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
