import { ApiError, toApiError } from './call-api.ts'

const attempts = 5

const connectionLost = () => new ApiError({ code: 'OFFLINE', message: 'The connection was lost.' })

/** Sends a part of an announced file; retried several times while the connection is lost or the server is busy. */
export async function sendPart(url: string, content: Blob): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, {
      method: 'PUT',
      credentials: 'same-origin',
      headers: { 'x-client': 'Web', 'content-type': 'application/octet-stream' },
      body: content,
    }).catch(() => null)
    if (answer?.ok) return
    const isLasting = answer !== null && answer.status < 500 && answer.status !== 429
    if (isLasting || attempt === attempts) throw answer ? await toApiError(answer) : connectionLost()
    await new Promise((resolve) => setTimeout(resolve, attempt * 1_000))
  }
}

/** In hexadecimal. */
export async function sha256Of(content: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
