import type { Message } from './outbox.ts'

const maxText = 100_000

/** What was written to postmaster@ or abuse@, as it came. Whoever answers it writes to the sender, not to GYA. */
export const toPostmasterEmail = (supportEmail: string, raw: string): Message => ({
  to: [supportEmail],
  subject: 'An e-mail to the postmaster of GYA',
  text: `Hello,

Somebody wrote to the postmaster of this installation. The e-mail as it arrived:

${raw.slice(0, maxText).replaceAll('\0', ' ').toWellFormed()}`,
})
