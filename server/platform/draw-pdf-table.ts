import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { type PdfTable, type PdfTableCell, type PdfTableColumn, tableMargin, tablePadding } from './pdf-table.ts'
import { type Measure, type WrappedLine, wrappedLines } from './wrapped-lines.ts'

const ink = '#15202b'
const quiet = '#5b6673'
const rule = '#d5dae1'
const headFill = '#eff2f6'

const top = 28
const bottom = 40
const size = 7
const headSize = 6.5
/** Points above and below the text of a row. */
const air = 2.5
const ruleWidth = 0.4

type Fonts = { normal: string; bold: string }
type Pen = { doc: PDFKit.PDFDocument; measure: Measure }
type Cell = { fill: string | undefined; colour: string; lines: WrappedLine[] }
type Row = { height: number; fill?: string | undefined; cells: Cell[] }

/**
 * Draws a table with pdfkit, row by row. pdfmake, which lays out everything else, spends four milliseconds on a row of
 * twenty cells; a table whose widths are known needs none of what it works out.
 */
export async function drawPdfTable(table: PdfTable, fonts: Fonts): Promise<Buffer> {
  const doc = new PDFDocument({
    size: table.page,
    layout: 'landscape',
    margins: { left: tableMargin, right: tableMargin, top, bottom },
    bufferPages: true,
    pdfVersion: '1.5',
    // No font but the two below: one that is opened a second time under a name is opened anew at every use.
    font: '',
    info: { Title: table.title },
  })
  doc.registerFont('normal', fonts.normal).registerFont('bold', fonts.bold)
  const pen = { doc, measure: measureWith(doc) }
  drawHead(pen, table)
  drawRows(pen, table)
  drawFoots(pen, table.foot)
  doc.end()
  return buffer(doc)
}

/** Widths at the size of the rows. The same few hundred words stand in thousands of cells. */
function measureWith(doc: PDFKit.PDFDocument): Measure {
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

/** Writes a line of text whose place is known. */
const write = ({ doc }: Pen, text: string, at: { x: number; y: number; size: number; bold?: boolean; colour?: string }): void => {
  doc
    .font(at.bold ? 'bold' : 'normal')
    .fontSize(at.size)
    .fillColor(at.colour ?? ink)
    .text(text, at.x, at.y, { lineBreak: false })
}

const lineHeight = ({ doc }: Pen, ofSize: number): number => doc.font('normal').fontSize(ofSize).currentLineHeight(true) * 1.1

/** Title, subtitle, figures and key, above the first page's table. Title and subtitle may be as long as they are. */
function drawHead(pen: Pen, { title, subtitle, figures, key }: PdfTable): void {
  const { doc } = pen
  doc.font('bold').fontSize(16).fillColor(ink).text(title, tableMargin, top)
  doc
    .font('normal')
    .fontSize(size)
    .fillColor(quiet)
    .text(subtitle, tableMargin, doc.y + 4, { lineGap: 0.8 })
  const isFull = doc.y + 60 > doc.page.maxY()
  if (isFull) doc.addPage()
  const y = isFull ? top : doc.y + 8
  const below = y + lineHeight(pen, size) + lineHeight(pen, 11) + 8
  drawFigures(pen, figures, y)
  drawKey(pen, key, below)
  doc.y = below + lineHeight(pen, size) + 6
}

function drawFigures(pen: Pen, figures: PdfTable['figures'], y: number): void {
  let x = tableMargin
  for (const [name, figure] of figures) {
    write(pen, name, { x, y, size, colour: quiet })
    write(pen, figure, { x, y: y + lineHeight(pen, size), size: 11, bold: true })
    x += Math.max(pen.measure(name, false), (pen.measure(figure, true) * 11) / size) + 28
  }
}

function drawKey(pen: Pen, key: PdfTable['key'], y: number): void {
  let x = tableMargin
  for (const { text, fill } of key) {
    const width = pen.measure(text, false)
    if (fill) pen.doc.rect(x, y - 0.5, width + 4, lineHeight(pen, size)).fill(fill)
    write(pen, text, { x: x + 2, y, size, colour: quiet })
    x += width + 10
  }
}

function drawRows(pen: Pen, table: PdfTable): void {
  const { doc } = pen
  const { columns, rows, none } = table
  const edges = edgesOf(columns)
  drawHeads(pen, columns, edges)
  for (const { cells, fill } of rows) {
    const row = laidOut(pen, cells, { columns, edges, size })
    if (doc.y + row.height > doc.page.maxY()) {
      doc.addPage()
      doc.y = top
      drawHeads(pen, columns, edges)
    }
    drawRow(pen, { ...row, fill }, { columns, edges, size })
  }
  if (rows.length === 0) write(pen, none, { x: tableMargin, y: doc.y + 8, size })
}

/** The left edges of the columns, and the right edge of the last. */
const edgesOf = (columns: readonly PdfTableColumn[]): number[] =>
  columns.reduce((edges, { width }) => [...edges, (edges.at(-1) ?? 0) + width + 2 * tablePadding], [tableMargin])

type Grid = { columns: readonly PdfTableColumn[]; edges: readonly number[]; size: number }

function laidOut(pen: Pen, cells: readonly PdfTableCell[], { columns, size: textSize }: Grid): Row {
  const measure: Measure = (text, isBold) => (pen.measure(text, isBold) * textSize) / size
  let most = 1
  const laid = cells.map(({ text, bold = false, colour = ink, fill }, index) => {
    const runs = typeof text === 'string' ? [{ text, bold }] : text
    const lines = text === '' ? [] : wrappedLines(runs, columns[index]?.width ?? 0, measure)
    most = Math.max(most, lines.length)
    return { fill, colour, lines }
  })
  return { height: most * lineHeight(pen, textSize) + 2 * air + ruleWidth, cells: laid }
}

/** Draws a row where the last one ended. */
function drawRow(pen: Pen, { height, fill, cells }: Row, grid: Grid): void {
  const { doc } = pen
  const { edges } = grid
  const y = doc.y
  const [left = 0, right = 0] = [edges[0], edges.at(-1)]
  if (fill) doc.rect(left, y, right - left, height).fill(fill)
  for (const [index, cell] of cells.entries()) {
    const x = edges[index] ?? 0
    if (cell.fill) doc.rect(x, y, (edges[index + 1] ?? 0) - x, height).fill(cell.fill)
  }
  for (const [index, cell] of cells.entries()) drawText(pen, cell, { index, top: y + air, grid })
  doc.y = y + height
  // Within its own row: the next one's colour would cover it.
  const at = doc.y - ruleWidth / 2
  doc.moveTo(left, at).lineTo(right, at).lineWidth(ruleWidth).strokeColor(rule).stroke()
}

function drawText(
  pen: Pen,
  { lines, colour }: Cell,
  { index, top: first, grid }: { index: number; top: number; grid: Grid },
): void {
  const { columns, edges, size: textSize } = grid
  const { width = 0, align, after = 0 } = columns[index] ?? {}
  const left = (edges[index] ?? 0) + tablePadding
  for (const [number, line] of lines.entries()) {
    const x = align === 'right' ? left + width - after - line.width : left
    const y = first + number * lineHeight(pen, textSize)
    for (const run of line.runs)
      write(pen, run.text, { x: x + run.at, y, size: textSize, bold: run.bold ?? false, colour: run.colour ?? colour })
  }
}

/** The names of the groups over the columns they span, then the heads of the columns; on every page. */
function drawHeads(pen: Pen, columns: readonly PdfTableColumn[], edges: readonly number[]): void {
  const groups = columns.map(({ group }, index) => (columns[index - 1]?.group === group ? '' : group))
  const over = groups.map((text) => ({ fill: undefined, colour: ink, lines: text === '' ? [] : [oneLine(text)] }))
  const lefts = columns.map(({ head, group, width }) => ({ head, group, width }))
  drawRow(
    pen,
    { height: lineHeight(pen, size) + 2 * air + ruleWidth, fill: headFill, cells: over },
    { columns: lefts, edges, size },
  )
  const grid = { columns, edges, size: headSize }
  const heads = columns.map(({ head }) => ({ text: head, colour: quiet }))
  drawRow(pen, { ...laidOut(pen, heads, grid), fill: headFill }, grid)
}

const oneLine = (text: string): WrappedLine => ({ width: 0, runs: [{ text, bold: true, at: 0 }] })

function drawFoots(pen: Pen, foot: string): void {
  const { doc } = pen
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    const number = `Page ${page + 1} of ${count}`
    const y = doc.page.maxY() + 14
    const footSize = 7.5
    write(pen, foot, { x: tableMargin, y, size: footSize, colour: '#6b7280' })
    const width = doc.widthOfString(number)
    write(pen, number, { x: doc.page.width - tableMargin - width, y, size: footSize, colour: '#6b7280' })
  }
}
