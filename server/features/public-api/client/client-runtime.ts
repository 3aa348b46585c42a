import { type Calls, calls } from './client-calls.ts'

/** An error response of GYA. `code` is stable; `message` is for people. */
export class GyaError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: readonly { path: string; message: string }[]
  readonly requestId: string | undefined
  constructor(status: number, body: { code?: string; message?: string; issues?: GyaError['issues']; requestId?: string }) {
    super(body.message ?? `GYA answered ${status}.`)
    this.status = status
    this.code = body.code ?? 'UNKNOWN'
    this.issues = body.issues ?? []
    this.requestId = body.requestId
  }
}

export type ClientOptions = {
  /** Base URL of GYA, without /api. */
  base: string
  /** `gya_…`; keep it on a server, never in a browser. */
  key: string
  /** Maximum number of attempts for a call while GYA responds with a temporary error. */
  tries?: number
  fetch?: typeof globalThis.fetch
  wait?: (milliseconds: number) => Promise<void>
}

type CallName = keyof Calls
type Parts = { params?: object; query?: object; body?: object; file?: Blob; fileName?: string }

/** Errors worth a retry. */
const isTemporary = (status: number, code: string): boolean => status === 429 || status === 503 || code === 'IDEMPOTENCY_RUNNING'

/** Calls of the API by name. POST calls send an idempotency key, so that retries are safe. */
export function createClient({ base, key, tries = 5, fetch = globalThis.fetch, wait = sleep }: ClientOptions) {
  async function call<Name extends CallName>(name: Name, input: Calls[Name]['input']): Promise<Calls[Name]['response']> {
    const made = calls[name]
    if (!made) throw new Error(`Unknown call ${name}.`)
    const { params = {}, query = {}, body, file, fileName } = input as Parts
    const path = made.path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String((params as Fields)[part])))
    const asked = new URLSearchParams(
      Object.entries(query).flatMap(([field, value]) => (value == null ? [] : [[field, String(value)]])),
    )
    const content = file ? formOf(body ?? {}, file, fileName) : body && JSON.stringify(body)
    const headers: Record<string, string> = { authorization: `Bearer ${key}` }
    if (body && !file) headers['content-type'] = 'application/json'
    if (made.method === 'POST') headers['idempotency-key'] = crypto.randomUUID()
    const repeatable = made.method === 'GET' || made.method === 'POST'
    for (let tried = 1; ; tried += 1) {
      const url = `${base}/api${path}${asked.size > 0 ? `?${asked}` : ''}`
      const answer = await fetch(url, { method: made.method, headers, ...(content ? { body: content } : {}) }).catch(
        (error: unknown) => {
          if (!repeatable || tried >= tries) throw error
          return null
        },
      )
      if (!answer) {
        await wait(1000 * tried)
        continue
      }
      const isJson = answer.headers.get('content-type')?.includes('json') === true
      if (answer.ok) return (isJson ? answer.json() : answer.blob()) as Promise<Calls[Name]['response']>
      const refusal = new GyaError(answer.status, isJson ? await answer.json() : {})
      if (tried >= tries || !isTemporary(refusal.status, refusal.code)) throw refusal
      await wait(1000 * Number(answer.headers.get('retry-after') ?? 1))
    }
  }

  /**
   * Reads all rows of an incremental read. Store the cursor that comes with each row and start with it next time: rows may be
   * repeated, but none is skipped.
   */
  async function* readAll<Name extends ReadName>(name: Name, input: Calls[Name]['input']): AsyncGenerator<RowOf<Name>> {
    const { query = {}, ...rest } = input as Parts
    let cursor = (query as Fields).cursor
    for (;;) {
      const next = { ...rest, query: { ...query, cursor } } as unknown as Calls[Name]['input']
      const page = (await call(name, next)) as Page<unknown>
      for (const row of page.data) yield { row, cursor: page.cursor } as RowOf<Name>
      if (!page.more) return
      cursor = page.cursor
    }
  }

  return { call, readAll }
}

type Fields = Record<string, unknown>
type Page<Row> = { data: Row[]; cursor: string; more: boolean }
/** Calls that return pages with a cursor. */
type ReadName = { [Name in CallName]: Calls[Name]['response'] extends Page<unknown> ? Name : never }[CallName]
/** `cursor`: the cursor of the row's page. */
type RowOf<Name extends CallName> = Calls[Name]['response'] extends Page<infer Row> ? { row: Row; cursor: string } : never

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

function formOf(body: object, file: Blob, fileName = 'file'): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(body)) form.set(field, typeof value === 'string' ? value : JSON.stringify(value))
  form.set('file', file, fileName)
  return form
}

/** Maximum age of a webhook message. Older ones are refused to prevent replay attacks. */
const webhookToleranceSeconds = 300

/**
 * Verifies a webhook message as in the Standard Webhooks specification. `secret` is `whsec_…`; `body` is the raw text before
 * parsing. Throws if the signature or the time is invalid.
 */
export async function verifyWebhook(
  secret: string,
  headers: { get(name: string): string | null },
  body: string,
  now: number = Date.now(),
): Promise<void> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers.get(name))
  if (!id || !timestamp || !signatures) throw new Error('A header of the webhook is missing.')
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= webhookToleranceSeconds))
    throw new Error('The webhook is too old, or from the future.')
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0))
  const hmac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith('v1,')) continue
    const given = Uint8Array.from(atob(signature.slice(3)), (character) => character.charCodeAt(0))
    if (await crypto.subtle.verify('HMAC', hmac, given, signed)) return
  }
  throw new Error('The signature of the webhook is wrong.')
}
