import { defaultBrandColour } from '@gya/domain/common/default-brand-colour.ts'
import { masked } from '@gya/domain/features/record/mask-text.ts'
import type { Content, ContentText, TableCell } from 'pdfmake/interfaces.js'

/** Building blocks of the record file's PDF. */

export const ink = '#1b2433'
export const muted = '#5f6b7a'
export const rule = '#d5dae1'
export const sunken = '#f2f4f7'
export const good = '#12693f'
export const goodTint = '#e5f4ec'
export const bad = '#a32020'
export const badTint = '#fdecec'
export const navy = defaultBrandColour
/** Width of A4 without margins, in points. */
export const pageWidth = 595.28 - 2 * 48

type Style = Pick<ContentText, 'bold' | 'color' | 'fontSize' | 'decoration' | 'italics'>

/** Splits a text into runs. Masked parts are drawn as black bars, because the font lacks the character. */
export function runs(text: string, style: Style = {}): ContentText[] {
  return text
    .split(masked)
    .flatMap((part, index) => [
      ...(index === 0 ? [] : [{ text: '\u00a0'.repeat(8), background: ink }]),
      ...(part === '' ? [] : [{ ...style, text: part }]),
    ])
}

/** Adds an id as the target of page references. The types of pdfmake allow ids only on plain text. */
export const anchored = (id: string, content: ContentText): Content => ({ ...content, id })

export const label = (text: string): ContentText => ({
  text: text.toUpperCase(),
  fontSize: 7,
  bold: true,
  color: muted,
  characterSpacing: 0.5,
})

/** Title of a section, which starts on a new page and is listed in the contents. */
export const sectionTitle = (text: string): ContentText =>
  ({
    text,
    headlineLevel: 1,
    fontSize: 16,
    bold: true,
    color: navy,
    pageBreak: 'before',
    tocItem: true,
    tocStyle: { bold: true },
    tocMargin: [0, 8, 0, 0],
    margin: [0, 0, 0, 10],
  }) as ContentText

export const subtitle = (text: string): ContentText => ({
  text,
  headlineLevel: 2,
  fontSize: 11,
  bold: true,
  color: navy,
  margin: [0, 12, 0, 4],
})

export const paragraph = (text: string, style: Style = {}): Content => ({ text: runs(text, style), margin: [0, 0, 0, 4] })

/** Rows of label and value, separated by thin lines. */
export const labelledRows = (rows: readonly (readonly [string, string | ContentText[]])[]): Content => ({
  table: {
    widths: [112, '*'],
    body: rows.map(([name, value]) => [
      { ...label(name), margin: [0, 1.5, 0, 0] },
      { text: typeof value === 'string' ? runs(value) : value },
    ]),
  },
  layout: 'fineLines',
})

export const headCell = (text: string, style: Partial<ContentText> = {}): TableCell => ({
  ...label(text),
  fillColor: sunken,
  margin: [0, 1, 0, 1],
  ...style,
})
