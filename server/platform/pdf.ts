import type { PdfDocument } from './pdf-document.ts'
import { inThreads } from './threads.ts'

// Two at once, however many are asked for. A letter takes a tenth of a second, a report of two thousand rows a few.
const make = inThreads<Uint8Array>({
  script: new URL('./pdf-worker.ts', import.meta.url),
  atOnce: 2,
  longest: 120_000,
})

/** Makes a PDF beside the server's other work. Rejects when the document cannot be laid out, which harms no other. */
export const makePdf = async (document: PdfDocument): Promise<Buffer> => Buffer.from(await make(document))
