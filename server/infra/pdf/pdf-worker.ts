import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { CustomTableLayout } from 'pdfmake/interfaces.js'
import { drawPdfTable } from './draw-table.ts'
import type { PdfDocument, PdfTask } from './make-pdf.ts'
import { placeContents, tagDocuments } from './tag-documents.ts'

// On Linux this affects this thread only: requests come before documents.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** The worker thread of make-pdf.ts: renders PDFs one after the other. */
const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')

const roboto = {
  normal: join(fonts, 'Roboto-Regular.ttf'),
  bold: join(fonts, 'Roboto-Medium.ttf'),
  italics: join(fonts, 'Roboto-Italic.ttf'),
  bolditalics: join(fonts, 'Roboto-MediumItalic.ttf'),
}

pdfmake.setFonts({ Roboto: roboto })
/** Named, because documents are posted to this thread without functions: lines between rows, and nothing else. */
const fineLines: CustomTableLayout = {
  hLineWidth: (index, { table }) => (index === 0 || index === table.body.length ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => '#d5dae1',
  paddingLeft: () => 0,
  paddingRight: () => 8,
  paddingTop: () => 4,
  paddingBottom: () => 4,
}

pdfmake.setTableLayouts({
  fineLines,
  // The same with space at the left, for rows with a background.
  ledger: { ...fineLines, paddingLeft: () => 6, paddingRight: () => 6 },
  // The same in less height, for what must fit on one page.
  page: { ...fineLines, paddingLeft: () => 3, paddingRight: () => 3, paddingTop: () => 1.5, paddingBottom: () => 1.5 },
})
tagDocuments()
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => resolve(path).startsWith(fonts + sep))

const renderDocument = ({ foot, content, pageMargins = [48, 40, 48, 56], ...document }: PdfDocument): Promise<Buffer> =>
  pdfmake
    .createPdf({
      pageSize: 'A4',
      pageMargins,
      // PDF 1.5 compresses object streams, and all current readers support it.
      version: '1.5',
      ...document,
      tagged: true,
      displayTitle: true,
      language: 'en-GB',
      content: placeContents(content),
      defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.2, ...document.defaultStyle },
      footer: (page: number, pages: number) => ({
        columns: [
          { text: foot ?? '', width: '*', artifact: true },
          { text: `Page ${page} of ${pages}`, width: 'auto', alignment: 'right', artifact: true },
        ],
        columnGap: 24,
        margin: [horizontalMargin(pageMargins, 0), 14, horizontalMargin(pageMargins, 2), 0],
        fontSize: 7.5,
        color: '#6b7280',
      }),
    })
    .getBuffer()

/** The left (0) or right (2) margin of a page, from any of pdfmake's notations. */
const horizontalMargin = (margins: NonNullable<PdfDocument['pageMargins']>, side: 0 | 2): number => {
  if (typeof margins === 'number') return margins
  return margins.length === 4 ? margins[side] : margins[0]
}

parentPort?.on('message', (work: PdfTask) => {
  const made = 'table' in work ? drawPdfTable(work.table, roboto) : renderDocument(work.document)
  made.then(
    (value) => parentPort?.postMessage({ value }, []),
    (error: unknown) => parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }, []),
  )
})
