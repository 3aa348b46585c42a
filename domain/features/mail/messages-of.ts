/**
 * "Documents to the parties of a sale are sent as one message a party by default; cc and bcc only where the sender typed
 * them." Meeting points, "E-mails with several addresses". The addresses of one side are so never shown to the other.
 */
import type { EmailLists } from './email-form.ts'

/** To whom one message goes. */
export type Envelope = { to: string[]; cc: string[]; bcc: string[] }

/** The messages that a form is sent as: one to each address under To, with everybody under CC and BCC. */
export const splitIntoMessages = ({ to, cc, bcc }: EmailLists): Envelope[] =>
  to.map((address) => ({ to: [address], cc: [...cc], bcc: [...bcc] }))

/** How many e-mails arrive: everybody under CC and BCC gets a copy of each message. */
export const countDeliveries = ({ to, cc, bcc }: EmailLists): number => to.length * (1 + cc.length + bcc.length)

/** More than any sale has parties, fewer than are worth misusing: 25 parties with three copies each. */
export const maxDeliveries = 100

/** Why a form is not sent to so many; null when it is. */
export const whyNotDeliver = (lists: EmailLists): string | null =>
  countDeliveries(lists) > maxDeliveries
    ? `These would be ${countDeliveries(lists)} e-mails, because CC and BCC get a copy of each message. At most ${maxDeliveries} are sent at once.`
    : null
