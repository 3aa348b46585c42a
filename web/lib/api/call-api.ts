import { toFormFields } from '@gya/domain/common/form-fields.ts'
import { failedMessage, noSessionMessage } from '@gya/domain/common/messages-without-catalogue.ts'
import { positionHeader } from '@gya/domain/common/read-position.ts'
import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import type { ErrorBody, ErrorCode } from '@gya/domain/error-catalogue.ts'
import { confirmIdentity } from '../session/confirm-identity.ts'
import { enterCompany } from '../session/enter-company.ts'
import { expireSession, hasSession, requireSecondFactor } from '../session/session-end.ts'
import { apiUrl } from './api-url.ts'
import { dropEarlyAnswers, takeEarlyAnswer } from './early-answers.ts'
import { raisePosition } from './raise-position.ts'
import { cachedResponse, cacheResponse } from './response-cache.ts'

/** A file to upload, and a callback for its progress, 0 to 1. */
export type FileUpload = { file: File; onProgress?: ((share: number) => void) | undefined }

type UploadRequest = {
  method: string
  headers: Record<string, string>
  body: Record<string, unknown>
  timeout: number
  signal?: AbortSignal | undefined
}

/**
 * Sends a body and a file as multipart form data, fields first. Uses XMLHttpRequest, because fetch reports no upload progress.
 * Rejects with a TypeError without a response and with an AbortError when aborted.
 */
export function uploadForm(
  url: string,
  { method, headers, body, timeout, signal }: UploadRequest,
  { file, onProgress }: FileUpload,
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of toFormFields(body)) form.append(name, value)
  form.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    // The server's request timeout: uploads of up to 20 MB on slow connections.
    request.timeout = Math.max(timeout, 300_000)
    const noAnswer = () => reject(new TypeError('no answer'))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      raisePosition(request.getResponseHeader(positionHeader))
      resolve(new Response(request.responseText, { status: request.status }))
    })
    request.addEventListener('error', noAnswer)
    request.addEventListener('timeout', noAnswer)
    request.addEventListener('abort', () => reject(new DOMException('called off', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** A failed call with a message for the user. `OFFLINE`: no response. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'OFFLINE'
  readonly issues: NonNullable<ErrorBody['issues']>
  readonly details: Record<string, string>
  readonly requestId: string | null
  constructor(body: Partial<Omit<ErrorBody, 'code'>> & { code: ErrorCode | 'OFFLINE'; message: string }) {
    super(body.message)
    this.name = 'ApiError'
    this.code = body.code
    this.issues = body.issues ?? []
    this.details = body.details ?? {}
    this.requestId = body.requestId ?? null
  }
}

type Parts = 'params' | 'query' | 'body'
type Needed<E extends Endpoint> = { [Part in Parts as E[Part] extends object ? Part : never]: Wire<E, Part> }
/** Input of a call: the parts that its contract has. */
export type CallInput<E extends Endpoint> = Needed<E> & {
  signal?: AbortSignal | undefined
  /** For calls that accept one: a retry with the same key is not executed again. */
  idempotencyKey?: string | undefined
} & Partial<FileUpload>

type Sent = {
  params?: object
  query?: object
  body?: Record<string, unknown>
  signal?: AbortSignal
  idempotencyKey?: string
} & Partial<FileUpload>

/** "The timeout is 60 seconds" (administration document, section 7). */
const timeout = 60_000

/**
 * Makes a call. Throws an ApiError with the server's message. Without a session it also redirects to the sign-in site, which returns here
 * afterwards (reports document, section 8). If the server requires confirmation of the user's identity or, from a platform admin, a reason
 * to enter the company, it opens a dialog and then retries.
 */
export async function callApi<E extends Endpoint>(call: E, input: CallInput<E>): Promise<Wire<E, 'response'>> {
  const { params, query, body, signal, file, onProgress, idempotencyKey } = input as Sent
  if (!hasSession()) {
    expireSession()
    throw new ApiError({ code: 'NO_SESSION', message: noSessionMessage })
  }
  const url = apiUrl(call, { params, query })
  const { method } = call
  const cached = method === 'GET' ? cachedResponse(url) : undefined
  const headers = {
    'x-client': 'Web',
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(cached ? { 'if-none-match': cached.tag } : {}),
  }
  if (method !== 'GET') dropEarlyAnswers()
  const early = method === 'GET' && !cached ? takeEarlyAnswer(url) : undefined
  const answer = await answerTo(() =>
    early
      ? early
      : file
        ? uploadForm(url, { method, headers, body: body ?? {}, timeout, signal }, { file, onProgress })
        : fetch(url, {
            method,
            credentials: 'same-origin',
            headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
          }),
  )
  raisePosition(answer.headers.get(positionHeader))
  if (cached && answer.status === 304) return cached.answer as Wire<E, 'response'>
  if (answer.ok) {
    const read: unknown = await answer.json()
    if (method === 'GET') cacheResponse(url, answer.headers.get('etag'), read)
    return read as Wire<E, 'response'>
  }
  const refusal = await toApiError(answer)
  if (await canRetry(refusal)) return callApi(call, input)
  throw refusal
}

/** Whether the user has completed the step that the server requires: confirmed their identity, or entered the company. */
export async function canRetry({ code, details }: ApiError): Promise<boolean> {
  if (code === 'CONFIRM_IDENTITY') return confirmIdentity(details.ways)
  return code === 'SUPPORT_ACCESS_REQUIRED' && enterCompany(details.companyId ?? '')
}

async function answerTo(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError({ code: 'OFFLINE', message: 'The server cannot be reached. Check your connection and try again.' })
  }
}

export async function toApiError(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => null)) as ErrorBody | null
  if (body?.code === 'INVALID_SESSION' || body?.code === 'NO_SESSION') expireSession()
  if (body?.code === 'SECOND_FACTOR_SETUP_REQUIRED') requireSecondFactor()
  return new ApiError(body?.code ? body : { code: 'INTERNAL', message: failedMessage })
}
