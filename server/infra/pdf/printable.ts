import { textForPrint, unprintableCharacters } from '@gya/domain/common/unprintable-characters.ts'
import type { PdfDocument } from './make-pdf.ts'
import type { PdfTable, PdfTableCell } from './table.ts'

/** Replaces characters that the PDF's font lacks. */
export const unknownCharacter = '[?]'

/** Replaces characters that the font cannot print. */
export function printable(text: string): string {
  const normal = textForPrint(text)
  const odd = new Set(unprintableCharacters(normal))
  if (odd.size === 0) return normal
  return [...new Intl.Segmenter('en').segment(normal)]
    .map(({ segment }) => (odd.has(segment) ? unknownCharacter : segment))
    .join('')
}

const printableCell = (cell: PdfTableCell): PdfTableCell => ({
  ...cell,
  text: typeof cell.text === 'string' ? printable(cell.text) : cell.text.map((run) => ({ ...run, text: printable(run.text) })),
})

/** The members of a document that are texts or contain them. */
const textual = new Set(['content', 'stack', 'columns', 'body', 'ul', 'ol', 'text', 'foot', 'title', 'author', 'subject'])

function printableParts(part: unknown, isText: boolean): unknown {
  if (typeof part === 'string') return isText ? printable(part) : part
  if (Array.isArray(part)) return part.map((each) => printableParts(each, isText))
  // The bytes of an embedded file are another kind of object.
  if (part === null || typeof part !== 'object' || Object.getPrototypeOf(part) !== Object.prototype) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, printableParts(value, textual.has(key))]))
}

export const printableDocument = (document: PdfDocument): PdfDocument => printableParts(document, false) as PdfDocument

/** One text with other characters must not keep the whole table from being printed. */
export const printableTable = (table: PdfTable): PdfTable => ({
  ...table,
  title: printable(table.title),
  subtitle: printable(table.subtitle),
  figures: table.figures.map(([name, figure]) => [printable(name), printable(figure)] as const),
  legend: table.legend.map((entry) => ({ ...entry, text: printable(entry.text) })),
  columns: table.columns.map((column) => ({ ...column, heading: printable(column.heading), group: printable(column.group) })),
  rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(printableCell) })),
  emptyText: printable(table.emptyText),
  footer: printable(table.footer),
})
