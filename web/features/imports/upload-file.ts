import { addImportFile, putImportPart, readImportFile } from '@gya/domain/features/imports/imports.contract.ts'
import { apiUrl } from '../../lib/api/api-url.ts'
import { callApi, toApiError } from '../../lib/api/call-api.ts'

type Params = { companyId: string; importId: string }

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Announces a file, sends its parts and has it read. */
export async function uploadImportFile(params: Params, file: File, onProgress: (share: number) => void): Promise<void> {
  const content = await file.arrayBuffer()
  const sha256 = hex(await crypto.subtle.digest('SHA-256', content))
  const { _id, parts, partBytes } = await callApi(addImportFile, { params, body: { name: file.name, bytes: file.size, sha256 } })
  for (let part = 1; part <= parts; part += 1) {
    const url = apiUrl(putImportPart, { params: { ...params, fileId: _id, part: String(part) } })
    const answer = await fetch(url, {
      method: 'PUT',
      credentials: 'same-origin',
      headers: { 'x-client': 'Web', 'content-type': 'application/octet-stream' },
      body: content.slice((part - 1) * partBytes, part * partBytes),
    })
    if (!answer.ok) throw await toApiError(answer)
    onProgress(part / parts)
  }
  await callApi(readImportFile, { params: { ...params, fileId: _id } })
}
