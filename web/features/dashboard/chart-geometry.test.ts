import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gridLines, sparkBox, sparkPoints, svgPath } from './chart-geometry.ts'

describe('sparkPoints', () => {
  test('puts the oldest value left, the highest on top, the lowest at the bottom', () => {
    expect(sparkPoints([0, 5, 10, 5, 0, 10])).toEqual([
      { x: 2, y: 17 },
      { x: 12.4, y: 10 },
      { x: 22.8, y: 3 },
      { x: 33.2, y: 10 },
      { x: 43.6, y: 17 },
      { x: 54, y: 3 },
    ])
  })

  test('draws equal values through the middle', () => {
    expect(sparkPoints([4, 4, 4]).map(({ y }) => y)).toEqual([10, 10, 10])
  })

  test('skips unknown values and keeps the position of the others', () => {
    expect(sparkPoints([null, null, null, null, 1, 2]).map(({ x }) => x)).toEqual([43.6, 54])
    expect(sparkPoints([null, null])).toEqual([])
    expect(svgPath([])).toBe('')
  })

  test('stays within the box for random values', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })), { maxLength: 6 }), (values) => {
        for (const { x, y } of sparkPoints(values)) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(sparkBox.width)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(sparkBox.height)
        }
      }),
    )
  })
})

describe('gridLines', () => {
  test.each([
    ['nothing at all', [0, 0], [0]],
    ['nothing known', [null, null], [0]],
    ['one', [1], [0, 1]],
    ['three', [3, 1], [0, 1, 2, 3]],
    ['a dozen', [12, 9], [0, 5, 10, 15]],
    ['a percentage', [98.1, 97.4], [0, 25, 50, 75, 100]],
    ['fees', [31_240.5, 20_000], [0, 10_000, 20_000, 30_000, 40_000]],
    ['the smallest number there is', [Number.MIN_VALUE], [0, 1]],
  ])('of %s', (_what, values, lines) => expect(gridLines(values)).toEqual(lines))

  test('are at most five, whole, evenly spaced, and cover every value', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 6 }), (values) => {
        const lines = gridLines(values)
        expect(lines.length).toBeLessThanOrEqual(5)
        expect(lines.every((line, nth) => Number.isInteger(line) && line === nth * (lines[1] ?? 0))).toBe(true)
        expect(Math.max(...values)).toBeLessThanOrEqual(lines.at(-1) ?? 0)
      }),
    )
  })
})
