import { londonDay, showDate, showDateTime } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readCorrespondence } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { IconArrowForwardUp, IconCheck, IconCornerUpLeft, IconPaperclip } from '@tabler/icons-react'
import { useContext, useRef, useState } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useScreenKeys } from '../../lib/keys/use-screen-keys.ts'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { MailState } from '../common/mail-state.tsx'
import { ProposalLine } from '../common/proposal-line.tsx'
import { emailsKeys } from './emails-keys.ts'
import { keepable } from './message-files.tsx'
import { MessageView, type WireMail } from './message-view.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { useMailActions } from './use-mail-actions.ts'

type Entry = Wire<typeof readCorrespondence, 'response'>['data'][number]
type Sent = Extract<Entry, { way: 'out' }>['mail']

/** All but so many are folded to a line. */
const shownWhole = 2

const SentMessage = ({ mail }: { mail: Sent }) => (
  <article className="msg out" aria-label={`E-mail to ${mail.to.join(', ')}`}>
    <header className="msg-head">
      <p className="msg-from">
        <Icon of={IconArrowForwardUp} size={14} />
        <b>{mail.sentBy ?? 'Automatic'}</b>
        <MailState state={mail.state} />
        <time className="tnum" dateTime={mail.at}>
          {showDateTime(mail.at)}
        </time>
      </p>
      <p className="msg-to">
        to {mail.to.join(', ')}
        {mail.cc.length > 0 && `, copy to ${mail.cc.join(', ')}`}
      </p>
    </header>
    {mail.refused.length > 0 && (
      <Notice tone="bad">
        {mail.refused.map(({ email, because }) => (
          <p key={email}>
            {email} was refused: {because}
          </p>
        ))}
      </Notice>
    )}
    {mail.text ? <div className="msg-text">{mail.text}</div> : <p className="mut">The text is not kept.</p>}
    {mail.files.length > 0 && (
      <ul className="msg-files" aria-label="Files">
        {mail.files.map((name) => (
          <li key={name}>
            <Icon of={IconPaperclip} size={14} /> {name}
          </li>
        ))}
      </ul>
    )}
  </article>
)

const hasOpenWarning = ({ warnings, cleared }: WireMail): boolean => warnings.length > 0 && cleared === null

const maxQuote = 5000
const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`).replaceAll('{', '{{')

/**
 * The own words below a line, as they are shown: bank details stay masked. Not of one with a warning, nor what a colleague wrote above what they
 * forwarded. A brace is no merge field.
 */
const quoteOf = (mail: WireMail): string =>
  hasOpenWarning(mail) || mail.forwardedBy !== null || mail.text === ''
    ? ''
    : `\n\n${mail.from.name || mail.from.email} wrote on ${showDateTime(mail.writtenOn ?? mail.arrivedOn)}:\n${'-'.repeat(20)}\n${mail.text.slice(0, maxQuote).replaceAll('{', '{{')}`

/** How a note or a task about an e-mail begins: "E-mail of Jane Hollis, 28/11: ". */
const startOf = ({ from, writtenOn, arrivedOn }: WireMail): string =>
  `E-mail of ${from.name || from.email}, ${showDate(londonDay(writtenOn ?? arrivedOn)).slice(0, 5)}: `

/** An older e-mail: who, the first words, when. */
const lineOf = (entry: Entry): { who: string; start: string; at: string } =>
  entry.way === 'in'
    ? {
        who: entry.mail.from.name || entry.mail.from.email,
        start: entry.mail.text,
        at: entry.mail.writtenOn ?? entry.mail.arrivedOn,
      }
    : { who: entry.mail.sentBy ?? 'Automatic', start: entry.mail.text, at: entry.mail.at }

type Props = { params: PropertyParams; threadId: string; subject: string; onStep: (by: 1 | -1) => void }

/** A thread, oldest first: what came in and what went out. */
export function ThreadView({ params, threadId, subject, onStep }: Props) {
  const { companyId, branchId, propertyId } = params
  const { data, error, refetch } = useCall(readCorrespondence, { params: { ...params, threadId } })
  const actions = useMailActions(companyId)
  const mayFile = useMay('mail.file')
  const mayReply = useMay('day.work')
  const { newMessage, newNote, newTask } = useContext(DialogsContext)
  const [moving, setMoving] = useState<WireMail | null>(null)
  const [isReplying, setReplying] = useState(false)
  const [adding, setAdding] = useState<{ what: 'note' | 'task'; start: string } | null>(null)
  const mayNote = useMay('property.edit')
  const [asking, setAsking] = useState<WireMail | null>(null)
  const mayDecide = useMay('proposal.decide')
  const box = useRef<HTMLElement>(null)
  const entries = data?.data ?? []
  const last = entries.findLast((entry) => entry.way === 'in')?.mail
  const party = last?.replyTo ? last.party : null
  const place = { companyId, branchId, propertyId }
  const openOf = (mail: WireMail) => mail.proposals.filter((one) => one.propertyId === propertyId && one.state === 'open')
  const waiting = last?.sales.some((sale) => sale.propertyId === propertyId && sale.waits) ? last : undefined
  /** One key accepts where the sender is proved; else it is asked. */
  const acceptAll = (mail: WireMail) =>
    mail.acceptsByKey || hasOpenWarning(mail) ? void actions.accept(mail, propertyId, false) : setAsking(mail)
  const keep = (mail: WireMail, ordinals: number[]) => void actions.keep(mail, propertyId, ordinals)
  useScreenKeys(emailsKeys, {
    next: () => onStep(1),
    previous: () => onStep(-1),
    reply: () => mayReply && party && setReplying(true),
    done: () => mayReply && waiting && void actions.done(waiting, propertyId),
    accept: () => mayDecide && last && openOf(last).length > 0 && acceptAll(last),
    decline: () => {
      const [first] = last && mayDecide ? openOf(last) : []
      if (last && first) void actions.decide(last, { ...place, proposalId: first._id }, false)
    },
    keep: () => {
      const files = last && mayFile ? keepable(last.files, propertyId) : []
      if (last && files.length > 0)
        keep(
          last,
          files.map(({ ordinal }) => ordinal),
        )
    },
    move: () => mayFile && last && setMoving(last),
    original: () => [...(box.current?.querySelectorAll<HTMLElement>('[data-original]') ?? [])].at(-1)?.click(),
  })
  const show = (entry: Entry) =>
    entry.way === 'in' ? (
      <MessageView
        companyId={companyId}
        mail={entry.mail}
        keepOn={{ propertyId, keep: (ordinals) => keep(entry.mail, ordinals) }}
        foot={
          mayFile && (
            <Button size="s" variant="quiet" aria-haspopup="dialog" onClick={() => setMoving(entry.mail)}>
              Move…
            </Button>
          )
        }
      >
        {openOf(entry.mail).map((proposal) => (
          <div key={proposal._id} className="prop msg-prop">
            <ProposalLine
              proposal={proposal}
              onAccept={() => void actions.decide(entry.mail, { ...place, proposalId: proposal._id }, true)}
              onDecline={() => void actions.decide(entry.mail, { ...place, proposalId: proposal._id }, false)}
            />
          </div>
        ))}
      </MessageView>
    ) : (
      <SentMessage mail={entry.mail} />
    )
  return (
    <section className="frame thread" aria-label={subject || 'No subject'} aria-busy={!data && !error} ref={box}>
      <header>
        <h2>{subject || 'No subject'}</h2>
      </header>
      {!data && error && <ReadFailed what="thread" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={8} />}
      <ol>
        {entries.map((entry, index) => {
          const { who, start, at } = lineOf(entry)
          return (
            <li key={entry.mail._id}>
              {index < entries.length - shownWhole ? (
                <details className="msg-line">
                  <summary>
                    <b>{who}</b>
                    <span>{start.slice(0, 160)}</span>
                    <time className="tnum" dateTime={at}>
                      {showDateTime(at)}
                    </time>
                  </summary>
                  {show(entry)}
                </details>
              ) : (
                show(entry)
              )}
            </li>
          )
        })}
      </ol>
      {last && (mayReply || mayNote) && (
        <footer>
          {mayReply && party && (
            <Button variant="primary" icon={IconCornerUpLeft} aria-haspopup="dialog" onClick={() => setReplying(true)}>
              Reply
            </Button>
          )}
          {mayReply && waiting && (
            <Button icon={IconCheck} onClick={() => void actions.done(waiting, propertyId)}>
              Done
            </Button>
          )}
          {mayNote && (
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAdding({ what: 'note', start: startOf(last) })}>
              Add note
            </Button>
          )}
          {mayReply && (
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAdding({ what: 'task', start: startOf(last) })}>
              Add task
            </Button>
          )}
          {last?.replyTo && <span className="mut t12">to {last.replyTo.email}, the address in our contacts</span>}
        </footer>
      )}
      <ConfirmDialog
        open={asking !== null}
        title="The sender is not verified. Accept?"
        confirmLabel="Accept"
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          if (asking) void actions.accept(asking, propertyId, true)
          setAsking(null)
        }}
      />
      {moving && (
        <MoveDialog
          companyId={companyId}
          mail={moving}
          onMove={(ids) => void actions.file(moving, ids)}
          onClose={() => setMoving(null)}
        />
      )}
      {adding?.what === 'note' && newNote({ params, steps: [], start: adding.start, onClose: () => setAdding(null) })}
      {adding?.what === 'task' &&
        newTask({
          companyId,
          sales: [{ propertyId, branchId, line1: last?.sales.find((one) => one.propertyId === propertyId)?.address.line1 ?? '' }],
          start: adding.start,
          onClose: () => setAdding(null),
        })}
      {isReplying &&
        last &&
        party &&
        newMessage({
          answers: { mailInId: last._id, subject: replySubject(last.subject), quote: quoteOf(last) },
          companyId,
          sales: [{ propertyId, branchId }],
          partyRef: party.ref,
          onClose: () => setReplying(false),
        })}
    </section>
  )
}
