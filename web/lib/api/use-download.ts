import type { Endpoint } from '@gya/domain/endpoint.ts'
import { useState } from 'react'
import { ApiError, apiUrl, toApiError } from './call-api.ts'

/** Lets the browser save content as a file. */
export function saveAs(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The click has begun the saving; what it reads from is let go of once it has.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** `body`: for a call that takes what it looks for in a body, so that no address holds it. */
type Download = { params: object; query?: object; body?: object; fileName: string }

/** What the browser itself says of a file that did not arrive whole is nothing a person can use. */
const downloadFailed = 'The file did not arrive whole. Try again in a moment.'

/**
 * Downloads what a call answers and saves it under a name. Not a plain link: a file that cannot be had is then said on the
 * page (`failed`), which stays where it is. `pending` names the file that is on its way.
 */
export function useDownload(call: Pick<Endpoint, 'path' | 'method'>) {
  const [pending, setPending] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const download = async ({ params, query, body, fileName }: Download) => {
    const url = apiUrl(call, { params, query })
    setPending(url)
    setFailed(null)
    try {
      const answer = await fetch(url, {
        method: call.method,
        credentials: 'same-origin',
        headers: { 'x-client': 'Web', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!answer.ok) throw await toApiError(answer)
      saveAs(await answer.blob(), fileName)
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : downloadFailed)
    } finally {
      setPending(null)
    }
  }
  return { download, pending: pending !== null, failed, isPending: (params: object) => pending === apiUrl(call, { params }) }
}
