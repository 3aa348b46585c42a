import { unprintableCharacters } from '@gya/domain/common/unprintable-characters.ts'
import type { PdfTable, PdfTableCell } from './table.ts'

/** Replaces characters that the PDF's font lacks. */
export const unknownCharacter = '[?]'

/** Replaces characters that the font cannot print. */
export function printable(text: string): string {
  const normal = text.normalize('NFC').replaceAll('\t', '    ').replaceAll(/\r\n?/g, '\n')
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
