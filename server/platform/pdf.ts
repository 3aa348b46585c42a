import type { PdfDocument } from './pdf-document.ts'
import type { PdfTable } from './pdf-table.ts'
import { threadPool } from './threads.ts'

// Two at once, however many are asked for. A letter takes a tenth of a second, a report of two thousand rows a few.
const worker = threadPool<Uint8Array>({
  script: new URL('./pdf-worker.ts', import.meta.url),
  maxThreads: 2,
  timeoutMs: 120_000,
  idleTimeoutMs: 20_000,
})

/** What the thread is asked to make. */
export type PdfTask = { document: PdfDocument } | { table: PdfTable }

const runInWorker = async (work: PdfTask): Promise<Buffer> => {
  const { buffer, byteOffset, byteLength } = await worker(work)
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Makes a PDF beside the server's other work. Rejects when the document cannot be laid out, which harms no other. */
export const makePdf = (document: PdfDocument): Promise<Buffer> => runInWorker({ document })

/** The same for a long table. */
export const makeTablePdf = (table: PdfTable): Promise<Buffer> => runInWorker({ table })
