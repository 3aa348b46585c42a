import { describe, expect, test } from 'vitest'
import { formatMoney, formatNumber, parseNumber, rangeError } from './number-field.tsx'

describe('parseNumber reads amounts as people type them', () => {
  test.each([
    ['285000', 285_000],
    ['285,000', 285_000],
    ['£1,250.50', 1250.5],
    [' £ 385 000 ', 385_000],
    ['285k', 285_000],
    ['1.2m', 1_200_000],
    ['.5', 0.5],
    ['12.', 12],
    ['-3', -3],
    ['0.07', 0.07],
  ])('%j is %d', (text, value) => {
    expect(parseNumber(text, 2)).toBe(value)
  })

  test.each(['', 'abc', '12.345', '1.2.3', '£', '--1', '1e5', 'Infinity', '9999999999999'])('parseNumber refuses %j', (text) => {
    expect(parseNumber(text, 2)).toBeUndefined()
  })

  test('parseNumber refuses more decimals than allowed instead of rounding', () => {
    expect(parseNumber('1.255', 3)).toBe(1.255)
    expect(parseNumber('1.255', 2)).toBeUndefined()
    expect(parseNumber('14.5', 0)).toBeUndefined()
  })
})

test('formatMoney shows no decimals or two', () => {
  expect([57_000, 1250.5, 0.07, 0].map(formatMoney)).toEqual(['57,000', '1,250.50', '0.07', '0'])
})

test('formatNumber shows nothing for NaN', () => {
  expect(formatNumber(Number.NaN, 2)).toBe('')
})

describe('rangeError names the limits', () => {
  test.each([
    [101, 0, 100, 'Enter a number from 0 to 100.'],
    [0, 1, undefined, 'Enter 1 or more.'],
    [1001, undefined, 1000, 'Enter 1000 or less.'],
    [50, 0, 100, undefined],
    [null, 1, 2, undefined],
    [Number.NaN, 1, 2, undefined],
  ])('%s in %s to %s', (value, min, max, words) => {
    expect(rangeError(value, min, max)).toBe(words)
  })
})
