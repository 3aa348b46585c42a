import { describe, expect, test } from 'vitest'
import { acceptOf, documentKinds, imageKinds, logoKinds, maxFileBytes, textKindOf, whyNotUpload } from './files.ts'

describe('A chosen file is refused before it is sent where its name and length tell', () => {
  test.each([
    ['a logo', 'logo.PNG', 1, logoKinds, null],
    ['a photo as a logo', 'logo.webp', 1, logoKinds, 'FILE_NOT_ALLOWED'],
    ['a photo', 'front.garden.webp', 1, imageKinds, null],
    ['a drawing with scripts', 'drawing.svg', 1, imageKinds, 'FILE_NOT_ALLOWED'],
    ['a name without an ending', 'jpeg', 1, imageKinds, 'FILE_NOT_ALLOWED'],
    ['a contract', 'Contract.pdf', 1, documentKinds, null],
    ['an empty file', 'logo.png', 0, logoKinds, 'FILE_MISSING'],
    ['as much as is taken', 'logo.png', maxFileBytes, logoKinds, null],
    ['one byte more', 'logo.png', maxFileBytes + 1, logoKinds, 'FILE_TOO_LARGE'],
  ] as const)('%s', (_what, name, size, kinds, why) => {
    expect(whyNotUpload({ name, size }, kinds)).toBe(why)
  })
})

test('"The company logo accepts only jpeg, jpg and png"', () => {
  expect(acceptOf(logoKinds)).toBe('.jpeg,.jpg,.png')
})

test('text is taken as what its ending says, where text is allowed at all', () => {
  expect(textKindOf('list.CSV', documentKinds)).toBe('text/csv')
  expect(textKindOf('page.html', documentKinds)).toBeNull()
  expect(textKindOf('list.csv', imageKinds)).toBeNull()
})
