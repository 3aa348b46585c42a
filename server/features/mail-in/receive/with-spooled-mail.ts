import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../infra/temporary-folders.ts'
import type { SpooledMail } from './accept-mail.ts'
import { digestMail } from './digest-mail.ts'

/** Writes a message to a temporary file, which is removed after `work`. */
export async function withSpooledMail<T>(
  content: Readable,
  work: (mail: SpooledMail) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const folder = await makeTemporaryFolder('mail')
  try {
    const path = join(folder, 'message')
    const { stream, digest } = digestMail()
    await pipeline(content, stream, createWriteStream(path), signal ? { signal } : {})
    return await work({ path, ...digest() })
  } finally {
    await removeTemporaryFolder(folder)
  }
}
