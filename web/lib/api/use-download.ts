import type { Endpoint } from '@gya/domain/endpoint.ts'
import { useState } from 'react'
import { apiUrl } from './api-url.ts'
import { canRetry, isApiError, toApiError } from './call-api.ts'

/** Saves content as a file. */
export function saveAs(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads the URL asynchronously after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** `body`: for POST calls, whose search terms must not be in a URL. */
type Download = { params: object; query?: object; body?: object }

/** The file name of a Content-Disposition header, which the server always sends as `filename*` too. */
export function fileNameOf(disposition: string | null): string {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/)?.[1]
  return encoded === undefined ? '' : decodeURIComponent(encoded)
}

/** Replaces the browser's technical error message. */
const downloadFailed = 'The file did not arrive whole. Try again in a moment.'

/**
 * Downloads the response of a call as a file, under the name that the server gives it. Not a plain link, so that a failure is shown on
 * the page (`failed`).
 */
export function useDownload(call: Pick<Endpoint, 'path' | 'method'>) {
  const [pending, setPending] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const download = async ({ params, query, body }: Download) => {
    const url = apiUrl(call, { params, query })
    setPending(url)
    setFailed(null)
    const ask = () =>
      fetch(url, {
        method: call.method,
        credentials: 'same-origin',
        headers: { 'x-client': 'Web', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    try {
      let answer = await ask()
      let refusal = answer.ok ? null : await toApiError(answer)
      if (refusal && (await canRetry(refusal))) {
        answer = await ask()
        refusal = answer.ok ? null : await toApiError(answer)
      }
      if (refusal) throw refusal
      const disposition = answer.headers.get('content-disposition')
      // A proxy's page.
      if (disposition === null) throw new Error(downloadFailed)
      saveAs(await answer.blob(), fileNameOf(disposition))
    } catch (error) {
      setFailed(isApiError(error) ? error.message : downloadFailed)
    } finally {
      setPending(null)
    }
  }
  return { download, pending: pending !== null, failed, isPending: (params: object) => pending === apiUrl(call, { params }) }
}
