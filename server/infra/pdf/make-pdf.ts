import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { threadPool } from '../thread-pool.ts'
import { printableDocument, printableTable } from './printable.ts'
import type { PdfTable } from './table.ts'

// A letter takes a tenth of a second, a report of two thousand rows a few seconds.
const worker = threadPool<Uint8Array>({
  script: new URL('./pdf-worker.ts', import.meta.url),
  maxThreads: 2,
  timeoutMs: 120_000,
  idleTimeoutMs: 20_000,
})

/** A task of the worker thread. */
export type PdfTask = { document: PdfDocument } | { table: PdfTable }

const runInWorker = async (work: PdfTask): Promise<Buffer> => {
  const { buffer, byteOffset, byteLength } = await worker(work)
  return Buffer.from(buffer, byteOffset, byteLength)
}

/**
 * Renders a PDF in a worker thread. Rejects if the document cannot be laid out; other documents are not affected. Characters that the
 * font lacks become `[?]`, here as in tables: letters and memoranda with such characters are refused before.
 */
export const makePdf = (document: PdfDocument): Promise<Buffer> => runInWorker({ document: printableDocument(document) })

/** A file to be embedded, with its number in the document. */
export type PdfFile = { number: number; name: string; content: Buffer }

/** Renders a long table as a PDF in a worker thread. */
export const makeTablePdf = (table: PdfTable): Promise<Buffer> => runInWorker({ table: printableTable(table) })

/**
 * A pdfmake definition as plain data, because it is posted to a thread. Pictures are `data:` URLs of PNG or JPEG: nothing is
 * fetched, and no files but the fonts are read. `foot` is the left part of the footer; the right part is "Page 1 of 2".
 */
export type PdfDocument = Pick<
  TDocumentDefinitions,
  'content' | 'info' | 'images' | 'styles' | 'defaultStyle' | 'pageSize' | 'pageOrientation' | 'pageMargins'
> & { foot?: string }
