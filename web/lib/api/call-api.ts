import { toFormFields } from '@gya/domain/common/form-fields.ts'
import { failedMessage, noSessionMessage } from '@gya/domain/common/messages-without-catalogue.ts'
import { positionHeader } from '@gya/domain/common/read-position.ts'
import { type Endpoint, isWrite, type Wire } from '@gya/domain/endpoint.ts'
import type { ErrorBody, ErrorCode } from '@gya/domain/error-catalogue.ts'
import { confirmIdentity } from '../session/confirm-identity.ts'
import { enterCompany } from '../session/enter-company.ts'
import { expireSession, hasSession, requireSecondFactor } from '../session/session-end.ts'
import { apiUrl } from './api-url.ts'
import { dropEarlyAnswers, takeEarlyAnswer } from './early-answers.ts'
import { raisePosition } from './raise-position.ts'
import { requestTimeout } from './request-timeout.ts'
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
 * Rejects with a TypeError without a response, with a TimeoutError if it is unknown whether the server has executed the request, and with an
 * AbortError when aborted.
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
    let isSent = false
    const noAnswer = () => reject(isSent ? new DOMException('no answer', 'TimeoutError') : new TypeError('no answer'))
    request.upload.addEventListener('load', () => {
      isSent = true
    })
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

/** `OFFLINE`: no response. `UNREADABLE`: a response to a write that does not show whether it was executed. */
export type ApiErrorCode = ErrorCode | 'OFFLINE' | 'UNREADABLE'

/** A failed call with a message for the user. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly issues: NonNullable<ErrorBody['issues']>
  readonly details: Record<string, string>
  readonly requestId: string | null
  constructor(body: Partial<Omit<ErrorBody, 'code'>> & { code: ApiErrorCode; message: string }) {
    super(body.message)
    this.name = 'ApiError'
    this.code = body.code
    this.issues = body.issues ?? []
    this.details = body.details ?? {}
    this.requestId = body.requestId ?? null
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

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

/**
 * Makes a call. Throws an ApiError, or the AbortError of `signal`, and nothing else. Without a session it also redirects to the sign-in
 * site, which returns here afterwards ([reports §8](docs/design/reports.md#8)). If the server requires confirmation of the user's identity
 * or, from a platform admin, a reason to enter the company, it opens a dialog and then retries.
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
  const send = () =>
    early ??
    (file
      ? uploadForm(url, { method, headers, body: body ?? {}, timeout: requestTimeout, signal }, { file, onProgress })
      : fetch(url, {
          method,
          credentials: 'same-origin',
          headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.any([AbortSignal.timeout(requestTimeout), ...(signal ? [signal] : [])]),
        }))
  const { answer, read } = await answerTo(call, send, signal)
  if (cached && answer.status === 304) return cached.answer as Wire<E, 'response'>
  if (answer.ok) {
    if (method === 'GET') cacheResponse(url, answer.headers.get('etag'), read)
    return read as Wire<E, 'response'>
  }
  const refusal = errorOf(read)
  if (await canRetry(refusal)) return callApi(call, input)
  throw refusal
}

/** Whether the user has completed the step that the server requires: confirmed their identity, or entered the company. */
export async function canRetry({ code, details }: ApiError): Promise<boolean> {
  if (code === 'CONFIRM_IDENTITY') return confirmIdentity(details.ways)
  return code === 'SUPPORT_ACCESS_REQUIRED' && enterCompany(details.companyId ?? '')
}

const unreachable = () =>
  new ApiError({ code: 'OFFLINE', message: 'The server cannot be reached. Check your connection and try again.' })

const unreadable = () =>
  new ApiError({
    code: 'UNREADABLE',
    message: 'The server’s answer could not be read, so it is not known whether this was saved. What you typed is still here.',
  })

const isErrorBody = (read: unknown): read is ErrorBody =>
  typeof read === 'object' && read !== null && 'code' in read && typeof read.code === 'string'

/** Whether JSON can be the response of a call: every response is an object. */
const isResponse = (read: unknown): boolean => typeof read === 'object' && read !== null

/**
 * Sends a call and reads its response. Sending, receiving and decoding fail with an ApiError, or with the AbortError of `signal`. A status
 * of 500 or above without an error body is a proxy's: the server may have executed the call.
 */
async function answerTo(
  call: Endpoint,
  send: () => Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<{ answer: Response; read: unknown }> {
  const unknown = isWrite(call) ? unreadable : unreachable
  let answer: Response | undefined
  try {
    answer = await send()
    raisePosition(answer.headers.get(positionHeader))
    const text = await answer.text()
    const read = answer.status === 304 ? undefined : parseJson(text)
    const isRead = answer.ok ? isResponse(read) : answer.status < 500 || isErrorBody(read)
    if (isRead) return { answer, read }
  } catch (error) {
    if (signal?.aborted && error instanceof DOMException && error.name === 'AbortError') throw error
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    if (!answer && !isTimeout) throw unreachable()
  }
  throw unknown()
}

/** Undefined: not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error of a refused call; ends the session in the browser if it has ended on the server. */
export const toApiError = async (answer: Response): Promise<ApiError> =>
  errorOf(await answer.text().then(parseJson, () => undefined))

function errorOf(read: unknown): ApiError {
  if (!isErrorBody(read)) return new ApiError({ code: 'INTERNAL', message: failedMessage })
  if (read.code === 'INVALID_SESSION' || read.code === 'NO_SESSION') expireSession()
  if (read.code === 'SECOND_FACTOR_SETUP_REQUIRED') requireSecondFactor()
  return new ApiError(read)
}
