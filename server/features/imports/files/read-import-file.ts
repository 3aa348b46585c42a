import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ImportFileError, type ImportFileErrorCode, unreadable } from './import-file-error.ts'
import type { ImportFileHead, ImportFileOptions, ImportFileRow } from './open-import-file.ts'

/** An open file. Its thread ends after the last row, when iteration stops early, or on `close`. */
export type ImportFile = ImportFileHead & { rows: AsyncIterable<ImportFileRow>; close: () => Promise<void> }

type Answer =
  | { head: ImportFileHead }
  | { batch: ImportFileRow[]; isDone: boolean }
  | { refused: { code: ImportFileErrorCode; words: string } }
  | { failed: string }

const script = new URL('./read-file-worker.ts', import.meta.url)
/** "Reading runs in a worker thread with 512 MB." Connect design, section 1.6. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }
/** Timeout of one response in milliseconds. Opening 50 MB takes seconds. */
const timeoutMs = 120_000

/**
 * Opens a file of an import in a worker thread with limited memory. The kind is detected from the content. Throws an `ImportFileError`,
 * whose message is for the person who uploaded it, if the file as a whole is refused.
 */
export async function readImportFile(path: string, options: ImportFileOptions = {}): Promise<ImportFile> {
  const worker = new Worker(script, { workerData: { path, options }, resourceLimits })
  const close = async (): Promise<void> => {
    await worker.terminate()
  }
  try {
    const answer = await nextAnswer(worker)
    if (!('head' in answer)) throw new Error('The reader thread sent no head.')
    return { ...answer.head, rows: rowsOf(worker), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function* rowsOf(worker: Worker): AsyncGenerator<ImportFileRow> {
  try {
    for (;;) {
      const answered = nextAnswer(worker)
      worker.postMessage('next', [])
      const answer = await answered
      if (!('batch' in answer)) throw new Error('The reader thread sent no rows.')
      yield* answer.batch
      if (answer.isDone) return
    }
  } finally {
    await worker.terminate()
  }
}

type Wanted = Exclude<Answer, { refused: unknown } | { failed: unknown }>

/** The next response of the worker. Rejects if it refuses the file, exits or times out. */
async function nextAnswer(worker: Worker): Promise<Wanted> {
  const ended = new AbortController()
  try {
    const [answer] = (await Promise.race([
      once(worker, 'message', { signal: ended.signal }),
      once(worker, 'exit', { signal: ended.signal }).then(() =>
        Promise.reject(new Error('The thread that reads the file exited.')),
      ),
      setTimeout(timeoutMs, null, { signal: ended.signal, ref: false }).then(() =>
        Promise.reject(unreadable('Reading this file took too long.')),
      ),
    ])) as [Answer]
    if ('refused' in answer) throw new ImportFileError(answer.refused.code, answer.refused.words)
    if ('failed' in answer) throw new Error(answer.failed)
    return answer
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : error
  } finally {
    ended.abort()
  }
}

const outOfMemory = (): Error => unreadable('This file needs too much memory. Split it into several files.')
