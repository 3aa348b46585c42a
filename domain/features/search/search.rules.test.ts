import { expect, test } from 'vitest'
import { excerptOf, otherSpelling, searchedDigits, searchWords } from './search.rules.ts'

test('searchWords: lower case, without commas, without duplicates', () => {
  expect(searchWords('  27  Ash Rd, ash ')).toEqual(['27', 'ash', 'rd'])
})

test('otherSpelling: street names and their abbreviations', () => {
  expect(['rd', 'road', 'ash'].map(otherSpelling)).toEqual(['road', 'rd', null])
})

test.each([
  ['07700900191', '7700900191'],
  ['07700 900191', '7700900191'],
  ['+44 7700 900191', '7700900191'],
  ['+44 (0)118 496 0201', '1184960201'],
  ['0044 118 496 0201', '1184960201'],
  ['900191', '900191'],
  ['441234', '441234'],
])('"Telephone numbers match by their digits": %s', (text, digits) => {
  expect(searchedDigits(text)).toBe(digits)
})

test.each(['27', '12/11', 'ash 270', '12345', 'RG30 6ZZ'])('%s is not a telephone number', (text) => {
  expect(searchedDigits(text)).toBeNull()
})

test('excerptOf: text around the hit, truncated between words', () => {
  const message = `${'Nothing of note here. '.repeat(5)}Ms Primrose waits for the pack\nbefore she ${'signs anything at all. '.repeat(10)}`
  const excerpt = excerptOf(message, ['prim'])
  expect(excerpt).toMatch(/^…\w/)
  expect(excerpt).toContain('Ms Primrose waits for the pack before she')
  expect(excerpt).toMatch(/\w…$|\.…$/)
  expect(excerpt.length).toBeLessThan(180)
  expect(excerptOf('Short note', ['note'])).toBe('Short note')
  expect(excerptOf('x'.repeat(500), ['x'])).toHaveLength(101)
  const astral = excerptOf(`${'🏠'.repeat(60)} ${'word '.repeat(10)}Zoë O’Neill rang`, ['oneill'])
  expect(astral).toMatch(/^…word .*Zoë O’Neill rang$/)
})
