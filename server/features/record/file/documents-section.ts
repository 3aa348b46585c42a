import { showDateTime } from '@gya/domain/common/dates.ts'
import { showDocumentSize } from '@gya/domain/features/documents/documents.rules.ts'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { PdfFile } from '../../../infra/pdf/make-pdf.ts'
import { headCell, muted, paragraph, runs, sectionTitle, subtitle } from './pdf-parts.ts'
import type { RecordFileContent } from './read-content.ts'
import { zipName } from './write-zip.ts'

/** "5 documents": with size, SHA-256, who and when; deleted ones by name only. */
export function documentsSection({ documents, entries }: RecordFileContent, embedded: readonly PdfFile[] | null): Content {
  const files = new Map(embedded?.map((file) => [file.number, file]))
  const deleted = entries.flatMap(({ entry }) =>
    entry.kind === 'document-removed' || entry.kind === 'document-infected' ? [entry] : [],
  )
  return [
    sectionTitle('5  Documents'),
    documents.length === 0
      ? paragraph('There are none.', { color: muted })
      : {
          table: {
            headerRows: 1,
            // Without dontBreakRows, because pdfmake drops attachments of such rows.
            widths: [14, 20, '*', 48, 130],
            body: [
              [headCell(''), headCell('No.'), headCell('Name'), headCell('Size', { alignment: 'right' }), headCell('Added')],
              ...documents.map((document): TableCell[] => {
                const file = files.get(document.number)
                return [
                  file ? attachment(file) : '',
                  { text: String(document.number), alignment: 'right', color: muted },
                  {
                    stack: [
                      { text: runs(document.fileName, { bold: true }) },
                      ...(document.note === '' ? [] : [{ text: runs(document.note) }]),
                      {
                        text: document.sha256
                          ? `SHA-256 ${document.sha256.replaceAll(/(.{32})(?=.)/g, '$1 ')}`
                          : 'Not hashed yet',
                        fontSize: 6.5,
                        color: muted,
                      },
                      ...(document.isChanged
                        ? [{ text: 'This is not the document that was added: it was changed afterwards.', bold: true }]
                        : []),
                    ],
                  },
                  { text: showDocumentSize(document.bytes), alignment: 'right' },
                  {
                    stack: [
                      { text: showDateTime(document.addedOn) },
                      { text: runs(document.addedBy ?? 'nobody'), fontSize: 7.5, color: muted },
                    ],
                  },
                ]
              }),
            ],
          },
          layout: 'ledger',
        },
    ...(deleted.length === 0
      ? []
      : [
          subtitle('Deleted'),
          ...deleted.map((entry) =>
            paragraph(
              `${entry.facts.find(({ what }) => what === 'File')?.to ?? 'A file'}: ${entry.words.toLowerCase()} ${showDateTime(entry.at)} by ${entry.author?.name ?? 'rule'}${entry.position === null ? '' : `, entry ${entry.position.toLocaleString('en-GB')}`}.`,
            ),
          ),
        ]),
  ]
}

/** A paper clip icon that opens the embedded file. */
const attachment = ({ number, name, content }: PdfFile): Content =>
  ({
    attachment: {
      // pdfkit needs an ArrayBuffer. A Buffer may be a view of a larger one, so its part is copied.
      src: content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength),
      name: zipName(number, name),
      hidden: false,
    },
    icon: 'Paperclip',
    width: 7,
    height: 13,
  }) as unknown as Content
