import type { ErrorCode } from '../../error-catalogue.ts'

/** Start of the error of a job whose process ended while it ran; the number of times follows. */
export const endedWhileRunning = 'The process ended while this job ran. Times:'

/**
 * Reduces an error to a code without personal data: mail servers quote refused addresses, and failed jobs may quote
 * input. Keeps SMTP reply codes, connection error codes and names of violated constraints; everything else becomes
 * "Failed: see the log".
 */
export function redactError(message: string | null): string | null {
  if (message === null || message.startsWith(endedWhileRunning)) return message
  const reply = /(?:^|[^\d.-])([45]\d\d)[ -](?:([45]\.\d\.\d{1,2}) )?/.exec(message)
  if (reply) return `Mail server: ${[reply[1], reply[2]].filter(Boolean).join(' ')}`
  const constraint = /violates [a-z -]{1,40}constraint "(\w{1,63})"/.exec(message)
  if (constraint) return `Database rule: ${constraint[1]}`
  const code = /\b(E[A-Z]{4,15})\b/.exec(message)
  if (code) return `Connection: ${code[1]}`
  return 'Failed: see the log'
}

/** `j…@agency.example` */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}

type FailedMail = {
  state: string
  /** 0 if the message waited for an attachment that could not be created. */
  attempts: number
  /** True if an attachment was deleted: files created for one message are deleted when it fails. */
  attachmentGone: boolean
}

/** A message is sent with all its attachments or not at all. */
export function whyNotRetryMail({ state, attempts, attachmentGone }: FailedMail): ErrorCode | null {
  if (state !== 'failed') return 'MAIL_NOT_FAILED'
  return attempts === 0 || attachmentGone ? 'MAIL_ATTACHMENT_GONE' : null
}
