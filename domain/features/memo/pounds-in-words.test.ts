import { expect, test } from 'vitest'
import { poundsInWords } from './pounds-in-words.ts'

test.each([
  [28_500_000, 'Two hundred and eighty-five thousand pounds'],
  [28_535_000, 'Two hundred and eighty-five thousand, three hundred and fifty pounds'],
  [100_000_500, 'One million and five pounds'],
  [123_456_789, 'One million, two hundred and thirty-four thousand, five hundred and sixty-seven pounds and eighty-nine pence'],
  [100, 'One pound'],
  [0, 'Zero pounds'],
  [1_000_000_000_00, 'One thousand million pounds'],
])('poundsInWords: %d pence is %s', (pence, words) => {
  expect(poundsInWords(pence)).toBe(words)
})
