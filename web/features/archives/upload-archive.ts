import type { Wire } from '@gya/domain/endpoint.ts'
import { createArchive, putArchivePart } from '@gya/domain/features/archives/archive-upload.contract.ts'
import { archivePartBytes } from '@gya/domain/features/archives/archive-upload.rules.ts'
import { apiUrl } from '../../lib/api/api-url.ts'
import { callApi, toApiError } from '../../lib/api/call-api.ts'

type Archive = Wire<typeof createArchive, 'response'>

/** SHA-256 of the first and the last part: the whole file would not fit into memory. */
async function fingerprintOf(file: File): Promise<string> {
  const ends = new Blob([file.slice(0, archivePartBytes), file.slice(Math.max(0, file.size - archivePartBytes))])
  const digest = await crypto.subtle.digest('SHA-256', await ends.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const attempts = 5

/**
 * Announces an archive and sends the parts that are missing: of a file whose upload was interrupted, also by another session, only
 * those. Each part is tried several times. Resolves to null if it is stopped.
 */
export async function uploadArchive(
  file: File,
  {
    onBegun,
    onProgress,
    signal,
  }: { onBegun: (archive: Archive) => void; onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Archive | null> {
  const archive = await callApi(createArchive, {
    body: { name: file.name, bytes: file.size, fingerprint: await fingerprintOf(file) },
  })
  onBegun(archive)
  const { _id, parts, partBytes, missingParts } = archive
  let sent = parts - missingParts.length
  onProgress(sent / parts)
  for (const part of missingParts) {
    if (signal.aborted) return null
    await sendPart(_id, part, file.slice((part - 1) * partBytes, part * partBytes))
    sent += 1
    onProgress(sent / parts)
  }
  return archive
}

async function sendPart(archiveId: string, part: number, content: Blob): Promise<void> {
  const url = apiUrl(putArchivePart, { params: { archiveId, part: String(part) } })
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, {
      method: 'PUT',
      credentials: 'same-origin',
      headers: { 'x-client': 'Web', 'content-type': 'application/octet-stream' },
      body: content,
    }).catch(() => null)
    if (answer?.ok) return
    const isLasting = answer !== null && answer.status < 500 && answer.status !== 429
    if (isLasting || attempt === attempts) throw answer ? await toApiError(answer) : new Error('The connection was lost.')
    await new Promise((resolve) => setTimeout(resolve, attempt * 1_000))
  }
}
