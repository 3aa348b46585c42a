import { createRequire } from 'node:module'
import type { Content } from 'pdfmake/interfaces.js'

/** A place in the structure of a document. Its element is made when something of it is drawn, on the page `first`. */
export type Place = {
  tag: string
  parent: Place | null
  alt?: string | undefined
  made?: { element: PDFKit.PDFStructureElement; first: PDFKit.PDFPage }
}
type Node = Record<string, unknown> & {
  place?: Place
  artifact?: true
  headlineLevel?: number
  alt?: string
  table?: { body: unknown[][]; headerRows?: number }
}
type Line = { place?: Place | undefined }
type Renderer = {
  pdfDocument: PDFKit.PDFDocument
  renderLine(line: Line, x: number, y: number): void
  renderImage(image: Node): void
  renderVector(vector: object): void
}
type Builder = { buildNextLine(node: Node): Line | null }

/** Parts of pdfmake that its types leave out. */
type Parts = { LayoutBuilder: Builder; Renderer: Renderer }
const prototypeOf = <Name extends keyof Parts>(name: Name): Parts[Name] =>
  (createRequire(import.meta.url)(`pdfmake/js/${name}.js`) as { default: { prototype: Parts[Name] } }).default.prototype

/**
 * Tags what pdfmake draws: paragraphs, headings (`headlineLevel`), tables with rows and cells, pictures with their `alt`. Rules,
 * backgrounds, nodes with `artifact` and repeated heads of tables are artifacts. pdfmake itself only marks a document as tagged; pdfkit, with
 * which it draws, can write the tags.
 */
export function tagDocuments(): void {
  const builder = prototypeOf('LayoutBuilder')
  const { buildNextLine } = builder
  builder.buildNextLine = function (node) {
    const line = buildNextLine.call(this, node)
    // Contents that pdfmake adds, such as the lines of a table of contents, have no place.
    if (line && !node.artifact) line.place = node.place ??= { tag: 'P', parent: null }
    return line
  }
  const renderer = prototypeOf('Renderer')
  const { renderLine, renderImage, renderVector } = renderer
  renderer.renderLine = function (line, x, y) {
    drawAs(this.pdfDocument, line.place, () => renderLine.call(this, line, x, y))
  }
  renderer.renderImage = function (image) {
    drawAs(this.pdfDocument, image.place, () => renderImage.call(this, image))
  }
  renderer.renderVector = function (vector) {
    drawAs(this.pdfDocument, undefined, () => renderVector.call(this, vector))
  }
}

/** Draws as content of an element, or as an artifact: without a place, or a head of a table on a later page. */
export function drawAs(doc: PDFKit.PDFDocument, place: Place | undefined, draw: () => void): void {
  const { element, first } = place ? madeIn(doc, place) : {}
  if (place && element && (place.tag !== 'TH' || first === doc.page)) element.add(doc.markStructureContent(place.tag))
  else doc.markContent('Artifact')
  draw()
  doc.endMarkedContent()
}

const roots = new WeakMap<PDFKit.PDFDocument, PDFKit.PDFStructureElement>()

function rootOf(doc: PDFKit.PDFDocument): PDFKit.PDFStructureElement {
  const known = roots.get(doc)
  if (known) return known
  const root = doc.struct('Document')
  doc.addStructure(root)
  roots.set(doc, root)
  return root
}

function madeIn(doc: PDFKit.PDFDocument, place: Place): NonNullable<Place['made']> {
  if (place.made) return place.made
  const { tag, alt, parent } = place
  const element = doc.struct(tag, { ...(alt === undefined ? {} : { alt }), ...(tag === 'TH' ? { scope: 'Column' } : {}) })
  const above = parent ? madeIn(doc, parent).element : rootOf(doc)
  above.add(element)
  place.made = { element, first: doc.page }
  return place.made
}

/** The same contents, each text and picture with its place in the structure. */
export const placeContents = (content: Content): Content => placed(content, null) as Content

function placed(part: unknown, parent: Place | null): unknown {
  if (Array.isArray(part)) return part.map((each) => placed(each, parent))
  const node = typeof part === 'string' || typeof part === 'number' ? { text: part } : part
  if (node === null || typeof node !== 'object') return node
  const { table, ...rest }: Node = { ...node }
  if (table) return { ...rest, table: placedTable(table, parent) }
  if (rest.image !== undefined) return { ...rest, place: { tag: 'Figure', parent, alt: rest.alt ?? 'Picture' } }
  if (rest.text !== undefined) return { ...rest, place: parent ?? { tag: tagOf(rest), parent } }
  for (const key of ['stack', 'columns', 'ul', 'ol']) if (rest[key] !== undefined) rest[key] = placed(rest[key], parent)
  return rest
}

const tagOf = ({ headlineLevel }: Node): string => (headlineLevel === undefined ? 'P' : `H${headlineLevel}`)

function placedTable(table: NonNullable<Node['table']>, parent: Place | null): NonNullable<Node['table']> {
  const place = { tag: 'Table', parent }
  const body = table.body.map((cells, nth) => {
    const row = { tag: 'TR', parent: place }
    const tag = nth < (table.headerRows ?? 0) ? 'TH' : 'TD'
    return cells.map((cell) => placed(cell, { tag, parent: row }))
  })
  return { ...table, body }
}
