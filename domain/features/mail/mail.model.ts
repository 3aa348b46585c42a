import { z } from 'zod'

/** State of an e-mail in the outbox. `cancelled`: undone, or its sale ended, before it was sent. */
export const MailState = z.enum(['queued', 'sent', 'failed', 'kept', 'cancelled'])
