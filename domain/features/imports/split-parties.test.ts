import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitParties } from './split-parties.ts'

const isTown = (name: string): boolean => ['Reading', 'Milton Keynes'].includes(name)
const split = (names: readonly string[], firms: readonly string[] = []) =>
  Object.fromEntries([...splitParties(names, { firms, isTown })].map(([name, { firm, person }]) => [name, [person, firm]]))

describe('a person and a firm in one cell', () => {
  test('are read in every order in which agencies write them', () => {
    const sarah = ['Sarah', 'Quill Law']
    const names = ['Sarah at Quill Law', 'Sarah @ Quill Law', 'Quill Law - Sarah', 'Quill Law – Sarah', 'Sarah, Quill Law']
    const more = ['Quill Law (Sarah)', 'Sarah (Quill Law)', 'Quill Law / Sarah', 'Sarah - Quill Law', 'Quill Law: Sarah']
    expect(split(['Quill Law', ...names, ...more])).toEqual(Object.fromEntries([...names, ...more].map((name) => [name, sarah])))
    expect(split(['Quill Law, Mrs Sarah Bell', "Kit O'Dell at Heron's"])).toEqual({
      'Quill Law, Mrs Sarah Bell': ['Mrs Sarah Bell', 'Quill Law'],
      "Kit O'Dell at Heron's": ["Kit O'Dell", "Heron's"],
    })
  })

  test('are told apart by a firm that stands alone elsewhere, is known, or has several people', () => {
    expect(split(['Otterweir', 'Otterweir - Tom'])).toEqual({ 'Otterweir - Tom': ['Tom', 'Otterweir'] })
    expect(split(['Sarah, Otter & Weir', 'Otter and Weir LLP'])).toEqual({ 'Sarah, Otter & Weir': ['Sarah', 'Otter & Weir'] })
    expect(split(['Otterweir - Tom'], ['Otterweir LLP'])).toEqual({ 'Otterweir - Tom': ['Tom', 'Otterweir'] })
    expect(split(['Otterweir - Tom', 'Otterweir (Ann Reed)'])).toEqual({
      'Otterweir - Tom': ['Tom', 'Otterweir'],
      'Otterweir (Ann Reed)': ['Ann Reed', 'Otterweir'],
    })
  })

  test.each([
    ['Otterweir - Tom'],
    ['Quill Law, Reading', 'Quill Law - Milton Keynes', 'Quill Law (Reading)', 'Quill Law, Caversham', 'Quill Law, Lower Earley'],
    ['Badger, Sett & Co', 'Smith, Jones and Reed', 'Quill Law - Head office', 'Heron Legal - Quill Law', 'Badger-Sett LLP'],
    ['Pike at Law LLP, Reading', 'Quill Law - 0118 496 0212', 'Sarah', 'Quill Law', ''],
  ])('one firm stays one firm: %s', (...names) => {
    expect(split(names)).toEqual({})
  })

  test('a name that is a firm as a whole is not split', () => {
    expect(split(['Quill Law - Sarah'], ['Quill Law - Sarah'])).toEqual({})
  })

  test('does not depend on the order of the names', () => {
    const words = fc.constantFrom('Quill Law', 'Sarah', 'Tom Reed', 'Otterweir', 'Reading')
    const names = fc.array(fc.tuple(words, fc.constantFrom(' at ', ' - ', ', ', ''), words).map((parts) => parts.join('')))
    fc.assert(
      fc.property(names, (all) => {
        expect(split(all.toReversed())).toEqual(split(all))
      }),
    )
  })
})
