import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { textForPrint, unprintableCharacters } from '@gya/domain/common/unprintable-characters.ts'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { printable, printableTable } from './printable.ts'
import type { PdfTable } from './table.ts'

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
    const printed = textForPrint(sign).replace('\n', '').codePointAt(0)
    if (unprintableCharacters(sign).length === 0 && printed !== undefined && !glyphs.has(printed))
      missing.push(point.toString(16))
  }
  expect(missing).toEqual([])
})

test.each([
  ['an emoji', 'Flat 1 🏠 Mill House', 'Flat 1 [?] Mill House'],
  ['an emoji of several code points', '👨‍👩‍👧!', '[?]!'],
  ['Chinese', '7 北京 Road', '7 [?][?] Road'],
  ['Arabic with marks', 'أَمل', '[?][?][?]'],
  ['a letter with marks that no font joins', 'x\u0336\u0337y', '[?]y'],
  ['a lone surrogate', 'a\ud800b', 'ab'],
  ['a control character', 'a\u0007b', 'ab'],
  ['marks of direction', 'Flat \u202e1\u200f', 'Flat 1'],
  ['Hebrew in English', 'Flat 1 דוד House', 'Flat 1 [?][?][?] House'],
  ['Windows line breaks and tabs', 'a\r\nb\tc', 'a\nb    c'],
  ['Zoë with a combining mark', 'Zoe\u0308', 'Zoë'],
])('printable: %s', (_what, text, printed) => {
  expect(printable(text)).toBe(printed)
  expect(unprintableCharacters(printable(text))).toEqual([])
})

test('printableTable: every text of a table', () => {
  const odd = '🏠'
  const table: PdfTable = {
    page: 'A4',
    title: odd,
    subtitle: odd,
    figures: [[odd, odd]],
    legend: [{ text: odd }],
    columns: [{ heading: odd, group: odd, width: 100 }],
    rows: [{ cells: [{ text: odd }, { text: [{ text: odd, bold: true }, { text: ' RG30 6ZZ' }] }] }],
    emptyText: odd,
    footer: odd,
  }
  expect(JSON.stringify(printableTable(table))).not.toContain(odd)
})
