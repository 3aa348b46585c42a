import type { ErrorCode } from '../../errors.ts'

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
