import type { PdfDocument } from './pdf-document.ts'
import type { PdfTable } from './pdf-table.ts'
import { inThreads } from './threads.ts'

// Two at once, however many are asked for. A letter takes a tenth of a second, a report of two thousand rows a few.
const make = inThreads<Uint8Array>({
  script: new URL('./pdf-worker.ts', import.meta.url),
  atOnce: 2,
  longest: 120_000,
  waits: 20_000,
})

/** What the thread is asked to make. */
export type PdfWork = { document: PdfDocument } | { table: PdfTable }

const made = async (work: PdfWork): Promise<Buffer> => {
  const { buffer, byteOffset, byteLength } = await make(work)
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Makes a PDF beside the server's other work. Rejects when the document cannot be laid out, which harms no other. */
export const makePdf = (document: PdfDocument): Promise<Buffer> => made({ document })

/** The same for a long table. */
export const makeTablePdf = (table: PdfTable): Promise<Buffer> => made({ table })
