import { threadPool } from '../../../infra/thread-pool.ts'
import type { SenderChecks, SenderOf } from './check-sender.ts'
import type { ParsedMail } from './parse-mail.ts'

/** A task of the worker thread. */
export type MailTask = { raw: Uint8Array } & (
  | { what: 'read'; arrivedOn: string }
  | { what: 'check'; sender: SenderOf }
  | { what: 'file'; ordinal: number }
  | { what: 'html'; digits: boolean }
)

const script = new URL('./mail-worker.ts', import.meta.url)
const perform = threadPool<unknown>({ script, maxThreads: 2, timeoutMs: 20_000, idleTimeoutMs: 60_000 })
/** Threads of their own: DNS that does not answer holds up no reading. */
const performCheck = threadPool<unknown>({ script, maxThreads: 2, timeoutMs: 20_000, idleTimeoutMs: 60_000 })

/** Parses a message, in a thread with limits of memory and time. */
export const readInThread = (raw: Uint8Array, arrivedOn: string): Promise<ParsedMail> =>
  perform({ what: 'read', raw, arrivedOn }) as Promise<ParsedMail>

/** Checks the sender of a message; null if that was not possible in time, as while DNS is away. */
export const checkInThread = (raw: Uint8Array, sender: SenderOf): Promise<SenderChecks | null> =>
  (performCheck({ what: 'check', raw, sender }) as Promise<SenderChecks>).catch(() => null)

/** The content of an attachment; null if it has no such one. */
export const extractFile = (raw: Uint8Array, ordinal: number): Promise<Uint8Array | null> =>
  perform({ what: 'file', raw, ordinal }) as Promise<Uint8Array | null>

/** The HTML of a message without anything that could act; null if it has none that can be shown. */
export const extractHtml = (raw: Uint8Array, digits: boolean): Promise<string | null> =>
  perform({ what: 'html', raw, digits }) as Promise<string | null>
