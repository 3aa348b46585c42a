import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('canonicalJson: the example of RFC 8785, section 3.2.2', () => {
  const input = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\u0022/",
    literals: [null, true, false],
  }
  expect(canonicalJson(input)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('canonicalJson: sorts members by UTF-16 code units (RFC 8785, section 3.2.3)', () => {
  const input = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  }
  expect(JSON.parse(canonicalJson(input))).toEqual(input)
  expect([...canonicalJson(input).matchAll(/":"([A-Z]\w+)/g)].map(([, word]) => word)).toEqual([
    'Carriage',
    'One',
    'Control',
    'Latin',
    'Euro',
    'Emoji',
    'Hebrew',
  ])
})

test('canonicalJson: returns the same text for any order of members, and parses back to the same value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' })), (value) => {
      const turned = Object.fromEntries(Object.entries(value).toReversed())
      expect(canonicalJson(turned)).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('canonicalJson: refuses values that JSON cannot represent', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n, '\ud800', { '\udc00': 1 }, () => 1])
    expect(() => canonicalJson(value)).toThrow('JSON cannot hold')
})
