import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { downloadMailIn, readMailIn, readMailInHtml } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { apiUrl } from '../../lib/api/api-url.ts'
import { callApi } from '../../lib/api/call-api.ts'
import { reportFailure } from '../../lib/api/report-failure.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { useMay } from '../../lib/session/session.tsx'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { kindLabels } from './mail-in.messages.ts'
import { MailText } from './mail-text.tsx'
import { type KeepOn, MessageFiles } from './message-files.tsx'
import { MessageWarnings } from './message-warnings.tsx'
import { SenderCheck } from './sender-check.tsx'
import { whoSent } from './who-sent.ts'

export type WireMail = Wire<typeof readMailIn, 'response'>

/** Its content is rendered once it is open. */
function Folded({ label, children }: { label: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="msg-folded" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && children()}
    </details>
  )
}

/** Nobody that we know: *Add to contacts*, but not of one whose sender could not be proved. */
function AddSender({ mail }: { mail: WireMail }) {
  const to = useScopedPath()
  const mayAdd = useMay('contact.edit')
  if (
    !mayAdd ||
    mail.party ||
    mail.outgoing ||
    mail.forwardedBy !== null ||
    mail.from.email === '' ||
    mail.senderCheck === 'failed'
  )
    return null
  return (
    <Link className="link" to={to('/company/create-contact', {}, { message: mail._id })}>
      Add to contacts
    </Link>
  )
}

/** Sender with check, recipients, day. `subject`: as a heading, where nothing else names it. */
function Head({ mail, subject }: { mail: WireMail; subject: boolean }) {
  const { from, to, cc, party, forwardedBy, kind, senderCheck, writtenOn, arrivedOn } = mail
  return (
    <header className="msg-head">
      {subject && <h2>{mail.subject || 'No subject'}</h2>}
      <p className="msg-from">
        <b>{from.name || from.email || 'No sender'}</b>
        <span className="mut">{whoSent(mail)}</span>
        <AddSender mail={mail} />
        <SenderCheck of={senderCheck} />
        {kindLabels[kind] && <Tag>{kindLabels[kind]}</Tag>}
      </p>
      <p className="msg-to">
        <time className="tnum" dateTime={writtenOn ?? arrivedOn}>
          {showDateTime(writtenOn ?? arrivedOn)}
        </time>
        {from.name || to.length > 0 ? ' · ' : ''}
        {from.name && `${from.email} `}
        {to.length > 0 && `to ${to.join(', ')}`}
        {cc.length > 0 && `, copy to ${cc.join(', ')}`}
      </p>
      {forwardedBy && (
        <p className="msg-to">
          Forwarded by {forwardedBy}: the first sender cannot be checked
          {party && ` · ${party.name}, ${saleRoleLabels[party.role]}`}
        </p>
      )}
    </header>
  )
}

const Checks = ({ checks }: { checks: NonNullable<WireMail['checks']> }) => (
  <dl className="msg-checks">
    <dt>DMARC</dt>
    <dd>
      {checks.dmarc}
      {checks.policy && `, policy ${checks.policy}`}
    </dd>
    <dt>SPF</dt>
    <dd>{checks.spf || 'none'}</dd>
    <dt>DKIM</dt>
    <dd>{checks.dkim.map(({ domain, result }) => `${domain}: ${result}`).join(', ') || 'none'}</dd>
    <dt>ARC</dt>
    <dd>{checks.arc || 'none'}</dd>
  </dl>
)

type Props = {
  companyId: string
  mail: WireMail
  subject?: boolean
  keepOn?: KeepOn | undefined
  /** Before the own words. */
  children?: ReactNode
  /** More buttons at its end. */
  foot?: ReactNode
}

/** One e-mail: head, warnings, own words; what is quoted, the signature and the checks are folded. */
export function MessageView({ companyId, mail: read, subject = false, keepOn, children, foot }: Props) {
  const mayShow = useMay('mail.file')
  const [unmasked, setUnmasked] = useState<WireMail | null>(null)
  const original = useDownload(downloadMailIn)
  const isShown = unmasked?.version === read.version
  const mail = isShown ? unmasked : read
  const { text, quoted, signature, checks, unreadBecause } = mail
  const params = { companyId, mailInId: read._id }
  const show = async () => {
    try {
      setUnmasked(await callApi(readMailIn, { params, query: { digits: 'shown' } }))
    } catch (refusal) {
      reportFailure(refusal, ({ message }) => undoStack.refuse(message))
    }
  }
  return (
    <article className="msg" aria-label={`E-mail of ${mail.from.name || mail.from.email}`}>
      <Head mail={mail} subject={subject} />
      <MessageWarnings companyId={companyId} mail={mail} />
      {unreadBecause && (
        <Notice tone="warn" title="Only its head is shown">
          {unreadBecause}
        </Notice>
      )}
      {mail.digitsHidden && mayShow && (
        <p className="msg-hidden">
          Bank details are hidden.
          <Button size="s" onClick={() => void show()}>
            Show
          </Button>
        </p>
      )}
      {children}
      {text ? <MailText>{text}</MailText> : !unreadBecause && <p className="mut">There are no words in it.</p>}
      <MessageFiles companyId={companyId} mail={mail} keepOn={keepOn} />
      <div className="msg-more">
        {quoted && <Folded label="Quoted text">{() => <MailText>{quoted}</MailText>}</Folded>}
        {signature && <Folded label="Signature">{() => <MailText>{signature}</MailText>}</Folded>}
        {mail.hasHtml && (
          <Folded label="As it was sent">
            {() => (
              <iframe
                title="The e-mail as it was sent"
                sandbox=""
                src={apiUrl(readMailInHtml, { params, query: isShown ? { digits: 'shown' } : {} })}
              />
            )}
          </Folded>
        )}
        {checks && <Folded label="Details">{() => <Checks checks={checks} />}</Folded>}
        {mail.hasOriginal && mayShow && (
          <Button
            size="s"
            variant="quiet"
            icon={IconDownload}
            data-original
            pending={original.pending}
            onClick={() => void original.download({ params })}
          >
            Original
          </Button>
        )}
        {foot}
      </div>
      {original.failed !== null && <Notice tone="bad">{original.failed}</Notice>}
    </article>
  )
}
