import { constants, setPriority } from 'node:os'
import { ImportFileError } from './import-file-error.ts'
import { type ImportFileOptions, type ImportFileRow, openImportFile } from './open-import-file.ts'
import type { Answer, Request } from './read-import-file.ts'

/** The child process of read-import-file.ts. Sends the head of a file first, then a batch of rows for each request. */
const batchRows = 500
const batchLength = 2_000_000

// Requests of the server come first, where the system allows it.
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // A sandbox may forbid it.
}
// The parent ends this process. A signal to the whole group must not look like a fault of the file.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())

const send = (answer: Answer): void => void process.send?.(answer)

const sendError = (error: unknown): void =>
  send(error instanceof ImportFileError ? { refused: { code: error.code, words: error.message } } : { failed: String(error) })

let rows: Iterator<ImportFileRow> | null = null

async function open(path: string, options: ImportFileOptions): Promise<void> {
  const opened = await openImportFile(path, options)
  rows = opened.rows()[Symbol.iterator]()
  send({ head: opened.head })
}

function sendBatch(): void {
  const batch: ImportFileRow[] = []
  let length = 0
  let isDone = false
  while (!isDone && batch.length < batchRows && length < batchLength) {
    const next = rows?.next()
    if (next === undefined || next.done) isDone = true
    else {
      batch.push(next.value)
      length += next.value.cells.reduce((sum, cell) => sum + cell.length, 0)
    }
  }
  send({ batch, isDone })
}

process.on('message', (request: Request) => {
  if ('path' in request) open(request.path, request.options).catch(sendError)
  else
    try {
      sendBatch()
    } catch (error) {
      sendError(error)
    }
})
send({ started: true })
