import { expect, test } from 'vitest'
import { showDocumentSize } from './documents.rules.ts'

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [1499, '1 KB'],
  [1500, '2 KB'],
  [284_912, '285 KB'],
  [20_971_520, '20,972 KB'],
])('showDocumentSize: under 1000 shows bytes; above that, whole kilobytes: %d is %s', (bytes, shown) => {
  expect(showDocumentSize(bytes)).toBe(shown)
})
