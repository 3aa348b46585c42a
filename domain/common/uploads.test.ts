import { describe, expect, test } from 'vitest'
import {
  acceptAttribute,
  documentMediaTypes,
  imageMediaTypes,
  logoMediaTypes,
  maxFileBytes,
  textMediaType,
  whyNotUpload,
} from './uploads.ts'

describe('whyNotUpload checks name and size of a chosen file', () => {
  test.each([
    ['a logo', 'logo.PNG', 1, logoMediaTypes, null],
    ['a photo as a logo', 'logo.webp', 1, logoMediaTypes, 'FILE_NOT_ALLOWED'],
    ['a photo', 'front.garden.webp', 1, imageMediaTypes, null],
    ['an SVG with scripts', 'drawing.svg', 1, imageMediaTypes, 'FILE_NOT_ALLOWED'],
    ['a name without an extension', 'jpeg', 1, imageMediaTypes, 'FILE_NOT_ALLOWED'],
    ['a contract', 'Contract.pdf', 1, documentMediaTypes, null],
    ['an empty file', 'logo.png', 0, logoMediaTypes, 'FILE_MISSING'],
    ['the largest accepted size', 'logo.png', maxFileBytes, logoMediaTypes, null],
    ['one byte too many', 'logo.png', maxFileBytes + 1, logoMediaTypes, 'FILE_TOO_LARGE'],
  ] as const)('%s', (_what, name, size, kinds, why) => {
    expect(whyNotUpload({ name, size }, kinds)).toBe(why)
  })
})

test('"The company logo accepts only jpeg, jpg and png"', () => {
  expect(acceptAttribute(logoMediaTypes)).toBe('.jpeg,.jpg,.png')
})

test('textMediaType: text gets the media type of its extension, if allowed', () => {
  expect(textMediaType('list.CSV', documentMediaTypes)).toBe('text/csv')
  expect(textMediaType('page.html', documentMediaTypes)).toBeNull()
  expect(textMediaType('list.csv', imageMediaTypes)).toBeNull()
})
