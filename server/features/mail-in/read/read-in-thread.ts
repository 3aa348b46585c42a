import { threadPool } from '../../../infra/thread-pool.ts'
import type { SenderChecks, SenderOf } from './check-sender.ts'
import type { ParsedMail } from './parse-mail.ts'

/** A task of the worker thread. */
export type MailTask = { raw: Uint8Array; arrivedOn: string; sender: SenderOf }

/** What was read of a message; `checks` is null if they could not be made. */
export type MailReading = { parsed: ParsedMail; checks: SenderChecks | null }

/** Parses a message and checks its sender, in a thread with limits of memory and time. */
export const readInThread: (task: MailTask) => Promise<MailReading> = threadPool<MailReading>({
  script: new URL('./mail-worker.ts', import.meta.url),
  maxThreads: 2,
  timeoutMs: 20_000,
  idleTimeoutMs: 60_000,
})
