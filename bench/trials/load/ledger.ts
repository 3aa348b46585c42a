import type { HttpsClient, HttpsRequest } from '../../../deploy/nginx/https-client.ts'

/** What was acknowledged, and what was answered otherwise than it should be. */
export type Ledger = {
  answered: number
  /** Milliseconds that the slowest answer took. */
  longest: number
  notes: Set<string>
  offers: Set<string>
  /** Where each document that was taken can be read again, and the SHA-256 of what was sent. */
  documents: Map<string, string>
  documentBytes: number
  /** A word that stands in each message that was to be sent. */
  messages: Set<string>
  signIns: number
  unanswered: string[]
  /** Calls that nginx refused in words, to be tried again: what they asked for must not have been done. */
  toldToTryAgain: string[]
  /** Uploads that were refused in words because the store of this trial had no time for them: the machine is busy. */
  storeAway: number
  sessionsLost: string[]
  /** Sessions that were ended and let somebody in all the same. */
  sessionsLeft: number
}

export const newLedger = (): Ledger => ({
  answered: 0,
  longest: 0,
  notes: new Set(),
  offers: new Set(),
  documents: new Map(),
  documentBytes: 0,
  messages: new Set(),
  signIns: 0,
  unanswered: [],
  toldToTryAgain: [],
  storeAway: 0,
  sessionsLost: [],
  sessionsLeft: 0,
})

export type Answer = { status: number; headers: Record<string, unknown>; text: string }

/**
 * Makes a call that must be answered with this status and writes down when it is not; null then. A session that is not
 * known where it should be is one that was lost.
 */
export async function expectAnswer(
  { ledger, client }: { ledger: Ledger; client: HttpsClient },
  asked: HttpsRequest,
  status = 200,
): Promise<Answer | null> {
  const started = performance.now()
  const what = `${asked.method ?? 'GET'} ${asked.path}`
  try {
    const answer = await client.send(asked)
    ledger.answered += 1
    ledger.longest = Math.max(ledger.longest, performance.now() - started)
    if (answer.status === status) return { status, headers: answer.headers, text: answer.body.toString() }
    const said = `${what}: ${answer.status} ${answer.body.toString().slice(0, 200)}`
    if (status === 401) ledger.sessionsLeft += 1
    else if (said.includes('FILES_NOT_READY')) ledger.storeAway += 1
    else if (said.includes('"NOT_READY"')) ledger.toldToTryAgain.push(said)
    else if (answer.status === 401) ledger.sessionsLost.push(said)
    else ledger.unanswered.push(said)
  } catch (error) {
    ledger.unanswered.push(`${what}: ${String(error)}`)
  }
  return null
}
