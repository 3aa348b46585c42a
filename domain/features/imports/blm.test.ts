import { describe, expect, test } from 'vitest'
import { parseBlm } from './blm.ts'
import { blmColumnsOf, blmMedia, readBlmRow } from './read-blm-row.ts'
import { mappingIssues } from './recognise-columns.ts'

const today = '2026-11-22'
const header = "#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n\n"
const record = {
  AGENT_REF: 'red_1',
  ADDRESS_1: '4 Mill Lane',
  ADDRESS_2: 'Larkmead',
  POSTCODE1: 'LK1',
  POSTCODE2: '1AA',
  BRANCH_ID: 'red',
  STATUS_ID: '0',
  BEDROOMS: '3',
  PRICE: '290000',
  PRICE_QUALIFIER: '5',
  CREATE_DATE: '2011-03-02 11:01:38',
  PUBLISHED_FLAG: '1',
  TENURE_TYPE_ID: '1',
  TRANS_TYPE_ID: '1',
}
const codes = { BRANCH_ID: { red: 'b1' } }
const read = (change: Record<string, string>) => readBlmRow(codes, { ...record, ...change }, { today })

describe('the file', () => {
  test('records are separated by the signs that the header defines, also across line breaks', () => {
    const text =
      "#HEADER#\r\nVersion : 3i\r\nEOF : '|'\r\nEOR : '\u00A6'\r\n\r\n#DEFINITION#\r\nA|b|\u00A6\r\n\r\n#DATA#\r\n1|two\r\nlines|\u00A6\r\n\r\n3|\u0093x\u0094|\u00A6\r\n4|\u00A6\r\n#END#\r\n"
    expect(parseBlm(text)).toEqual({
      version: '3i',
      columns: ['A', 'B'],
      records: [
        { rowNo: 10, cells: ['1', 'two\nlines'], problem: null },
        { rowNo: 13, cells: ['3', '\u201Cx\u201D'], problem: null },
        { rowNo: 14, cells: ['4', ''], problem: null },
      ],
    })
  })

  test.each([
    ['cut before #END#', `${header}#DEFINITION#\nA^~\n#DATA#\n1^~\n2^`, 'The file ends early'],
    ['without a header', 'A^B~', 'begins with #HEADER#'],
    ['without a definition', `${header}#DATA#\n1^~\n#END#`, 'no #DEFINITION#'],
    ['without signs', '#HEADER#\nVersion : 3\n#DEFINITION#\nA^~\n#DATA#\n#END#', 'which signs end a field'],
    ['of another version', "#HEADER#\nVersion : 2\nEOF : '^'\nEOR : '~'\n#DEFINITION#\nA^~\n#DATA#\n\n#END#", 'version 2 of BLM'],
  ])('%s is refused', (_name, text, words) => {
    expect(parseBlm(text)).toEqual({ problem: expect.stringContaining(words) })
  })

  test('a record with a wrong number of values is one error', () => {
    const parsed = parseBlm(`${header}#DEFINITION#\nA^B^~\n#DATA#\n1^2^~\n1^2^3^~\n1^2^\n#END#\n`)
    expect('records' in parsed && parsed.records.map(({ problem }) => problem)).toEqual([
      null,
      'This record has 3 values, the definition 2.',
      'This record does not end with ~.',
    ])
  })
})

describe('the rules', () => {
  test('a property for sale', () => {
    expect(read({})).toEqual({
      values: {
        ref: 'red_1',
        branch: 'b1',
        line1: '4 Mill Lane',
        town: 'Larkmead',
        postcode: 'LK1 1AA',
        bedrooms: 3,
        askingPrice: 29_000_000,
        priceOption: 1,
        ownership: 'freehold',
        status: 'forSale',
        takenOn: '2011-03-02',
        launchedOn: '2011-03-02',
      },
      issues: [],
    })
  })

  test('a letting is skipped', () => {
    expect(read({ TRANS_TYPE_ID: '2' })).toEqual({ values: {}, issues: [], skip: 'A letting: GYA holds sales.' })
  })

  test.each(['1', '2', '3', '4'])('status %s stays for sale, with a warning and no offer', (STATUS_ID) => {
    const { values, issues } = read({ STATUS_ID })
    expect(values.status).toBe('forSale')
    expect(issues.map(({ message }) => message)).toEqual([
      'Marked sold in the feed, but no offer came with it: add an offers or sales file.',
    ])
  })

  test('unpublished is pre for sale; without a day of creation the import decides the launch', () => {
    expect(read({ PUBLISHED_FLAG: '0' }).values).not.toHaveProperty('launchedOn')
    expect(read({ PUBLISHED_FLAG: '0' }).values.status).toBe('preForSale')
    expect(read({ CREATE_DATE: '' }).values).toMatchObject({ status: 'forSale' })
    expect(read({ CREATE_DATE: '' }).values).not.toHaveProperty('launchedOn')
  })

  test.each([
    ['0', 3, 0],
    ['1', 4, 0],
    ['2', 0, 0],
    ['3', 3, 0],
    ['4', 2, 0],
    ['5', 1, 0],
    ['10', 2, 0],
    ['15', 1, 0],
    ['6', 3, 1],
    ['99', 3, 1],
  ])('price qualifier %s is price option %i, with %i warnings', (PRICE_QUALIFIER, option, warnings) => {
    const { values, issues } = read({ PRICE_QUALIFIER })
    expect([values.priceOption, issues.length]).toEqual([option, warnings])
  })

  test.each([
    ['1', 'freehold'],
    ['2', 'leasehold'],
    ['3', 'unknown'],
    ['', 'unknown'],
  ])('tenure "%s" is %s', (TENURE_TYPE_ID, ownership) => {
    expect(read({ TENURE_TYPE_ID }).values.ownership).toBe(ownership)
  })

  test('a branch that is in no code list has to be chosen', () => {
    expect(read({ BRANCH_ID: 'blue' }).issues.map(({ level, column }) => [level, column])).toEqual([['error', 'BRANCH_ID']])
  })

  test('media: the first picture is the photo, plans and documents are files, addresses are counted', () => {
    expect(
      blmMedia({
        MEDIA_IMAGE_00: 'a.jpg',
        MEDIA_IMAGE_01: 'b.jpg',
        MEDIA_FLOOR_PLAN_00: 'p.gif',
        MEDIA_FLOOR_PLAN_TEXT_00: 'Ground floor',
        MEDIA_DOCUMENT_50: 'http://x.example/1.pdf',
      }),
    ).toEqual({ photo: 'a.jpg', files: [{ name: 'p.gif', caption: 'Ground floor' }], webAddresses: 1 })
  })

  const address = (change: Record<string, string>) => {
    const { line1, line2, town, county } = read({ ADDRESS_1: '', ADDRESS_2: '', ...change }).values
    return [line1, line2 ?? '', town ?? '', county ?? '']
  }

  test.each([
    [{ ADDRESS_1: '14', ADDRESS_2: 'High Street', TOWN: 'Larkmead' }, ['14 High Street', '', 'Larkmead', '']],
    [{ ADDRESS_1: '14 High Street', ADDRESS_2: 'Weir End', TOWN: 'Larkmead' }, ['14 High Street', 'Weir End', 'Larkmead', '']],
    [
      { ADDRESS_1: '14', ADDRESS_2: 'High Street', ADDRESS_3: 'larkmead', ADDRESS_4: 'Berkshire', TOWN: 'Larkmead' },
      ['14 High Street', '', 'Larkmead', 'Berkshire'],
    ],
    [{ ADDRESS_1: '14 High Street', TOWN: 'Larkmead', COUNTY: 'Berkshire' }, ['14 High Street', '', 'Larkmead', 'Berkshire']],
    [{ ADDRESS_1: '14', ADDRESS_2: 'High Street', ADDRESS_3: 'Larkmead' }, ['14 High Street', '', 'Larkmead', '']],
    [
      { ADDRESS_1: 'The Old Dairy', ADDRESS_2: 'Mill Lane', ADDRESS_3: 'Larkmead' },
      ['The Old Dairy', 'Mill Lane', 'Larkmead', ''],
    ],
  ])('TOWN is the town, and a number joins its street: %j', (change, expected) => {
    expect(address(change)).toEqual(expected)
  })

  test('the columns of a feed with TOWN have no field twice that is not joined', () => {
    const names = ['AGENT_REF', 'ADDRESS_1', 'ADDRESS_2', 'ADDRESS_3', 'ADDRESS_4', 'TOWN', 'COUNTY', 'SUMMARY']
    expect(blmColumnsOf(names)).toMatchObject({ TOWN: 'town', COUNTY: 'county', SUMMARY: null })
    expect(mappingIssues('property', names, blmColumnsOf(names))).toEqual([])
  })

  test('words that every object of the language has are not codes', () => {
    expect(read({ PRICE_QUALIFIER: 'constructor', TENURE_TYPE_ID: 'constructor' }).values).toMatchObject({
      priceOption: 3,
      ownership: 'unknown',
    })
  })
})
