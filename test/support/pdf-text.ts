import { inflateSync } from 'node:zlib'

/** The text of each page of a PDF written by pdfkit or Chromium: glyphs are mapped back by the fonts' ToUnicode tables. */
export const textOfPages = (pdf: Buffer): string[] => readPages(pdf).map(({ text }) => text)

type Page = {
  text: string
  /** In points from the left edge: where the last glyph begins. Of Chromium only. */
  right: number
}

export function readPages(pdf: Buffer): Page[] {
  const objects = readObjects(pdf)
  const fonts = new Map<string, Map<number, string>>()
  const unicodeOf = (fontId: string): Map<number, string> => {
    const known = fonts.get(fontId)
    if (known) return known
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(fontId)?.head ?? '')?.[1] ?? ''
    const read = readUnicode(streamOf(objects.get(table)))
    fonts.set(fontId, read)
    return read
  }
  const kids = [...([...objects.values()].find(({ head }) => /\/Type \/Pages\b/.test(head))?.head ?? '').matchAll(/(\d+) 0 R/g)]
  return kids
    .map(([, id = '']) => objects.get(id))
    .filter((page) => /\/Type \/Page\b/.test(page?.head ?? ''))
    .map((page) => {
      const resources = /\/Resources (\d+) 0 R/.exec(page?.head ?? '')?.[1] ?? ''
      const named = new Map(
        [...(objects.get(resources)?.head ?? page?.head ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
          name,
          id,
        ]),
      )
      const contents = /\/Contents (\d+) 0 R/.exec(page?.head ?? '')?.[1] ?? ''
      // A line that is drawn word by word, or broken after a hyphen, is read as one.
      const content = streamOf(objects.get(contents))
      const text = textOf(content, (name) => unicodeOf(named.get(name) ?? ''))
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/(?<=\w)- (?=\w)/g, '-')
        .trimStart()
      return { text, right: rightOf(content) }
    })
}

/** The tags of a PDF written by pdfkit, as in `Document(H1 P Table(TR(TH TH) TR(TD TD)))`. */
export function structureOf(pdf: Buffer): string {
  const objects = readObjects(pdf)
  const elementsOf = (id: string): string => {
    const head = objects.get(id)?.head ?? ''
    const tag = /\/S \/(\w+)/.exec(head)?.[1]
    if (!tag) return ''
    const list = /\/K \[([^\]]*)\]/.exec(head)?.[1] ?? ''
    const within = [...list.matchAll(/(\d+) 0 R/g)].map(([, kid = '']) => elementsOf(kid)).filter(Boolean)
    return within.length > 0 ? `${tag}(${within.join(' ')})` : tag
  }
  const root = [...objects.values()].find(({ head }) => /\/Type \/StructTreeRoot/.test(head))?.head ?? ''
  return elementsOf(/\/K \[(\d+) 0 R\]/.exec(root)?.[1] ?? '')
}

type PdfObject = { head: string; stream: Buffer | null }

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1')
  const found = new Map<string, PdfObject>()
  for (const match of text.matchAll(/^(\d+) 0 obj\n/gm)) {
    const begin = match.index + match[0].length
    const end = text.indexOf('endobj', begin)
    const stream = text.indexOf('stream\n', begin)
    const hasStream = stream !== -1 && stream < end
    const head = text.slice(begin, hasStream ? stream : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    found.set(match[1] ?? '', { head, stream: hasStream ? pdf.subarray(stream + 7, stream + 7 + length) : null })
  }
  return found
}

const streamOf = (object: PdfObject | undefined): string => {
  if (!object?.stream) return ''
  return (/\/FlateDecode/.test(object.head) ? inflateSync(object.stream) : object.stream).toString('latin1')
}

/** Ranges of pdfkit are `<0000> <00ff> [<0041> <0042> …]`; those of Chromium `<0014> <0018> <0031>`, single signs `<0003> <0020>`. */
function readUnicode(table: string): Map<number, string> {
  const known = new Map<number, string>()
  for (const [, from = '', list = ''] of table.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    const first = Number.parseInt(from, 16)
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]+)>/gi)].entries())
      known.set(first + index, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
  }
  for (const [, from = '', until = '', to] of table.matchAll(/^<([0-9a-f]+)> <([0-9a-f]+)>(?: <([0-9a-f]+)>)?$/gim)) {
    const [first, last] = [from, to === undefined ? from : until].map((hex) => Number.parseInt(hex, 16)) as [number, number]
    const sign = Number.parseInt(to ?? until, 16)
    for (let glyph = first; glyph <= last; glyph++) known.set(glyph, String.fromCodePoint(sign + glyph - first))
  }
  return known
}

function textOf(content: string, unicodeOf: (font: string) => Map<number, string>): string {
  let font = new Map<number, string>()
  let text = ''
  for (const [all, name, , list, glyph] of content.matchAll(/\/(F\d+) [\d.]+ (Tf)|(\[[^\]]*\]) TJ|(<[0-9A-F]+>) Tj|^(?:BT)$/gm)) {
    if (name) font = unicodeOf(name)
    for (const [, hex = ''] of (list ?? glyph ?? '').matchAll(/<([0-9a-f]+)>/gi))
      for (let at = 0; at < hex.length; at += 4) text += font.get(Number.parseInt(hex.slice(at, at + 4), 16)) ?? ''
    if (all.endsWith('TJ') || all === 'BT') text += ' '
  }
  return text
}

/** Text matrices of Chromium only scale and move. */
function rightOf(content: string): number {
  let at = { scale: 1, x: 0 }
  const saved: (typeof at)[] = []
  let [text, right] = [0, 0]
  for (const [, numbers = '', operator] of content.matchAll(/((?:-?[\d.]+ )*)(q|Q|cm|Tm|Td)\b/g)) {
    const values = numbers.trim().split(' ').map(Number)
    if (operator === 'q') saved.push(at)
    else if (operator === 'Q') at = saved.pop() ?? at
    else if (operator === 'cm') at = { scale: at.scale * (values[0] ?? 1), x: at.x + at.scale * (values[4] ?? 0) }
    else {
      text = operator === 'Tm' ? (values[4] ?? 0) : text + (values[0] ?? 0)
      right = Math.max(right, at.x + at.scale * text)
    }
  }
  return right
}
