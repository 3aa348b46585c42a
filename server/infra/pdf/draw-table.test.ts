import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrapText } from './draw-table.ts'

/** Fake metrics: the width of a letter depends on its position in the alphabet; bold letters are half as wide again. */
const measure = (text: string, isBold: boolean) =>
  [...text].reduce((sum, letter) => sum + 1 + ((letter.codePointAt(0) ?? 0) % 5), 0) * (isBold ? 1.5 : 1)

const text = fc.stringMatching(/^[a-zŁЖ日🏡 -]{0,40}$/u)
const runs = fc.array(fc.record({ text, bold: fc.boolean() }), { minLength: 1, maxLength: 4 })
const letters = (text: string) => text.replaceAll(' ', '')

test('wrapText keeps all text in order', () => {
  fc.assert(
    fc.property(runs, fc.integer({ min: 12, max: 120 }), (pieces, width) => {
      const lines = wrapText(pieces, width, measure)
      const all = lines.flatMap((line) => line.runs.map((run) => run.text)).join('')
      expect(letters(all)).toBe(letters(pieces.map((piece) => piece.text).join('')))
    }),
  )
})

test('wrapText makes no line wider than its cell, apart from a trailing space, and positions runs one after the other', () => {
  fc.assert(
    fc.property(runs, fc.integer({ min: 12, max: 120 }), (pieces, width) => {
      for (const line of wrapText(pieces, width, measure)) {
        let at = 0
        for (const run of line.runs) {
          expect(run.at).toBeCloseTo(at)
          at += measure(run.text, run.bold ?? false)
        }
        const last = line.runs.at(-1)
        const trailing = last ? measure(last.text, last.bold ?? false) - measure(last.text.trimEnd(), last.bold ?? false) : 0
        expect(at - trailing).toBeLessThanOrEqual(width + 0.001)
      }
    }),
  )
})

test('wrapText breaks after a space or a hyphen, and a word wider than the line anywhere', () => {
  const linesOf = (text: string, width: number) =>
    wrapText([{ text }], width, (piece) => [...piece].length).map((line) => line.runs.map((run) => run.text).join(''))
  expect(linesOf('1 Long Barn Road', 11)).toEqual(['1 Long Barn ', 'Road'])
  expect(linesOf('Placeholder-on-Sea', 12)).toEqual(['Placeholder-', 'on-Sea'])
  expect(linesOf('WWWWWWWW', 3)).toEqual(['WWW', 'WWW', 'WW'])
  expect(linesOf('', 3)).toEqual([''])
})
