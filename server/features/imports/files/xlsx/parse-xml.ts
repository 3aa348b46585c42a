import { StringDecoder } from 'node:string_decoder'
import { unreadable } from '../import-file-error.ts'

/** Names are without namespace prefix. `text` is called for each piece of text, several times for a long one. */
export type XmlHandler = {
  open: (name: string, attributes: string) => void
  close: (name: string) => void
  text: (text: string) => void
}

/** Maximum length of a tag or comment. Excel's longest tags have a few thousand characters. */
const maxTagLength = 1_000_000
const maxEntityLength = 12

const unusual = (what: string): Error =>
  unreadable(`This workbook ${what}. Open it in Excel and save it again, or save it as .csv.`)

/**
 * Reads XML in one pass, without recursion and without storing the document. Entities are not declared in workbooks: a document type
 * is refused. Memory is limited by the longest tag.
 */
export async function parseXml(stream: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  let decoder: StringDecoder | null = null
  let rest = ''
  for await (const chunk of stream) {
    decoder ??= decoderOf(chunk)
    rest = parseChunk(rest + decoder.write(chunk), handler)
    if (rest.length > maxTagLength) throw unusual('has a tag that does not end')
  }
  if (rest.trim() !== '') throw unusual('is cut off or damaged')
}

function decoderOf(start: Buffer): StringDecoder {
  const isUtf16 = start[0] === 0xff && start[1] === 0xfe
  if (start[0] === 0xfe && start[1] === 0xff) throw unusual('is in an encoding (UTF-16, big-endian) that GYA does not read')
  return new StringDecoder(isUtf16 ? 'utf16le' : 'utf8')
}

/** Reports the complete tokens of the text and returns what is left. */
function parseChunk(text: string, handler: XmlHandler): string {
  let at = 0
  for (;;) {
    const tag = text.indexOf('<', at)
    if (tag === -1) {
      const amp = text.lastIndexOf('&')
      const until = amp >= at && text.length - amp < maxEntityLength ? amp : text.length
      if (until > at) handler.text(unescapeXml(text.slice(at, until)))
      return text.slice(until)
    }
    if (tag > at) handler.text(unescapeXml(text.slice(at, tag)))
    at = parseMarkup(text, tag, handler)
    if (at === -1) return text.slice(tag)
  }
}

/** Reports a tag, comment or CDATA section and returns the index after it; -1 if it is not complete. */
function parseMarkup(text: string, from: number, { open, close, text: addText }: XmlHandler): number {
  const after = (mark: string): number => {
    const end = text.indexOf(mark, from)
    return end === -1 ? -1 : end + mark.length
  }
  const next = text.charAt(from + 1)
  if (next === '?') return after('?>')
  if (next === '!') {
    if (text.length - from < '<![CDATA['.length) return -1
    if (text.startsWith('<!--', from)) return after('-->')
    if (!text.startsWith('<![CDATA[', from)) throw unusual('declares a document type, which no ordinary workbook does')
    const end = after(']]>')
    if (end !== -1) addText(text.slice(from + '<![CDATA['.length, end - ']]>'.length))
    return end
  }
  const end = tagEnd(text, from)
  if (end === -1) return -1
  if (next === '/') close(withoutPrefix(text.slice(from + 2, end).trim()))
  else {
    const isEmpty = text.charAt(end - 1) === '/'
    const body = text.slice(from + 1, isEmpty ? end - 1 : end)
    const cut = body.search(/\s/)
    const name = withoutPrefix(cut === -1 ? body : body.slice(0, cut))
    open(name, cut === -1 ? '' : body.slice(cut))
    if (isEmpty) close(name)
  }
  return end + 1
}

/** The index of the `>` that ends a tag. Attribute values may contain `>`. */
function tagEnd(text: string, from: number): number {
  let quote = 0
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (quote !== 0) quote = code === quote ? 0 : quote
    else if (code === 0x22 || code === 0x27) quote = code
    else if (code === 0x3e) return at
  }
  return -1
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

const patterns = new Map<string, RegExp>()

/** The value of an attribute, by its name without namespace prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = patterns.get(name) ?? new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  const [, double, single] = pattern.exec(attributes) ?? []
  const value = double ?? single
  return value === undefined ? undefined : unescapeXml(value)
}

/** A boolean of XML Schema. Writers also spell it in other ways. */
export const isTrue = (value: string | undefined): boolean => /^(1|true|t|yes|on)$/i.test(value?.trim() ?? '')

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Only the five entities of XML and numbers are replaced. */
const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:(amp|lt|gt|quot|apos)|#(x[\da-f]{1,6}|\d{1,7}));/gi, (all, name: string | undefined, code = '') =>
        name === undefined ? characterOf(Number(String(code).replace(/^x/i, '0x'))) : (entities[name.toLowerCase()] ?? all),
      )
    : text

const characterOf = (code: number): string => (code === 0 || code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code))
