import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findRepeatedMember } from './repeated-member.ts'

describe('findRepeatedMember', () => {
  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"address":{"town":"A","town":"B"}}', 'address.town'],
    ['[{"a":1},{"b":[1,{"c":1,"c":2}]}]', '1.b.1.c'],
    ['{"a":{"b":1},"b":{"a":1},"a":3}', 'a'],
    ['{"":1,"":2}', ''],
  ])('%s repeats %s', (text, path) => expect(findRepeatedMember(text)).toBe(path))

  test.each([
    '{"a":1,"A":2}',
    '{"a":"a","b":"a"}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":1}}}',
    '{"x":"\\"a\\":1,\\"a\\":2"}',
    '"a"',
    '1',
  ])('%s repeats none', (text) => expect(findRepeatedMember(text)).toBeNull())

  test('what JSON.stringify writes repeats none', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(findRepeatedMember(JSON.stringify(value))).toBeNull()
      }),
    )
  })

  test('any member written twice is found', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (members) => {
        const [name = ''] = Object.keys(members)
        const text = `{${JSON.stringify(members).slice(1, -1)},${JSON.stringify(name)}:null}`
        expect(findRepeatedMember(text)).toBe(name)
      }),
    )
  })
})
