/** A piece of text in one style. */
export type PdfRun = { text: string; bold?: boolean; colour?: string }

/** A table cell; `fill` is its background colour. */
export type PdfTableCell = { text: string | readonly PdfRun[]; bold?: boolean; colour?: string; fill?: string }

/**
 * `width` is that of the text, in points; right-aligned text leaves `paddingRight` of it free. Adjacent columns with the same
 * `group` get a common heading.
 */
export type PdfTableColumn = { heading: string; group: string; width: number; align?: 'right'; paddingRight?: number }

/**
 * A long table on landscape paper, as plain data because it is posted to a thread: title, figures, legend, then rows. Column
 * headings are repeated on every page; `footer` is printed on every page beside its number.
 */
export type PdfTable = {
  page: 'A1' | 'A2' | 'A3' | 'A4'
  title: string
  subtitle: string
  figures: readonly (readonly [name: string, figure: string])[]
  legend: readonly { text: string; fill?: string }[]
  columns: readonly PdfTableColumn[]
  rows: readonly { fill?: string; cells: readonly PdfTableCell[] }[]
  /** Printed instead of rows if there are none. */
  emptyText: string
  footer: string
}

/** In points, left and right of a column's text. */
export const tablePadding = 3
/** In points, left and right of the table. */
export const tableMargin = 28
