import { fileTypeFromBuffer } from 'file-type'

export type FileKind = 'csv' | 'xlsx' | 'blm' | 'zip'

/** "The kind is told by content; XLS, XML, PDF and encrypted files are refused by name." [connect §1.2](docs/design/connect.md#1.2). */
export async function fileKindOf(start: Buffer): Promise<FileKind | { refusal: string }> {
  const type = await fileTypeFromBuffer(start)
  if (type?.ext === 'xlsx') return 'xlsx'
  if (type?.ext === 'zip') return 'zip'
  if (type?.ext === 'cfb') return { refusal: refusalOfCompoundFile(start) }
  if (type !== undefined && type.mime !== 'text/plain')
    return { refusal: refusals[type.ext] ?? `This is a ${type.ext.toUpperCase()} file. ${saveAs}` }
  return kindOfText(textAtStart(start))
}

const saveAs = 'Save it as .xlsx or .csv.'
const appleDocument = 'This is an Apple Numbers or Pages document. Export it as .xlsx or .csv.'

const refusals: Readonly<Record<string, string>> = {
  xml: `This is an XML file. ${saveAs}`,
  pdf: 'This is a PDF. GYA reads tables: .xlsx, .csv or .blm.',
  docx: `This is a Word document. ${saveAs}`,
  doc: `This is a Word document. ${saveAs}`,
  xlsm: `This is an Excel workbook with macros (.xlsm). ${saveAs}`,
  numbers: appleDocument,
  pages: appleDocument,
  ods: `This is an OpenDocument spreadsheet. ${saveAs}`,
  rtf: `This is a text document (RTF). ${saveAs}`,
  gz: 'This is a compressed file (gzip). Unpack it first.',
  rar: 'This is a RAR archive. Unpack it first.',
  '7z': 'This is a 7-Zip archive. Unpack it first.',
  sqlite: 'This is a database file (SQLite). Export its tables as .csv.',
}

/** What an archive is by the names of its files: `file-type` looks only at the first of them. */
export function kindOfArchive(names: readonly string[]): 'xlsx' | 'zip' | { refusal: string } {
  const has = (name: RegExp): boolean => names.some((one) => name.test(one))
  if (names.length === 0) return { refusal: 'This ZIP is empty.' }
  if (has(/^xl\/workbook\.bin$/i)) return { refusal: `This is a binary Excel workbook (.xlsb). ${saveAs}` }
  if (has(/(^|\/)(index\/document\.iwa|index\.zip|index\.apxl)$/i)) return { refusal: appleDocument }
  return has(/^\[content_types\]\.xml$/i) && has(/(^|\/)workbook\.xml$/i) ? 'xlsx' : 'zip'
}

/** Old Excel files and encrypted new ones are OLE compound files; the names of their streams are UTF-16. */
function refusalOfCompoundFile(start: Buffer): string {
  if (start.includes(Buffer.from('EncryptedPackage', 'utf16le')))
    return 'This file is protected with a password. Save it without one.'
  if (start.includes(Buffer.from('WordDocument', 'utf16le'))) return `This is an old Word document. ${saveAs}`
  return `This is an old Excel file. ${saveAs}`
}

function textAtStart(start: Buffer): string {
  const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  const decoder = new TextDecoder(isUtf16 ? (start[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8')
  return decoder.decode(start).trimStart()
}

function kindOfText(text: string): FileKind | { refusal: string } {
  if (text.startsWith('#HEADER#')) return 'blm'
  if (/^<(\?xml|[a-z][\w:-]*[\s>])/i.test(text))
    return {
      refusal: /^<(!doctype html|html|table|body)/i.test(text)
        ? `This is a web page, not a spreadsheet, whatever its name. ${saveAs}`
        : `This is an XML file. ${saveAs}`,
    }
  if (/^<!doctype html/i.test(text)) return { refusal: `This is a web page, not a spreadsheet, whatever its name. ${saveAs}` }
  if (/^[[{]\s*(["{[\]}]|$)/.test(text)) return { refusal: `This is a JSON file. ${saveAs}` }
  if (/^ID;P(WXL|XL|SCALC3|CALCOOO32)\b/.test(text)) return { refusal: `This is a SYLK file. ${saveAs}` }
  if (/^TABLE\r?\n0,1\r?\n/.test(text)) return { refusal: `This is a DIF file. ${saveAs}` }
  return 'csv'
}
