import { expect, test } from 'vitest'
import { listCharacters, unprintableCharacters } from './unprintable-characters.ts'

test.each([
  ['British', 'Zoë O’Neill & Sons – “The Lark Rooms” £285,000 • 50 % ½'],
  ['Polish, Czech, Turkish, Romanian', 'Żółć Łódź Dvořák Şahin Țepeș'],
  ['Vietnamese', 'Nguyễn Thị Hằng'],
  ['Greek', 'Ωμέγα Παπαδόπουλος'],
  ['Russian, Ukrainian, Serbian, Kazakh', 'Жизнь Їжак Ђорђе Әлем'],
  ['decomposed letters', 'Zoe\u0308 Lo\u0301pez'],
  ['several lines', 'One\n\tTwo\u2028Three'],
  ['signs that nobody sees', 'Mill\u00AD House\u200B\u200D ©\uFE0F'],
  ['nothing', ''],
])('unprintableCharacters: nothing in %s', (_what, text) => {
  expect(unprintableCharacters(text)).toEqual([])
})

test.each([
  ['Chinese', 'Li 北京 京', ['北', '京']],
  ['Japanese', 'さくら', ['さ', 'く', 'ら']],
  ['Arabic', 'Amal أمل', ['أ', 'م', 'ل']],
  ['Hebrew', 'דוד', ['ד', 'ו']],
  ['an emoji of several code points', 'The Larks 👨‍👩‍👧!', ['👨‍👩‍👧']],
])('unprintableCharacters lists: %s', (_what, text, signs) => {
  expect(unprintableCharacters(text)).toEqual(signs)
})

test('listCharacters: at most twelve characters are listed', () => {
  const signs = [...'日月火水木金土山川田人口車門']
  expect(listCharacters(signs.slice(0, 2))).toBe('日 月')
  expect(listCharacters(signs)).toBe('日 月 火 水 木 金 土 山 川 田 人 口 and 2 more')
})
