import type { ReportAction } from './delivery-report.ts'
import type { MailKind } from './mail-in.model.ts'

/** What an e-mail is by its heads. [mail-in §7.7](docs/design/mail-in.md#7.7) to [mail-in §7.10](docs/design/mail-in.md#7.10). */

export type MailHeads = {
  /** By name in lower case; of several with one name the first. */
  heads: ReadonlyMap<string, string>
  /** Empty: `<>`. `null`: unknown, as of an e-mail read by IMAP. */
  envelopeFrom: string | null
  /** What it reports of an e-mail of ours; `null` if it is no report. */
  report: ReportAction | null
  /** Its Message-ID is one of ours, and the sender was verified. */
  isOurs: boolean
}

/** `X-Auto-Response-Suppress` does not count: Outlook puts it on ordinary e-mails. */
export function kindOfMail({ heads, envelopeFrom, report, isOurs }: MailHeads): MailKind {
  const head = (name: string): string => heads.get(name)?.trim().toLowerCase() ?? ''
  if (report !== null) return report === 'delayed' ? 'delay' : report === 'failed' ? 'bounce' : 'automatic'
  if (isOurs) return 'copy'
  const submitted = head('auto-submitted')
  const isAutomatic =
    (submitted !== '' && !/^no\b/.test(submitted)) ||
    /^(?:auto_reply|bulk|junk)\b/.test(head('precedence')) ||
    heads.has('x-autoreply') ||
    heads.has('list-id') ||
    envelopeFrom === ''
  return isAutomatic ? 'automatic' : 'mail'
}

export const isOfList = ({ heads }: Pick<MailHeads, 'heads'>): boolean => heads.has('list-id')
