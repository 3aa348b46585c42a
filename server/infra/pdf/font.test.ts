import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { unprintableCharacters } from '@gya/domain/common/unprintable-characters.ts'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { type PdfTable, tablePrintError } from './table.ts'

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')

/** The code points that a font file has glyphs for. */
function glyphsOf(file: string): Set<number> {
  const doc = new PDFDocument({ font: join(fonts, file) }) as unknown as { _font: { font: { characterSet: number[] } } }
  return new Set(doc._font.font.characterSet)
}

test.each(['Roboto-Regular.ttf', 'Roboto-Medium.ttf'])('Every printable character has a glyph in %s', (file) => {
  const glyphs = glyphsOf(file)
  const missing: string[] = []
  for (let point = 0x20; point <= 0xffff; point += 1) {
    const sign = String.fromCodePoint(point)
    if (sign.isWellFormed() && unprintableCharacters(sign).length === 0 && !glyphs.has(sign.normalize('NFC').codePointAt(0) ?? 0))
      missing.push(point.toString(16))
  }
  expect(missing).toEqual([])
})

const table: PdfTable = {
  page: 'A4',
  title: 'Workflow, Łódź',
  subtitle: 'All properties',
  figures: [],
  legend: [],
  columns: [{ heading: 'Address', group: '', width: 100 }],
  rows: [{ cells: [{ text: [{ text: '5 Жизнь Road', bold: true }, { text: ' RG30 6ZZ' }] }] }],
  emptyText: '',
  footer: 'Workflow report',
}

test('tablePrintError names the first text with characters that the font lacks', () => {
  expect(tablePrintError(table)).toBeNull()
  const odd = { cells: [{ text: '7 北京 Road' }] }
  expect(tablePrintError({ ...table, rows: [...table.rows, odd, odd] })).toBe(
    '“7 北京 Road” has characters that the PDF’s font does not have: 北 京. 1 more text has such characters.',
  )
})
