import {
  atEndHeading,
  atEndNote,
  type PageCell,
  type PageTable,
  type PageTone,
  type WeekPage,
} from '@gya/domain/features/week/week-page.ts'
import type { Column, Content, TableCell } from 'pdfmake/interfaces.js'
import type { PdfDocument } from '../../infra/pdf/make-pdf.ts'

const ink = '#1f2933'
const grey = '#5b6673'
const sunken = '#f1f3f7'
const colours: Partial<Record<PageTone, string>> = {
  ahead: '#14672f',
  behind: '#a3201d',
  late: '#a3201d',
  soon: '#8a4b00',
  quiet: grey,
}

/** Points between the margins of A4. */
const margin = 28
const width = 595.28 - 2 * margin
/** Left and right of the text of a cell, as the layout `page` has it. */
const padding = 6

/** A line of each table wraps where a name is longer. */
const longName = 20
const longPace = 14
/** The type by the lines of people: it is always one page. */
const sizeFor = (lines: number): number => (lines > 26 ? 4.6 : lines > 20 ? 5.8 : lines > 10 ? 6.8 : 8)

const toCell = ({ text, tone }: PageCell, more: object = {}): TableCell => ({
  text,
  ...(tone && colours[tone] ? { color: colours[tone] } : {}),
  ...more,
})

/** Columns of fees are wider than those of counts. */
function sizes(head: readonly string[], first: number, last: number): number[] {
  const weights = head.slice(1, -1).map((text) => (/fees/i.test(text) ? 1.15 : 1))
  const each = (width - first - last - head.length * padding) / weights.reduce((sum, weight) => sum + weight, 0)
  return [first, ...weights.map((weight) => each * weight), last]
}

function table({ head, rows }: PageTable, [first, last]: readonly [number, number], atEnd: PageTable['rows'] = []): Content {
  const right = (nth: number) => (nth < head.length - 2 ? { alignment: 'right' as const } : {})
  const line = ({ name, cells, isTotal, isQuiet }: PageTable['rows'][number]): TableCell[] => {
    const look = isTotal ? { bold: true, fillColor: sunken } : {}
    return [
      { text: name, ...(isQuiet ? { color: grey } : {}), ...look },
      ...cells.map((cell, nth) => toCell(cell, { ...right(nth), ...(nth === 0 ? { bold: true } : {}), ...look })),
    ]
  }
  const separator: TableCell[] = [
    { text: `${atEndHeading}. ${atEndNote}`, colSpan: head.length, color: grey, fillColor: sunken },
    ...head.slice(1).map(() => ''),
  ]
  return {
    table: {
      widths: sizes(head, first, last),
      headerRows: 1,
      body: [
        head.map((text, nth) => ({ text, bold: true, fillColor: sunken, ...(nth > 0 ? right(nth - 1) : {}) })),
        ...rows.map(line),
        ...(atEnd.length > 0 ? [separator, ...atEnd.map(line)] : []),
      ],
    },
    layout: 'page',
  }
}

const heading = (text: string): Content => ({ text, headlineLevel: 2, bold: true, fontSize: 9, margin: [0, 8, 0, 3] })

/** The lines of a list, or "None". */
function list({ title, about, rows, more }: WeekPage['lists'][number], wide: number): Column {
  const widths = [wide * 0.38, 44, wide * 0.62 - 44 - 3 * padding]
  const body = rows.map(({ name, on, words }) => [{ text: name, bold: true }, on, toCell(words)] as TableCell[])
  return {
    stack: [
      {
        text: [
          { text: `${title}  `, bold: true, fontSize: 9 },
          { text: about, color: grey },
        ],
        margin: [0, 8, 0, 3],
      },
      body.length > 0 ? { table: { widths, body }, layout: 'page' } : { text: 'None', margin: [6, 0, 0, 0] },
      ...(more ? [{ text: more, color: grey, margin: [6, 1, 0, 0] as [number, number, number, number] }] : []),
    ],
    width: wide,
  }
}

/** The week on one A4 page, of the same model as what is printed (`weekPage`). */
export function weekPdfLayout(page: WeekPage): PdfDocument {
  const lines = page.people.rows.reduce(
    (sum, { name, cells }) => sum + (name.length > longName || (cells.at(-1)?.text.length ?? 0) > longPace ? 2 : 1),
    0,
  )
  const [exchanges, ...others] = page.lists
  return {
    info: { title: page.title },
    pageMargins: [margin, 26, margin, 30],
    defaultStyle: { fontSize: sizeFor(lines), lineHeight: 1.1, color: ink },
    content: [
      {
        columns: [
          {
            stack: [
              { text: page.title, headlineLevel: 1, fontSize: 15, bold: true },
              { text: page.subtitle, color: grey },
            ],
            width: '*',
          },
          { text: page.made, color: grey, alignment: 'right', width: 150 },
        ],
        margin: [0, 0, 0, 8],
      },
      table(page.figures, [120, 84], page.atEnd),
      heading(page.peopleTitle),
      { stack: [table(page.people, [80, 54])], fontSize: Math.min(sizeFor(lines), 7) },
      ...(exchanges ? [list(exchanges, width)] : []),
      { columns: others.map((one) => list(one, width / 2 - 6)), columnGap: 12 },
    ],
    foot: page.foot,
  }
}
