/**
 * BLM, the bulk format in which UK portals take property feeds, versions 3 and 3i: "delimiters from the header, records end at the
 * record sign, header required, `#END#` required, text sanitised, U+0080\u2013009F through Windows-1252."
 * [connect §1.2](docs/design/connect.md#1.2).
 */
export type BlmFile = { version: string; columns: string[]; records: BlmRecord[] }

/** `rowNo`: the line on which the record begins. `problem`: why it cannot be split into cells. */
export type BlmRecord = { rowNo: number; cells: string[]; problem: string | null }

/** Windows-1252 for U+0080 to U+009F; five of them are not assigned. */
const windows1252 =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178'

const throughWindows1252 = (text: string): string =>
  text.replace(/[\u0080-\u009F]/g, (sign) => windows1252[sign.charCodeAt(0) - 0x80] ?? '')

const settings = ['Version', 'EOF', 'EOR'] as const

/** Parses a file into columns and records, or returns why it cannot be read. */
export function parseBlm(source: string, mostColumns = 300): BlmFile | { problem: string } {
  const text = throughWindows1252(source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'))
  const marks = ['#HEADER#', '#DEFINITION#', '#DATA#'].map((mark) => text.indexOf(mark))
  const [header = -1, definition = -1, data = -1] = marks
  if (header === -1 || text.slice(0, header).trim() !== '')
    return { problem: 'A BLM file begins with #HEADER#. This one does not.' }
  if (definition < header) return { problem: 'This BLM file has no #DEFINITION#, which names its columns.' }
  if (data < definition) return { problem: 'This BLM file has no #DATA#.' }
  const end = text.lastIndexOf('\n#END#')
  if (end < data) return { problem: 'The file ends early: there is no #END# after its last record.' }

  const [version, fieldSign, recordSign] = settings.map((name) => settingOf(text.slice(header, definition), name))
  if (version === undefined || !/^3i?$/i.test(version))
    return { problem: `This is version ${version || '?'} of BLM. GYA reads 3 and 3i.` }
  if (!fieldSign || !recordSign || fieldSign === recordSign)
    return { problem: 'The header of this BLM file does not say which signs end a field (EOF) and a record (EOR).' }

  const definitionText = text.slice(definition + '#DEFINITION#'.length, data).trim()
  if (!definitionText.endsWith(recordSign)) return { problem: `The definition of this BLM file does not end with ${recordSign}.` }
  if (countOf(definitionText, fieldSign, mostColumns) > mostColumns)
    return { problem: `This BLM file names more than ${mostColumns} columns.` }
  const columns = withoutLastEmpty(definitionText.slice(0, -recordSign.length).split(fieldSign)).map((name) =>
    name.trim().toUpperCase(),
  )
  return {
    version,
    columns,
    records: recordsOf(text, data + '#DATA#'.length, end, { fieldSign, recordSign, width: columns.length }),
  }
}

/** `EOF : '^'` \u2192 `^`. */
const settingOf = (header: string, name: string): string | undefined =>
  new RegExp(`^[ \\t]*${name}[ \\t]*:[ \\t]*(.*?)[ \\t]*$`, 'im').exec(header)?.[1]?.replace(/^(['"])(.*)\1$/, '$2')

/** Each field ends with the field sign: splitting gives an empty last element, which is dropped. */
const withoutLastEmpty = (parts: string[]): string[] => (parts.at(-1)?.trim() === '' ? parts.slice(0, -1) : parts)

type Signs = { fieldSign: string; recordSign: string; width: number }

function recordsOf(text: string, from: number, end: number, { fieldSign, recordSign, width }: Signs): BlmRecord[] {
  const records: BlmRecord[] = []
  let line = lineBreaks(text, 0, from) + 1
  for (let start = from; start < end; ) {
    const close = text.indexOf(recordSign, start)
    const stop = close === -1 || close > end ? end : close
    const body = text.slice(start, stop)
    const content = body.trim()
    if (content !== '') {
      const lead = body.length - body.trimStart().length
      // A few parts more than a record should have show that it has too many.
      const parts = content.split(fieldSign, width + 3)
      const cells = parts.length > width ? withoutLastEmpty(parts) : parts
      const values = parts.length > width + 2 ? `more than ${width + 1}` : cells.length
      records.push({
        rowNo: line + lineBreaks(body, 0, lead),
        cells,
        problem:
          stop === end
            ? `This record does not end with ${recordSign}.`
            : cells.length === width
              ? null
              : `This record has ${values} values, the definition ${width}.`,
      })
    }
    line += lineBreaks(text, start, stop)
    start = stop + recordSign.length
  }
  return records
}

/** How often a sign occurs, counted up to one more than `most`. */
function countOf(text: string, sign: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1 && count <= most; at = text.indexOf(sign, at + sign.length)) count += 1
  return count
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
