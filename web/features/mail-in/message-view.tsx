import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { showDocumentSize } from '@gya/domain/features/documents/documents.rules.ts'
import { readMailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { warningWords } from '@gya/domain/features/mail-in/warning-words.ts'
import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import { IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { reportFailure } from '../../lib/api/report-failure.ts'
import { useMay } from '../../lib/session/session.tsx'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import { kindLabels } from './mail-in.messages.ts'
import { MailText } from './mail-text.tsx'
import { SenderCheck } from './sender-check.tsx'

export type WireMail = Wire<typeof readMailIn, 'response'>

const Folded = ({ label, children }: { label: string; children: ReactNode }) => (
  <details className="msg-folded">
    <summary>{label}</summary>
    {children}
  </details>
)

/** Who the sender is in our contacts. */
const whoOf = ({ party, state }: WireMail): string => {
  if (party) return saleRoleLabels[party.role]
  return state === 'filed' ? 'New at this sale' : 'Not in our contacts'
}

/** Sender with check, recipients, day. `subject`: as a heading, where nothing else names it. */
function Head({ mail, subject }: { mail: WireMail; subject: boolean }) {
  const { from, to, cc, forwardedBy, kind, senderCheck, writtenOn, arrivedOn } = mail
  return (
    <header className="msg-head">
      {subject && <h2>{mail.subject || 'No subject'}</h2>}
      <p className="msg-from">
        <b>{from.name || from.email || 'No sender'}</b>
        <span className="mut">{whoOf(mail)}</span>
        <SenderCheck of={senderCheck} />
        {kindLabels[kind] && <Tag>{kindLabels[kind]}</Tag>}
        <time className="tnum" dateTime={writtenOn ?? arrivedOn}>
          {showDateTime(writtenOn ?? arrivedOn)}
        </time>
      </p>
      <p className="msg-to">
        {from.name && `${from.email} `}
        {to.length > 0 && `to ${to.join(', ')}`}
        {cc.length > 0 && `, copy to ${cc.join(', ')}`}
      </p>
      {forwardedBy && <p className="msg-to">Forwarded by {forwardedBy}: the first sender cannot be checked.</p>}
    </header>
  )
}

/** Why to be careful, in words. */
const Warnings = ({ mail }: { mail: WireMail }) => {
  const facts = { fromName: mail.from.name, from: mail.from.email, party: mail.ring, infected: [] }
  return (
    mail.warnings.length > 0 && (
      <Notice tone="bad">
        {mail.warnings.map((one) => (
          <p key={one.warning}>{warningWords(one, facts)}</p>
        ))}
        {mail.files.length > 0 && mail.warnings.some(({ warning }) => warning === 'bank-details') && (
          <p>Bank details inside attachments are not read.</p>
        )}
      </Notice>
    )
  )
}

const Files = ({ files }: { files: WireMail['files'] }) =>
  files.length > 0 && (
    <ul className="msg-files" aria-label="Files">
      {files.map(({ ordinal, name, bytes }) => (
        <li key={ordinal}>
          <Icon of={IconPaperclip} size={14} />
          <span>{name}</span>
          <small className="mut tnum">{showDocumentSize(bytes)}</small>
        </li>
      ))}
    </ul>
  )

const Checks = ({ checks, senderCheck }: WireMail) =>
  checks && (
    <Folded label="Details">
      <dl className="msg-checks">
        <dt>Sender check</dt>
        <dd>{senderCheck.replace('-', ' ')}</dd>
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
    </Folded>
  )

type Props = { companyId: string; mail: WireMail; subject?: boolean; children?: ReactNode }

/** One e-mail: head, warnings, own words; what is quoted, the signature and the checks are folded. `children`: after the own words. */
export function MessageView({ companyId, mail: read, subject = false, children }: Props) {
  const mayShow = useMay('mail.file')
  const [unmasked, setUnmasked] = useState<WireMail | null>(null)
  const mail = unmasked?.version === read.version ? unmasked : read
  const show = async () => {
    try {
      setUnmasked(await callApi(readMailIn, { params: { companyId, mailInId: read._id }, query: { digits: 'shown' } }))
    } catch (refusal) {
      reportFailure(refusal, ({ message }) => undoStack.refuse(message))
    }
  }
  return (
    <article className="msg" aria-label={`E-mail of ${mail.from.name || mail.from.email}`}>
      <Head mail={mail} subject={subject} />
      <Warnings mail={mail} />
      {mail.unreadBecause && (
        <Notice tone="warn" title="Only its head is shown">
          {mail.unreadBecause}
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
      {mail.text ? <MailText>{mail.text}</MailText> : !mail.unreadBecause && <p className="mut">There are no words in it.</p>}
      <Files files={mail.files} />
      {children}
      {mail.quoted && (
        <Folded label="Quoted text">
          <MailText>{mail.quoted}</MailText>
        </Folded>
      )}
      {mail.signature && (
        <Folded label="Signature">
          <MailText>{mail.signature}</MailText>
        </Folded>
      )}
      <Checks {...mail} />
    </article>
  )
}
