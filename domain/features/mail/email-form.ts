import { z } from 'zod'
import { Email, line, paragraph } from '../../common/wire.ts'

/**
 * "Documents to the parties of a sale are sent as one message a party by default; cc and bcc only where the sender typed
 * them." [meeting points](docs/design/meeting-points.md), "E-mails with several addresses". One side never sees the other's addresses.
 */

export type Envelope = { to: string[]; cc: string[]; bcc: string[] }

/** One message per To address, with everyone under CC and BCC. */
export const splitIntoMessages = ({ to, cc, bcc }: EmailLists): Envelope[] =>
  to.map((address) => ({ to: [address], cc: [...cc], bcc: [...bcc] }))

/** Number of e-mails delivered: CC and BCC get a copy of each message. */
export const countDeliveries = ({ to, cc, bcc }: EmailLists): number => to.length * (1 + cc.length + bcc.length)

/** 25 parties with three copies each: more than any sale needs, too few for abuse. */
export const maxDeliveries = 100

export const whyNotDeliver = (lists: EmailLists): string | null =>
  countDeliveries(lists) > maxDeliveries
    ? `These would be ${countDeliveries(lists)} e-mails, because CC and BCC get a copy of each message. At most ${maxDeliveries} are sent at once.`
    : null

/** "An address repeated across To, CC and BCC is rejected with 'No duplicate emails allowed'." [property §5](docs/design/property.md#5). */
export const noDuplicateEmails = 'No duplicate emails allowed'

export type EmailLists = { to: readonly string[]; cc: readonly string[]; bcc: readonly string[] }
type DuplicateEmail = { list: keyof EmailLists; index: number }

export const listNames = ['to', 'cc', 'bcc'] as const
export type ListName = (typeof listNames)[number]

/** Addresses that repeat an earlier one, in the order To, CC, BCC; case is ignored. */
export function duplicateEmails(lists: EmailLists): DuplicateEmail[] {
  const seen = new Set<string>()
  return listNames.flatMap((list) =>
    lists[list].flatMap((address, index) => {
      const same = address.trim().toLowerCase()
      const again = seen.has(same)
      seen.add(same)
      return again ? [{ list, index }] : []
    }),
  )
}

/** "At least one To recipient and a non-empty message." Why Send is disabled, or null. */
export function whyNotSendEmail({ to, message }: { to: readonly string[]; message: string }): string | null {
  if (to.length === 0) return 'Add somebody under To'
  return message.trim() === '' ? 'Write a message' : null
}

const Addresses = z.array(Email).max(25, 'Use at most 25 addresses.')

/** "to, cc, bcc (lists), replyTo, subject, message": the e-mail form of a document or memorandum of sale. */
export const EmailForm = z
  .strictObject({
    to: Addresses.min(1, 'Add somebody under To.'),
    cc: Addresses.default([]),
    bcc: Addresses.default([]),
    replyTo: Email.or(z.literal('')).default(''),
    subject: line(200).default(''),
    message: paragraph(10_000).min(1, 'Write a message.'),
  })
  .superRefine((form, found) => {
    for (const { list, index } of duplicateEmails(form))
      found.addIssue({ code: 'custom', path: [list, index], message: noDuplicateEmails })
    const tooMany = whyNotDeliver(form)
    if (tooMany) found.addIssue({ code: 'custom', path: ['to'], message: tooMany })
  })
export type EmailForm = z.output<typeof EmailForm>
