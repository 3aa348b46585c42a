import { toFormFields } from '@gya/domain/common/form-data.ts'

/** A file that goes with a call, and who is told which share of it has been sent, 0 to 1. */
export type FileUpload = { file: File; onProgress?: ((share: number) => void) | undefined }

type UploadRequest = {
  method: string
  headers: Record<string, string>
  body: Record<string, unknown>
  timeout: number
  signal?: AbortSignal | undefined
}

/**
 * Sends a body and a file as a form, the fields first. By XMLHttpRequest, because fetch does not say how much has been
 * sent. Rejects with a TypeError when no answer comes, and with an AbortError when it is called off.
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
    // The server's own limit of a request: 20 MB on a slow line, and what is done with them, take longer than other calls.
    request.timeout = Math.max(timeout, 300_000)
    const noAnswer = () => reject(new TypeError('no answer'))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
    request.addEventListener('error', noAnswer)
    request.addEventListener('timeout', noAnswer)
    request.addEventListener('abort', () => reject(new DOMException('called off', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
