import { type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { type Folder, type Head, MailAccountError, type Mailbox, type OpenMailbox } from '../accounts/open-mailbox.ts'

/** A message of a mail account: its head, and its raw bytes. */
export type AccountMessage = { folder: 'INBOX' | 'Sent'; head: Omit<Head, 'uid'>; raw: string }

type Written = {
  folder?: AccountMessage['folder']
  at: Instant
  from: string
  to: string
  subject: string
  references?: string
}

export function accountMessage({ folder = 'INBOX', at, from, to, subject, references = '' }: Written): AccountMessage {
  const raw = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${new Date(at).toUTCString()}`,
    `Message-ID: <${at}-${subject.replace(/\W+/g, '-')}@accounts.example>`,
    ...(references === '' ? [] : [`References: <${references}>`]),
    '',
    `About ${subject}.`,
    '',
  ].join('\r\n')
  const head = {
    arrivedOn: at,
    bytes: raw.length,
    subject,
    from,
    to: [to],
    references: references === '' ? [] : [references],
    returnPath: null,
  }
  return { folder, head, raw }
}

/**
 * 40 messages of a branch's own account, 3 of them about a sale: a stranger who names it, an answer of its solicitor, and what a colleague
 * sent to the vendor.
 */
export function fortyMessages({ line1, vendor, solicitor, own }: Record<'line1' | 'vendor' | 'solicitor' | 'own', string>) {
  const at = (minute: number) => new Date(Date.parse('2026-03-09T09:00:00Z') + minute * 60_000).toISOString()
  const subjects = [
    'Your invoice',
    'Lunch on Friday?',
    '12 tips for landlords',
    'Re: holiday',
    'Season ticket',
    'Parents evening',
  ]
  const others = Array.from({ length: 37 }, (_, index) =>
    accountMessage({
      folder: index < 34 ? 'INBOX' : 'Sent',
      at: at(index),
      from: index < 34 ? `somebody${index}@private.example` : own,
      to: index < 34 ? own : `somebody${index}@private.example`,
      subject: `${subjects[index % subjects.length]} ${'abcdefg'[Math.floor(index / subjects.length)]}`,
    }),
  )
  const about = [
    accountMessage({ at: at(50), from: 'stranger@elsewhere.example', to: own, subject: `The boundary of ${line1}` }),
    accountMessage({ at: at(51), from: solicitor, to: own, subject: 'Nothing in particular' }),
    accountMessage({ folder: 'Sent', at: at(52), from: own, to: vendor, subject: `How it goes at ${line1}` }),
  ]
  return [...others, ...about]
}

/** An account in memory. */
export class MailboxDouble {
  messages: AccountMessage[] = []
  problem: string | null = null
  folders: Folder[] = [
    { path: 'INBOX', isSent: false },
    { path: 'Sent', isSent: true },
  ]
  uidValidity = '1'
  /** Subjects of the messages whose text was fetched. */
  readonly fetched: string[] = []
  /** Called before a message is fetched. */
  onFetch: () => Promise<void> = () => Promise.resolve()

  readonly open: OpenMailbox = () => {
    if (this.problem !== null) return Promise.reject(new MailAccountError(this.problem))
    let opened = ''
    const numbered = () =>
      this.messages.filter(({ folder }) => folder === opened).map((message, index) => ({ ...message, uid: index + 1 }))
    const mailbox: Mailbox = {
      folders: async () => this.folders,
      open: async (path) => {
        opened = path
        return { uidValidity: this.uidValidity }
      },
      uidsAfter: async (uid, since) =>
        numbered().flatMap((one) => (one.uid > uid && londonDay(one.head.arrivedOn) >= since ? [one.uid] : [])),
      heads: async (uids) => numbered().flatMap(({ head, uid }) => (uids.includes(uid) ? [{ ...head, uid }] : [])),
      message: async (uid) => {
        await this.onFetch()
        const found = numbered().find((one) => one.uid === uid)
        this.fetched.push(found?.head.subject ?? '')
        return found ? Buffer.from(found.raw) : null
      },
      close: async () => undefined,
    }
    return Promise.resolve(mailbox)
  }
}
