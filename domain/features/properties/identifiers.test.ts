import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { changedShape } from '../../fields/fields.schemas.ts'
import { readCodes } from '../../fields/fields.ts'
import { sentCode } from '../../fields/form-values.ts'
import {
  identifierFields,
  notBanded,
  readEpcNumber,
  readTaxBand,
  readTitleNumber,
  readUprn,
  searchedIdentifiers,
} from './identifiers.fields.ts'

const body = z.strictObject(changedShape(identifierFields))
const digits = (least: number, most = least) => fc.stringMatching(new RegExp(`^\\d{${least},${most}}$`))
const spaced = (text: string) =>
  fc
    .array(fc.nat(text.length), { maxLength: 4 })
    .map((places) => places.toSorted((a, b) => b - a).reduce((now, at) => `${now.slice(0, at)} ${now.slice(at)}`, text))

test('a UPRN has 1 to 12 digits after removing spaces and leading zeros', () => {
  const uprn = fc.integer({ min: 1, max: 999_999_999_999 }).map(String)
  fc.assert(
    fc.property(
      uprn.chain((of) => fc.tuple(fc.constant(of), fc.nat(5), spaced(of))),
      ([of, zeros, typed]) => {
        expect(readUprn('0'.repeat(zeros) + typed)).toBe(of)
        expect(readUprn(of)).toBe(of)
      },
    ),
  )
  for (const wrong of ['', '0', '000', '1234567890123', '12a', '-1', '1.5', '1e5']) expect(readUprn(wrong)).toBe(null)
})

test('a title number is in capitals, without spaces', () => {
  const title = fc.stringMatching(/^[A-Z]{0,3}\d{1,6}[ZT]?$/)
  fc.assert(
    fc.property(
      title.chain((of) => fc.tuple(fc.constant(of), spaced(of.toLowerCase()))),
      ([of, typed]) => {
        expect(readTitleNumber(typed)).toBe(of)
      },
    ),
  )
  expect(readTitleNumber('BK 123456')).toBe('BK123456')
  for (const wrong of ['', 'BK', 'ABCD1', 'BK1234567', '12X', 'BK-12']) expect(readTitleNumber(wrong)).toBe(null)
})

test('an EPC number is taken with hyphens, without them, and from an address of the register', () => {
  fc.assert(
    fc.property(digits(20), (of) => {
      const number = of.match(/\d{4}/g)?.join('-')
      for (const typed of [
        of,
        number ?? '',
        ` ${number} `,
        `https://find-energy-certificate.service.gov.uk/energy-certificate/${number}?print=true`,
      ])
        expect(readEpcNumber(typed)).toBe(number)
    }),
  )
  fc.assert(
    fc.property(
      digits(1, 30).filter(({ length }) => length !== 20),
      (wrong) => readEpcNumber(wrong) === null,
    ),
  )
  expect(readEpcNumber('https://find-energy-certificate.service.gov.uk/find-a-certificate/12345678901234567890')).toBe(null)
})

test('a band is a letter from A to I, or Not banded', () => {
  for (const typed of ['d', 'D', 'Band D', 'band: d', 'Council Tax Band D']) expect(readTaxBand(typed)).toBe('D')
  for (const typed of ['Not banded', 'not-banded', 'unbanded']) expect(readTaxBand(typed)).toBe(notBanded)
  for (const wrong of ['', 'J', 'AA', '4', 'Band']) expect(readTaxBand(wrong)).toBe(null)
})

test('whatever is read once is read again as it is', () => {
  const texts = fc.oneof(fc.string(), digits(1, 22), fc.stringMatching(/^[a-z]{0,3} ?\d{1,6}[zt]?$/))
  fc.assert(
    fc.property(texts, (text) => {
      for (const read of [readUprn, readTitleNumber, readEpcNumber, readTaxBand]) {
        const once = read(text)
        if (once !== null) expect(read(once)).toBe(once)
      }
    }),
  )
})

test('a body has identifiers in any form and keeps their one form; "13 digits, 0, letters, 19 digits: 400 in words"', () => {
  const sent = {
    uprn: ' 0100 023 336 956',
    titleNumbers: ['bk 123456', 'BK123456', 'BK7'],
    epcNumber: '12345678901234567890',
    councilTaxBand: 'band d',
  }
  expect(body.parse(sent)).toEqual({
    uprn: '100023336956',
    titleNumbers: ['BK123456', 'BK7'],
    epcNumber: '1234-5678-9012-3456-7890',
    councilTaxBand: 'D',
  })
  expect(body.parse({ uprn: null, titleNumbers: [] })).toEqual({ uprn: null, titleNumbers: [] })
  for (const wrong of [
    { uprn: '1234567890123' },
    { uprn: '0' },
    { uprn: 'abc' },
    { uprn: 'x'.repeat(300) },
    { epcNumber: '1'.repeat(19) },
    { titleNumbers: ['?'] },
    { titleNumbers: Array.from({ length: 11 }, (_, at) => `BK${at}`) },
    { councilTaxBand: 'J' },
  ]) {
    const [field = 'uprn'] = Object.keys(wrong) as (keyof typeof identifierFields)[]
    expect(body.safeParse(wrong).error?.issues).toMatchObject([{ path: [field], message: identifierFields[field].ask }])
  }
})

test('codes are typed with commas, semicolons or line breaks between them', () => {
  expect(readCodes(identifierFields.titleNumbers, 'bk1; BK2,\nBK1;')).toEqual(['BK1', 'BK2'])
  expect(readCodes(identifierFields.titleNumbers, 'bk1; what')).toBe(null)
  expect(sentCode(identifierFields.titleNumbers, 'bk 1, what')).toEqual(['bk 1', ' what'])
  expect(sentCode(identifierFields.uprn, ' ')).toBe(null)
  expect(sentCode(identifierFields.uprn, 'x')).toBe('x')
})

test.each([
  ['0100 023 336 956', { uprn: '100023336956' }],
  ['bk 123456', { titleNumber: 'BK123456' }],
  ['27', { uprn: '27', titleNumber: '27' }],
  ['12345678901234567890', { epcNumber: '1234-5678-9012-3456-7890' }],
  ['1234-5678-9012-3456-7890', { epcNumber: '1234-5678-9012-3456-7890' }],
  ['2 Number Row', {}],
  ['RG30 6ZZ', {}],
  ['Band D', {}],
  ['+44 7700 900191', {}],
  ['', {}],
])('a searched text is read as a whole: %s', (typed, read) => {
  expect(searchedIdentifiers(typed)).toEqual({ uprn: null, titleNumber: null, epcNumber: null, ...read })
})
