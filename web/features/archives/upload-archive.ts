import type { Wire } from '@gya/domain/endpoint.ts'
import { createArchive, putArchivePart } from '@gya/domain/features/archives/archive-upload.contract.ts'
import { archivePartBytes } from '@gya/domain/features/archives/archive-upload.rules.ts'
import { apiUrl } from '../../lib/api/api-url.ts'
import { callApi } from '../../lib/api/call-api.ts'
import { sendPart, sha256Of } from '../../lib/api/send-part.ts'

type Archive = Wire<typeof createArchive, 'response'>

/** SHA-256 of the first and the last part: the whole file would not fit into memory. */
const fingerprintOf = (file: File): Promise<string> =>
  sha256Of(new Blob([file.slice(0, archivePartBytes), file.slice(Math.max(0, file.size - archivePartBytes))]))

/**
 * Announces an archive and sends its missing parts. An interrupted upload is resumed, also in another session. Each part is tried
 * several times. Resolves to null if the upload is stopped.
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
    const url = apiUrl(putArchivePart, { params: { archiveId: _id, part: String(part) } })
    await sendPart(url, file.slice((part - 1) * partBytes, part * partBytes))
    sent += 1
    onProgress(sent / parts)
  }
  return archive
}
