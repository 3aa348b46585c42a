import { threadPool } from '../../../infra/thread-pool.ts'
import type { SenderChecks, SenderOf } from './check-sender.ts'
import type { ParsedMail } from './parse-mail.ts'

/** A task of the worker thread. */
export type MailTask = { raw: Uint8Array } & (
  | { what: 'read'; arrivedOn: string; sender: SenderOf }
  | { what: 'file'; ordinal: number }
  | { what: 'html'; digits: boolean }
)

/** What was read of a message; `checks` is null if they could not be made. */
export type MailReading = { parsed: ParsedMail; checks: SenderChecks | null }

const perform = threadPool<unknown>({
  script: new URL('./mail-worker.ts', import.meta.url),
  maxThreads: 2,
  timeoutMs: 20_000,
  idleTimeoutMs: 60_000,
})

type ReadTask = Omit<Extract<MailTask, { what: 'read' }>, 'what'>

/** Parses a message and checks its sender, in a thread with limits of memory and time. */
export const readInThread = (task: ReadTask): Promise<MailReading> => perform({ ...task, what: 'read' }) as Promise<MailReading>

/** The content of an attachment; null if it has no such one. */
export const extractFile = (raw: Uint8Array, ordinal: number): Promise<Uint8Array | null> =>
  perform({ what: 'file', raw, ordinal }) as Promise<Uint8Array | null>

/** The HTML of a message without anything that could act; null if it has none that can be shown. */
export const extractHtml = (raw: Uint8Array, digits: boolean): Promise<string | null> =>
  perform({ what: 'html', raw, digits }) as Promise<string | null>
