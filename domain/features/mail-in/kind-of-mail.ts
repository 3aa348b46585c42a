import type { MailKind } from './mail-in.model.ts'

/** What an e-mail is by its heads. [mail-in §7.7](docs/design/mail-in.md#7.7) to [mail-in §7.10](docs/design/mail-in.md#7.10). */

export type MailHeads = {
  /** By name in lower case; of several with one name the first. */
  heads: ReadonlyMap<string, string>
  /** Empty: `<>`. `null`: unknown, as of an e-mail read by IMAP. */
  envelopeFrom: string | null
  /** `Status` of its `message/delivery-status` part, such as 5.1.1; `null` without such a part. */
  deliveryStatus: string | null
  /** Its Message-ID is one of ours, and the sender was verified. */
  isOurs: boolean
}

/** `X-Auto-Response-Suppress` does not count: Outlook puts it on ordinary e-mails. */
export function kindOfMail({ heads, envelopeFrom, deliveryStatus, isOurs }: MailHeads): MailKind {
  const head = (name: string): string => heads.get(name)?.trim().toLowerCase() ?? ''
  if (deliveryStatus !== null)
    return deliveryStatus.startsWith('4') ? 'delay' : deliveryStatus.startsWith('5') ? 'bounce' : 'automatic'
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
