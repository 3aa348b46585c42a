import { listCharacters, unprintableCharacters } from '@gya/domain/common/printable.ts'
import type { PdfTable, PdfTableCell } from './pdf-table.ts'

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
