import { hash } from 'node:crypto'
import type { Instant } from '@gya/domain/common/dates.ts'
import { canonicalJson } from '@gya/domain/features/record/canonical-json.ts'
import type { NewEvent } from '../events/events.repository.ts'

export type DigestedMail = {
  id: string
  subject: string
  recipients: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  reply_to: string | null
  body: string
  html: string | null
  keep_text: boolean
}

export type DigestedFile = { file_name: string; content_type: string; sha256: Uint8Array | null }

/** The hashes of an e-mail in its entry. `text`: `null` if the text is not stored, or no longer. */
export type MailDigests = { envelope: string; text: string | null; files: string }

const digestOf = (value: unknown): string => hash('sha256', canonicalJson(value), 'hex')

/** SHA-256 of subject and recipients, of the text, and of names and content of the attachments. */
export const mailDigests = (mail: DigestedMail, files: readonly DigestedFile[]): MailDigests => ({
  envelope: digestOf({ subject: mail.subject, to: mail.recipients, cc: mail.cc, bcc: mail.bcc, replyTo: mail.reply_to }),
  text: mail.keep_text && (mail.body !== '' || mail.html !== null) ? digestOf({ text: mail.body, html: mail.html }) : null,
  files: digestOf(
    files
      .map(({ file_name, content_type, sha256 }) => [file_name, content_type, sha256 ? Buffer.from(sha256).toString('hex') : ''])
      .toSorted((a, b) => (a.join('\n') < b.join('\n') ? -1 : 1)),
  ),
})

/** The entry of the state that an e-mail about a property has reached: when, and which. */
export type MailState = { at: Instant; state: string }

/** The entry that binds an e-mail about a property to the record. */
export const emailWritten = (mail: DigestedMail, files: readonly DigestedFile[]): NewEvent => ({
  kind: 'email-written',
  data: { mailId: mail.id, ...mailDigests(mail, files) },
})

/**
 * Whether an e-mail is what its entry says. The text of an unsent e-mail may have been deleted by a cancellation; an erasure and the
 * retention period replace the hashes in the entry.
 */
export function isMailAsWritten(
  mail: DigestedMail & { state: string },
  files: readonly DigestedFile[],
  written: MailDigests,
): boolean {
  const present = mailDigests(mail, files)
  const isCancelled = mail.state === 'cancelled' && present.text === null
  return (
    present.envelope === written.envelope && present.files === written.files && (isCancelled || present.text === written.text)
  )
}

/**
 * Whether day and state of an e-mail are those of its entries. `reached`: its last entry `email-state`; without one the state is not bound. An
 * e-mail is sent at the time of that entry.
 */
export function isMailStateAsRecorded(
  mail: { state: string; createdon: Instant; sent_on: Instant | null },
  { writtenOn, reached }: { writtenOn: Instant; reached: MailState | null },
): boolean {
  const isSame = (a: Instant | null, b: Instant) => a !== null && Date.parse(a) === Date.parse(b)
  if (!isSame(mail.createdon, writtenOn)) return false
  if (reached === null) return true
  return mail.state === reached.state && (mail.state !== 'sent' || isSame(mail.sent_on, reached.at))
}

/** Whether no entry says how an e-mail ended that no longer waits to be sent. */
export const isMailStateUnbound = ({ state }: { state: string }, reached: MailState | null): boolean =>
  reached === null && state !== 'queued'
