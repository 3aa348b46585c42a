import { showCount } from '@gya/domain/common/show-count.ts'
import { requestTimeout } from '../lib/api/request-timeout.ts'
/** The outcome of a call: success, or an error code and a message to show. */
export type Answer<Read = unknown> =
  | { ok: true; read: Read }
  | { ok: false; code: string; message: string; details?: Record<string, string> | undefined }

const unreachable = {
  ok: false,
  code: 'UNREACHABLE',
  message: 'The service cannot be reached. Check your connection and try again.',
} as const

const unreadable = {
  ok: false,
  code: 'UNREADABLE',
  message: 'The service’s answer could not be read. Try again in a moment.',
} as const

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Rounds up: 45 is "45 seconds", 61 is "2 minutes". */
export const durationText = (seconds: number): string => {
  const [size, name] = units.find(([unit]) => seconds >= unit) ?? [1, 'second']
  const count = Math.max(1, Math.ceil(seconds / size))
  return showCount(count, name)
}

type Refusal = { code?: string; message?: string; issues?: { message: string }[]; details?: Record<string, string> }

const refusal = async (response: Response): Promise<Answer<never>> => {
  const body = (await response.json().catch(() => ({}))) as Refusal
  const code = body.code ?? `HTTP_${response.status}`
  const wait = Number(response.headers.get('retry-after'))
  if (response.status === 429) {
    return {
      ok: false,
      code,
      message: wait > 0 ? `Too many tries. Try again in ${durationText(wait)}.` : 'Too many tries. Wait a little and try again.',
    }
  }
  // The issue of a refused password is more specific than the error's message.
  const [issue] = code.startsWith('PASSWORD_') ? (body.issues ?? []) : []
  return {
    ok: false,
    code,
    message: issue?.message ?? body.message ?? 'Something went wrong on our side. Try again in a moment.',
    ...(body.details ? { details: body.details } : {}),
  }
}

/** The JSON of a successful response; some have none. A proxy's page is not a success. */
const successOf = <Read>(text: string): Answer<Read> => {
  try {
    return { ok: true, read: (text === '' ? null : JSON.parse(text)) as Read }
  } catch {
    return unreadable
  }
}

/** Sends a call of the sign-in site. Never throws: a lost connection and a timeout (60 seconds) are answers too. */
export const callAuth = async <Read>(path: string, body: Record<string, unknown>): Promise<Answer<Read>> => {
  try {
    const response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'Web' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeout),
    })
    return response.ok ? successOf(await response.text()) : await refusal(response)
  } catch {
    return unreachable
  }
}
