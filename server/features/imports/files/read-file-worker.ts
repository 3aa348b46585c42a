import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { ImportFileError } from './import-file-error.ts'
import { type ImportFileOptions, type ImportFileRow, openImportFile } from './open-import-file.ts'

// On Linux this lowers the priority of this thread only, so that requests come first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** The worker thread of read-import-file.ts. Posts the head first, then a batch of rows for each message. */
const batchRows = 500

const send = (message: unknown): void => parentPort?.postMessage(message, [])

const sendError = (error: unknown): void =>
  send(error instanceof ImportFileError ? { refused: { code: error.code, words: error.message } } : { failed: String(error) })

const { path, options } = workerData as { path: string; options: ImportFileOptions }

try {
  const { head, rows } = await openImportFile(path, options)
  const iterator = rows()[Symbol.iterator]()
  parentPort?.on('message', () => {
    try {
      const batch: ImportFileRow[] = []
      let isDone = false
      while (batch.length < batchRows && !isDone) {
        const next = iterator.next()
        if (next.done) isDone = true
        else batch.push(next.value)
      }
      send({ batch, isDone })
    } catch (error) {
      sendError(error)
    }
  })
  send({ head })
} catch (error) {
  sendError(error)
}
