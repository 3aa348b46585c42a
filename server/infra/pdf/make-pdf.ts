import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { threadPool } from '../thread-pool.ts'
import type { PdfTable } from './table.ts'

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

/**
 * A document as plain data, for it travels to a thread: pdfmake's own definition without its functions. Pictures are
 * `data:` addresses of PNG or JPEG: nothing is fetched and no file is read but the fonts. `foot` stands on the left at the foot
 * of every page, "Page 1 of 2" on the right.
 */
export type PdfDocument = Pick<
  TDocumentDefinitions,
  'content' | 'info' | 'images' | 'styles' | 'defaultStyle' | 'pageSize' | 'pageOrientation' | 'pageMargins'
> & { foot?: string }
