import type { ErrorCode } from '../../errors.ts'

/**
 * What went wrong, in words that name nobody: a mail server quotes the address that it refuses, and a failed job may quote
 * what somebody typed. A reply code, the code of a broken connection or the name of a broken rule of the database tell an
 * operator what to do; of anything else only that it failed. The log has the place of the failure.
 */
export function redactError(said: string | null): string | null {
  if (said === null) return null
  const reply = /(?:^|[^\d.-])([45]\d\d)[ -](?:([45]\.\d\.\d{1,2}) )?/.exec(said)
  if (reply) return `Mail server: ${[reply[1], reply[2]].filter(Boolean).join(' ')}`
  const constraint = /violates [a-z -]{1,40}constraint "(\w{1,63})"/.exec(said)
  if (constraint) return `Database rule: ${constraint[1]}`
  const code = /\b(E[A-Z]{4,15})\b/.exec(said)
  if (code) return `Connection: ${code[1]}`
  return 'Failed: see the log'
}

/** An address that somebody who knows it knows again: `j…@agency.example`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}

type FailedMail = {
  state: string
  /** How often it was tried. One that never was waited for an attachment that could not be made. */
  attempts: number
  /** Whether a file that goes with it is gone: what was made for a message alone is removed once it has failed. */
  attachmentGone: boolean
}

/** Why a message cannot be tried again: a message of the mailbox is sent whole or not at all. */
export function whyNotRetryMail({ state, attempts, attachmentGone }: FailedMail): ErrorCode | null {
  if (state !== 'failed') return 'MAIL_NOT_FAILED'
  return attempts === 0 || attachmentGone ? 'MAIL_ATTACHMENT_GONE' : null
}
