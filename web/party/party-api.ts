import type { Wire } from '@gya/domain/endpoint.ts'
import type { makeProposal, readPartySale } from '@gya/domain/features/party-links/party.contract.ts'
import { newIdempotencyKey } from '../lib/api/new-idempotency-key.ts'

export type PartySale = Wire<typeof readPartySale, 'response'>
export type NewProposal = Wire<typeof makeProposal, 'body'>

/** A refusal in the server's words. `isEnded`: the link is no longer valid. */
export type Refusal = { message: string; isEnded: boolean }
export type Answer<T> = { ok: true; read: T } | ({ ok: false } & Refusal)

const unreachable = 'This page cannot be reached. Check your connection and try again.'
const unreadable = 'The answer could not be read, so it is not known whether this was sent. Send it again: it is not sent twice.'

type Body = { code?: string; message?: string; issues?: { message: string }[] }

function refusalOf(status: number, text: string): { ok: false } & Refusal {
  // An error response of a proxy is not JSON.
  const body = (parseJson(text) ?? {}) as Body
  const [issue] = body.issues ?? []
  const message = status === 429 ? 'That was a lot at once. Wait a little and try again.' : (issue?.message ?? body.message)
  return { ok: false, message: message ?? unreachable, isEnded: body.code === 'LINK_NOT_FOUND' }
}

/** Idempotency-Keys of what was sent without a readable answer, by its content: sent again, it is not executed twice. */
const keys = new Map<string, string>()

type Sent = {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH'
  body?: object | FormData
  /** Content of what is sent, for calls that take an Idempotency-Key. */
  content?: unknown
  onProgress?: (share: number) => void
}

/** Undefined: not JSON, such as a proxy's page or half a body. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Makes a call with the link, without credentials of the browser. Uses XMLHttpRequest, because fetch reports no upload progress. Never
 * throws: a lost connection is returned as a result.
 */
function call<T>(token: string, path: string, { method, body, content, onProgress }: Sent): Promise<Answer<T>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(method, `/api/party/${path}`)
    request.setRequestHeader('authorization', `Link ${token}`)
    const sent = content === undefined ? undefined : JSON.stringify([method, path, content])
    if (sent !== undefined) {
      const key = keys.get(sent) ?? newIdempotencyKey()
      keys.set(sent, key)
      request.setRequestHeader('idempotency-key', key)
    }
    // The server's request timeout: uploads of up to 20 MB on slow connections.
    request.timeout = 300_000
    const noAnswer = () => resolve({ ok: false, message: unreachable, isEnded: false })
    request.addEventListener('load', () => {
      const isOk = request.status >= 200 && request.status < 300
      if (!isOk) return resolve(refusalOf(request.status, request.responseText))
      const read = parseJson(request.responseText)
      if (typeof read !== 'object' || read === null)
        return resolve({ ok: false, message: method === 'GET' ? unreachable : unreadable, isEnded: false })
      if (sent !== undefined) keys.delete(sent)
      resolve({ ok: true, read: read as T })
    })
    request.addEventListener('error', noAnswer)
    request.addEventListener('timeout', noAnswer)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    if (body === undefined || body instanceof FormData) return request.send(body)
    request.setRequestHeader('content-type', 'application/json')
    request.send(JSON.stringify(body))
  })
}

export const readSale = (token: string) => call<PartySale>(token, 'sale', { method: 'GET' })

export const propose = (token: string, body: NewProposal) =>
  call<PartySale>(token, 'proposal', { method: 'POST', body, content: body })

export function sendDocument(token: string, file: File, text: string, onProgress: (share: number) => void) {
  const form = new FormData()
  form.append('what', 'document')
  form.append('text', text)
  form.append('file', file, file.name)
  const content = [file.name, file.size, file.lastModified, text]
  return call<PartySale>(token, 'proposal', { method: 'POST', body: form, content, onProgress })
}

export const takeBack = (token: string, proposalId: string) =>
  call<PartySale>(token, `proposal/${encodeURIComponent(proposalId)}`, { method: 'DELETE', content: proposalId })

export const saveWishes = (token: string, tellMe: boolean) =>
  call<{ success: true }>(token, 'wishes', { method: 'PATCH', body: { tellMe } })
