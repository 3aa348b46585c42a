import { listCharacters, unprintableCharacters } from '@gya/domain/common/printable.ts'

/** A piece of text in one style. */
export type PdfRun = { text: string; bold?: boolean; colour?: string }

/** A cell of a table: a text in one style or in several. `fill` is the colour behind it. */
export type PdfTableCell = { text: string | readonly PdfRun[]; bold?: boolean; colour?: string; fill?: string }

/**
 * A column: `width` is its text's, in points, of which `after` stay free at the right of text that is aligned there.
 * Columns of one `group` stand next to each other under its name.
 */
export type PdfTableColumn = { heading: string; group: string; width: number; align?: 'right'; paddingRight?: number }

/**
 * A long table on landscape paper as plain data, for it travels to a thread: a head, figures, a key of colours, then the
 * rows under column heads that are repeated on every page. `foot` stands at the foot of every page, beside its number.
 */
export type PdfTable = {
  page: 'A3' | 'A4'
  title: string
  subtitle: string
  figures: readonly (readonly [name: string, figure: string])[]
  legend: readonly { text: string; fill?: string }[]
  columns: readonly PdfTableColumn[]
  rows: readonly { fill?: string; cells: readonly PdfTableCell[] }[]
  /** Said where there are no rows. */
  emptyText: string
  footer: string
}

/** Points between a column's text and its edge, on either side. */
export const tablePadding = 3
/** Points between the table and the edge of the paper, on either side. */
export const tableMargin = 28

const cellText = ({ text }: PdfTableCell): string => (typeof text === 'string' ? text : text.map((run) => run.text).join(''))

/** Why a table cannot be printed: the first text with characters that the font does not have, named; null when it can be. */
export function tablePrintError({ title, subtitle, footer: foot, rows }: PdfTable): string | null {
  const texts = [title, subtitle, foot, ...rows.flatMap(({ cells }) => cells.map(cellText))]
  const odd = texts.filter((text) => unprintableCharacters(text).length > 0)
  if (odd[0] === undefined) return null
  const others =
    odd.length === 1 ? '' : ` ${odd.length - 1} more ${odd.length === 2 ? 'text has' : 'texts have'} such characters.`
  return `“${odd[0].slice(0, 120)}” has characters that the PDF’s font does not have: ${listCharacters(unprintableCharacters(odd[0]))}.${others}`
}
