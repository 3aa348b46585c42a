import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { type PdfRun, type PdfTable, type PdfTableCell, type PdfTableColumn, tableMargin, tablePadding } from './table.ts'
import { drawAs, type Place } from './tag-documents.ts'

/** The width of a text in points. */
export type MeasureText = (text: string, bold: boolean) => number

/** A line of a cell: its runs with their x offset `at`, and its total width. */
export type WrappedLine = { width: number; runs: (PdfRun & { at: number })[] }

/** Text breaks after a space or a hyphen; a word wider than the line breaks anywhere. */
const splitWords = (text: string, fits: (text: string) => boolean): string[] =>
  text.split(/(?<=[ -])/).flatMap((word) => (fits(word.trimEnd()) ? [word] : [...word]))

/** Wraps runs of text into lines of at most `width`; always at least one line. */
export function wrapText(runs: readonly PdfRun[], width: number, measure: MeasureText): WrappedLine[] {
  const [only] = runs
  if (only && runs.length === 1) {
    const whole = measure(only.text, only.bold ?? false)
    if (whole <= width) return [{ width: whole, runs: [{ ...only, at: 0 }] }]
  }
  let line: WrappedLine = { width: 0, runs: [] }
  const lines = [line]
  for (const run of runs) {
    const isBold = run.bold ?? false
    for (const word of splitWords(run.text, (text) => measure(text, isBold) <= width)) {
      if (line.width > 0 && line.width + measure(word.trimEnd(), isBold) > width) {
        line = { width: 0, runs: [] }
        lines.push(line)
      }
      // A line does not begin with a space.
      if (line.width > 0 || word.trim() !== '') appendWord(line, run, word, measure(word, isBold))
    }
  }
  return lines
}

function appendWord(line: WrappedLine, run: PdfRun, word: string, width: number): void {
  const last = line.runs.at(-1)
  if (last && last.bold === run.bold && last.colour === run.colour) last.text += word
  else line.runs.push({ ...run, text: word, at: line.width })
  line.width += width
}

const textColour = '#15202b'
const mutedColour = '#5b6673'
const ruleColour = '#d5dae1'
const headingFill = '#eff2f6'

const top = 28
const bottom = 40
const size = 7
const headingFontSize = 6.5
/** In points, above and below the text of a row. */
const cellPaddingY = 2.5
const ruleWidth = 0.4
/** A longer table has one cell a row in its structure: pdfkit writes 200 bytes a cell, 5 MB for two thousand rows. */
const mostTaggedCells = 10_000

type Fonts = { normal: string; bold: string }
type Pen = { doc: PDFKit.PDFDocument; measure: MeasureText }
type Cell = { fill: string | undefined; colour: string; lines: WrappedLine[] }
/** Without a place in the structure, as heads of later pages, a row is an artifact. */
type Row = { height: number; fill?: string | undefined; place?: Place | undefined; cells: Cell[] }

/**
 * Draws a table with pdfkit, row by row. pdfmake, used for all other documents, takes four milliseconds for a row of twenty
 * cells, mostly to compute column widths, which are fixed here. pdfkit's own table has no repeated headings and no mixed
 * styles in a cell, and took 2.2 times as long (decision 39).
 */
export async function drawPdfTable(table: PdfTable, fonts: Fonts): Promise<Buffer> {
  const doc = new PDFDocument({
    size: table.page,
    layout: 'landscape',
    margins: { left: tableMargin, right: tableMargin, top, bottom },
    autoFirstPage: false,
    pdfVersion: '1.5',
    // No default font: pdfkit would parse a font file again at every use if it is registered twice.
    font: '',
    info: { Title: table.title },
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
  })
  doc.registerFont('normal', fonts.normal).registerFont('bold', fonts.bold)
  const made = buffer(doc)
  draw({ doc, measure: cachedTextWidth(doc) }, table)
  doc.end()
  return made
}

/** Widths at the row's font size, cached: a few hundred words fill thousands of cells. */
function cachedTextWidth(doc: PDFKit.PDFDocument): MeasureText {
  const known = { normal: new Map<string, number>(), bold: new Map<string, number>() }
  return (text, isBold) => {
    const font = isBold ? 'bold' : 'normal'
    let width = known[font].get(text)
    if (width === undefined) {
      width = doc.font(font).fontSize(size).widthOfString(text)
      known[font].set(text, width)
    }
    return width
  }
}

const writeText = (
  { doc }: Pen,
  text: string,
  at: { x: number; y: number; size: number; bold?: boolean; colour?: string },
): void => {
  doc
    .font(at.bold ? 'bold' : 'normal')
    .fontSize(at.size)
    .fillColor(at.colour ?? textColour)
    .text(text, at.x, at.y, { lineBreak: false })
}

const paragraph = (): Place => ({ tag: 'P', parent: null })

const lineHeight = ({ doc }: Pen, ofSize: number): number => doc.font('normal').fontSize(ofSize).currentLineHeight(true) * 1.1

/**
 * Page breaks are computed before drawing, because the first footer contains the number of pages and finished pages are
 * released from memory. (Buffering all pages, two thousand rows took 300 MB.)
 */
function draw(pen: Pen, table: PdfTable): void {
  const { doc } = pen
  const isLong = table.rows.length * table.columns.length > mostTaggedCells
  const grid = { columns: table.columns, edges: columnEdges(table.columns), size, isLong }
  const place: Place = { tag: 'Table', parent: null }
  doc.addPage()
  drawTitle(pen, table)
  const pages = paginate(
    table.rows.map(({ cells }) => layOutRow(pen, cells, grid).height),
    [doc.page.maxY() - doc.y - headingsHeight(pen, grid), doc.page.maxY() - top - headingsHeight(pen, grid)],
  )
  for (const [index, rows] of pages.entries()) {
    if (index > 0) doc.addPage()
    if (index > 0) doc.y = top
    drawColumnHeadings(pen, grid, index === 0 ? place : undefined)
    for (const { cells, fill } of table.rows.slice(rows.from, rows.to))
      drawRow(pen, { ...layOutRow(pen, cells, grid), fill, place: { tag: 'TR', parent: place } }, grid)
    if (table.rows.length === 0)
      drawAs(doc, paragraph(), () => writeText(pen, table.emptyText, { x: tableMargin, y: doc.y + 8, size }))
    drawAs(doc, undefined, () => drawFooter(pen, table.footer, `Page ${index + 1} of ${pages.length}`))
  }
}

/** Distributes rows over pages by their heights; the first page has less space. */
function paginate(heights: readonly number[], [first, other]: readonly [number, number]): { from: number; to: number }[] {
  let page = { from: 0, to: 0 }
  let left = first
  const pages = [page]
  for (const [index, height] of heights.entries()) {
    if (height > left) {
      page = { from: index, to: index }
      pages.push(page)
      left = other
    }
    page.to = index + 1
    left -= height
  }
  return pages
}

/**
 * Title, subtitle, figures and legend, above the table on the first page. A subtitle longer than half a page (13,000
 * characters on A3) ends in an ellipsis.
 */
function drawTitle(pen: Pen, { title, subtitle, figures, legend }: PdfTable): void {
  const { doc } = pen
  drawAs(doc, { tag: 'H1', parent: null }, () =>
    doc.font('bold').fontSize(16).fillColor(textColour).text(title, tableMargin, top, { height: 60, ellipsis: true }),
  )
  const room = { lineGap: 0.8, height: doc.page.height / 2, ellipsis: true }
  drawAs(doc, paragraph(), () =>
    doc
      .font('normal')
      .fontSize(size)
      .fillColor(mutedColour)
      .text(subtitle, tableMargin, doc.y + 4, room),
  )
  const y = doc.y + 8
  const below = y + lineHeight(pen, size) + lineHeight(pen, 11) + 8
  drawFigures(pen, figures, y)
  drawLegend(pen, legend, below)
  doc.y = below + lineHeight(pen, size) + 6
}

function drawFigures(pen: Pen, figures: PdfTable['figures'], y: number): void {
  let x = tableMargin
  for (const [name, figure] of figures) {
    const at = { x, y, size, colour: mutedColour }
    drawAs(pen.doc, paragraph(), () => {
      writeText(pen, name, at)
      writeText(pen, figure, { x: at.x, y: y + lineHeight(pen, size), size: 11, bold: true })
    })
    x += Math.max(pen.measure(name, false), (pen.measure(figure, true) * 11) / size) + 28
  }
}

function drawLegend(pen: Pen, legend: PdfTable['legend'], y: number): void {
  let x = tableMargin
  for (const { text, fill } of legend) {
    const width = pen.measure(text, false)
    const at = { x: x + 2, y, size, colour: mutedColour }
    if (fill) drawAs(pen.doc, undefined, () => pen.doc.rect(at.x - 2, y - 0.5, width + 4, lineHeight(pen, size)).fill(fill))
    drawAs(pen.doc, paragraph(), () => writeText(pen, text, at))
    x += width + 10
  }
}

/** The left edges of all columns, and the right edge of the last. */
const columnEdges = (columns: readonly PdfTableColumn[]): number[] =>
  columns.reduce((edges, { width }) => [...edges, (edges.at(-1) ?? 0) + width + 2 * tablePadding], [tableMargin])

type Grid = { columns: readonly PdfTableColumn[]; edges: readonly number[]; size: number; isLong: boolean }

function layOutRow(pen: Pen, cells: readonly PdfTableCell[], { columns, size: textSize }: Grid): Row {
  const measure: MeasureText = (text, isBold) => (pen.measure(text, isBold) * textSize) / size
  let most = 1
  const laid = cells.map(({ text, bold = false, colour = textColour, fill }, index) => {
    const runs = typeof text === 'string' ? [{ text, bold }] : text
    const lines = text === '' ? [] : wrapText(runs, columns[index]?.width ?? 0, measure)
    most = Math.max(most, lines.length)
    return { fill, colour, lines }
  })
  return { height: rowHeight(pen, most, textSize), cells: laid }
}

const rowHeight = (pen: Pen, lines: number, textSize: number): number =>
  lines * lineHeight(pen, textSize) + 2 * cellPaddingY + ruleWidth

/** Draws a row below the previous one. */
function drawRow(pen: Pen, { height, fill, place, cells }: Row, grid: Grid, tag = 'TD'): void {
  const { doc } = pen
  const { edges } = grid
  const y = doc.y
  const [left = 0, right = 0] = [edges[0], edges.at(-1)]
  // The rule is inside its row, because the fill of the next row would cover it.
  const rule = y + height - ruleWidth / 2
  drawAs(doc, undefined, () => {
    if (fill) doc.rect(left, y, right - left, height).fill(fill)
    for (const [index, cell] of cells.entries()) {
      const x = edges[index] ?? 0
      if (cell.fill) doc.rect(x, y, (edges[index + 1] ?? 0) - x, height).fill(cell.fill)
    }
    doc.moveTo(left, rule).lineTo(right, rule).lineWidth(ruleWidth).strokeColor(ruleColour).stroke()
  })
  const texts = cells.map((cell, index) => () => drawText(pen, cell, { index, top: y + cellPaddingY, grid }))
  const tagged = place && grid.isLong ? [() => texts.forEach((draw) => draw())] : texts
  for (const draw of tagged) drawAs(doc, place && { tag, parent: place }, draw)
  doc.y = y + height
}

function drawText(
  pen: Pen,
  { lines, colour }: Cell,
  { index, top: first, grid }: { index: number; top: number; grid: Grid },
): void {
  const { columns, edges, size: textSize } = grid
  const { width = 0, align, paddingRight = 0 } = columns[index] ?? {}
  const left = (edges[index] ?? 0) + tablePadding
  for (const [number, line] of lines.entries()) {
    const x = align === 'right' ? left + width - paddingRight - line.width : left
    const y = first + number * lineHeight(pen, textSize)
    for (const run of line.runs)
      writeText(pen, run.text, { x: x + run.at, y, size: textSize, bold: run.bold ?? false, colour: run.colour ?? colour })
  }
}

/** Group headings over the columns they span, then the column headings. */
function drawColumnHeadings(pen: Pen, rows: Grid, table: Place | undefined): void {
  const { columns } = rows
  const groups = columns.map(({ group }, index) => (columns[index - 1]?.group === group ? '' : group))
  const over = groups.map((text) => ({ fill: undefined, colour: textColour, lines: text === '' ? [] : [singleLine(text)] }))
  const lefts = columns.map(({ heading, group, width }) => ({ heading, group, width }))
  drawRow(pen, { height: rowHeight(pen, 1, size), fill: headingFill, cells: over }, { ...rows, columns: lefts })
  const grid = { ...rows, size: headingFontSize, isLong: false }
  const place = table && { tag: 'TR', parent: table }
  drawRow(pen, { ...headingRow(pen, grid), fill: headingFill, place }, grid, 'TH')
}

const headingRow = (pen: Pen, grid: Grid): Row =>
  layOutRow(
    pen,
    grid.columns.map(({ heading }) => ({ text: heading, colour: mutedColour })),
    { ...grid, size: headingFontSize },
  )
const headingsHeight = (pen: Pen, grid: Grid): number => rowHeight(pen, 1, size) + headingRow(pen, grid).height

const singleLine = (text: string): WrappedLine => ({ width: 0, runs: [{ text, bold: true, at: 0 }] })

function drawFooter(pen: Pen, footer: string, number: string): void {
  const { doc } = pen
  const at = { y: doc.page.maxY() + 14, size: 7.5, colour: '#6b7280' }
  writeText(pen, footer, { ...at, x: tableMargin })
  writeText(pen, number, { ...at, x: doc.page.width - tableMargin - doc.widthOfString(number) })
}
