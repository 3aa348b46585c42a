import { addImportFile, putImportPart, readImportFile } from '@gya/domain/features/imports/imports.contract.ts'
import { apiUrl } from '../../lib/api/api-url.ts'
import { callApi } from '../../lib/api/call-api.ts'
import { sendPart, sha256Of } from '../../lib/api/send-part.ts'

type Params = { companyId: string; importId: string }

type Options = { replaces: boolean; onProgress: (share: number) => void }

/** Announces a file, uploads its parts, and starts reading it. */
export async function uploadImportFile(params: Params, file: File, { replaces, onProgress }: Options): Promise<void> {
  const body = { name: file.name, bytes: file.size, sha256: await sha256Of(file), replaces }
  const { _id, parts, partBytes } = await callApi(addImportFile, { params, body })
  for (let part = 1; part <= parts; part += 1) {
    const url = apiUrl(putImportPart, { params: { ...params, fileId: _id, part: String(part) } })
    await sendPart(url, file.slice((part - 1) * partBytes, part * partBytes))
    onProgress(part / parts)
  }
  await callApi(readImportFile, { params: { ...params, fileId: _id } })
}
