import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, showDate } from '../../common/dates.ts'
import { showPounds, showPoundsAndPence, toPounds } from '../../common/money.ts'
import { readCell } from './read-cell.ts'
import { isMonthFirst } from './read-day.ts'

const valueOf = (result: object): unknown => ('value' in result ? result.value : 'issue')
const anyDay = fc.integer({ min: 0, max: 50_000 }).map((days) => addDays('1970-01-01', days))

describe('days', () => {
  test.each([
    ['3rd of Nov 26', '2026-11-03'],
    ['November 3, 2026', '2026-11-03'],
    ['Tue Nov 3 2026', '2026-11-03'],
    ['3 Nov \u201926', '2026-11-03'],
    ['2026-10-03', '2026-10-03'],
    ['2026-10-03 14:30:00', '2026-10-03'],
    ['2026-06-30T23:30:00Z', '2026-07-01'],
    ['03/10/2026', '2026-10-03'],
    ['3/10/26', '2026-10-03'],
    ['03-10-26', '2026-10-03'],
    ['03.10.2026 09:15', '2026-10-03'],
    ['3 Oct 2026', '2026-10-03'],
    ['3rd October 2026', '2026-10-03'],
    ['Sat 3-Oct-26', '2026-10-03'],
    ['46298', '2026-10-03'],
    ['46298.75', '2026-10-03'],
    ['20261003', '2026-10-03'],
    ['20261303', 'issue'],
    ['N/A', null],
    ['TBC', null],
    ['', null],
    ['0000-00-00', null],
    ['00/00/0000', null],
    ['03/10/69', '2069-10-03'],
    ['03/10/70', 'issue'],
    ['31/02/2026', 'issue'],
    ['2026-13-01', 'issue'],
    ['03/25/2026', 'issue'],
    ['soon', 'issue'],
    ['3 Foo 2026', 'issue'],
    ['01/01/1899', 'issue'],
  ])('%s is %s', (raw, expected) => {
    expect(valueOf(readCell('day', raw))).toBe(expected)
  })

  test('every format of a day gives the same day, day first', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const [year = '', month = '', date = ''] = day.split('-')
        const forms = [day, showDate(day), `${Number(date)}-${Number(month)}-${year}`, `${date}.${month}.${year} 10:00`]
        for (const form of forms) expect(valueOf(readCell('day', form))).toBe(day)
      }),
    )
  })

  test('a value is month-first only if it is not a valid day with the day first', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const [year, month, date] = day.split('-')
        const american = `${month}/${date}/${year}`
        expect(isMonthFirst(american)).toBe(Number(date) > 12)
        expect(isMonthFirst(showDate(day))).toBe(false)
      }),
    )
  })
})

describe('pounds', () => {
  test.each([
    ['\u00A3259,950', 25_995_000],
    ['259 950.00', 25_995_000],
    ['GBP 1,250.50', 125_050],
    ['250000', 25_000_000],
    ['249999.99999999997', 25_000_000],
    ['', null],
    ['-500,000', 'issue'],
    ['(500,000)', 'issue'],
    ['0', 'issue'],
    ['259,95', 'issue'],
    ['1.250.000', 'issue'],
    ['10.123', 'issue'],
    ['250.000', 'issue'],
    ['\u00A31.250', 'issue'],
    ['POA', null],
    ['TBC', null],
    ['n/a', null],
    ['-', null],
    ['OIEO \u00A3500,000', 50_000_000],
    ['Guide price: \u00A3450k', 45_000_000],
    ['450,000 OIRO', 45_000_000],
    ['\u00A31.25m', 125_000_000],
    ['1.250m', 125_000_000],
    ['about 450,000', 'issue'],
    ['450,000 to 475,000', 'issue'],
    ['constructor 450,000', 'issue'],
    ['2000000000', 'issue'],
  ])('%s is %s', (raw, expected) => {
    expect(valueOf(readCell('pounds', raw))).toBe(expected)
  })

  test.each([
    ['OIEO \u00A3500,000', 2],
    ['Guide price: \u00A3450k', 0],
    ['450,000 OIRO', 1],
    ['POA', 4],
    ['From 300,000', 2],
  ])('%s has the price option %i', (raw, priceOption) => {
    expect(readCell('pounds', raw)).toMatchObject({ parts: { priceOption } })
  })

  test('three digits after a full stop are refused with both readings', () => {
    expect(readCell('pounds', '250.000')).toEqual({
      issue: '"250.000" can be \u00A3250,000 or \u00A3250.00. Write thousands with a comma or without a sign.',
    })
  })

  test('amounts as the screens show them are read back exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000_000 }), (pence) => {
        expect(valueOf(readCell('pounds', showPoundsAndPence(toPounds(pence))))).toBe(pence)
        expect(valueOf(readCell('pounds', showPounds(toPounds(pence))))).toBe(pence)
      }),
    )
  })
})

test.each([
  ['yes-no', 'Y', true],
  ['yes-no', 'x', true],
  ['yes-no', 'False', false],
  ['yes-no', '', false],
  ['yes-no', 'maybe', 'issue'],
  ['postcode', 'rg306dt', 'RG30 6DT'],
  ['email', ' Mailto:Ann@Example.COM ', 'ann@example.com'],
  ['email', 'ann', 'issue'],
  ['telephone', '0118 496 0201 / 0202', '0118 496 0201'],
  ['telephone', '(0118) 496 0212', '(0118) 496 0212'],
  ['telephone', '020 7946 0018 Ext. 12', '020 7946 0018 Ext. 12'],
  ['telephone', '07700 900123, 020 7946 0018', '07700 900123'],
  ['telephone', 'Tel: +44 (0)20 7946 0018', '+44 (0)20 7946 0018'],
  ['telephone', 'ask Ann', 'issue'],
  ['telephone', '4.41184960212E+11', 'issue'],
  ['telephone', '0118 496 0212\n07700 900123', '0118 496 0212'],
  ['telephone', '0118 496 0212 (work) or Mob: 07700 900123', '0118 496 0212'],
  ['telephone', '0118 496 0212 | 07700 900123', '0118 496 0212'],
  ['telephone', '+44(0)118 496 0212', '+44(0)118 496 0212'],
  ['telephone', '0118.496.0212', '0118.496.0212'],
  ['text', '"the  old   mill"', 'the old mill'],
  ['text', '12" pipe', '12" pipe'],
  ['text', "'=Otter", '=Otter'],
  ['text', "'@home", '@home'],
  ['text', "'-", '-'],
  ['text', "'14 Mill Lane'", '14 Mill Lane'],
  ['text', "'tis", "'tis"],
  ['telephone', "'+44 7700 900123", '+44 7700 900123'],
  ['telephone', "'07700 900123", '07700 900123'],
  ['telephone', 'N/A', null],
  ['telephone', '7700900123', '07700900123'],
  ['telephone', '447700900123', '447700900123'],
  ['email', 'none', null],
  ['email', 'Grace Otter <Grace@otter.example>', 'grace@otter.example'],
  ['email', 'grace@otter.example; henry@otter.example', 'grace@otter.example'],
  ['email', 'mailto:grace@otter.example', 'grace@otter.example'],
  ['email', 'grace(at)otter.example', 'issue'],
  ['telephone', '0118/4960212', '0118/4960212'],
  ['telephone', '0118\u20114960212', '0118-4960212'],
  ['telephone', 'Ext. 12', 'issue'],
  ['telephone', 'Grace 07700 900123 / Henry 07700 900124', '07700 900123'],
  ['telephone', '07700 900123 (after 6pm) / 0118 496 0212', '07700 900123'],
  ['number', '2/3', 2],
  ['number', '5+', 5],
  ['number', 'Studio', 0],
  ['number', '12 weeks', 12],
  ['number', '1.5 % inc VAT', 1.25],
  ['number', '1.25% + VAT', 1.25],
  ['number', '1.5 %', 1.5],
  ['number', 'two', 'issue'],
  ['time', '2.30pm', '14:30'],
  ['time', '9am', '09:00'],
  ['time', '14:30:00', '14:30'],
  ['time', '0.604166666666667', '14:30'],
  ['time', '14:31', 'issue'],
  ['time', '25:00', 'issue'],
  ['time', '12:00am', '00:00'],
] as const)('%s "%s" is %s', (reader, raw, expected) => {
  expect(valueOf(readCell(reader, raw))).toBe(expected)
})

describe('people', () => {
  test('joint owners keep both in the first name, with a warning', () => {
    expect(readCell('person', 'Mr A & Mrs B Otter')).toEqual({
      value: { firstName: 'Mr A & Mrs B', lastName: 'Otter' },
      warning: '"Mr A & Mrs B Otter" is read as first name "Mr A & Mrs B" and last name "Otter".',
    })
  })

  test.each([
    ['Grace Otter', 'Grace', 'Otter'],
    ['Otter, Grace', 'Grace', 'Otter'],
    ['Otter', '', 'Otter'],
  ])('%s', (raw, firstName, lastName) => {
    expect(readCell('person', raw)).toEqual({ value: { firstName, lastName } })
  })

  test.each([
    ['Mr J Smith (executor)', 'Mr J', 'Smith'],
    ['Mrs P Smith (Exec)', 'Mrs P', 'Smith'],
    ["Grace Otter - dec'd", 'Grace', 'Otter'],
    ['Grace Otter, Executrix', 'Grace', 'Otter'],
    ['Mr J & Mrs P Smith (trustees)', 'Mr J & Mrs P', 'Smith'],
  ])('what stands beside a name is left out, with a warning: %s', (raw, firstName, lastName) => {
    const warning = `"${raw}" is read as first name "${firstName}" and last name "${lastName}".`
    expect(readCell('person', raw)).toEqual({ value: { firstName, lastName }, warning })
  })

  test('a name in brackets alone is kept', () => {
    expect(readCell('person', '(Otter)')).toEqual({ value: { firstName: '', lastName: '(Otter)' } })
    expect(readCell('person', 'Robert (Bob) Otter')).toEqual({ value: { firstName: 'Robert (Bob)', lastName: 'Otter' } })
  })
})

test.each([
  [
    '4 Mill Lane, Larkmead, Berkshire, LK1 1AA',
    { line1: '4 Mill Lane', line2: '', town: 'Larkmead', county: 'Berkshire', postcode: 'LK1 1AA' },
  ],
  [
    'Flat 2, 4 Mill Lane\nLarkmead lk11aa, UK',
    { line1: 'Flat 2, 4 Mill Lane', line2: '', town: 'Larkmead', county: '', postcode: 'LK1 1AA' },
  ],
  ['4, Mill Lane, Larkmead', { line1: '4 Mill Lane', line2: '', town: 'Larkmead', county: '', postcode: '' }],
])('the address %s', (raw, value) => {
  expect(readCell('address', raw)).toEqual({ value })
})

test('the first half of a postcode at the end of an address is no town', () => {
  expect(readCell('address', 'Otter Road, Larkmead, London, LK11')).toEqual({
    value: { line1: 'Otter Road', line2: 'Larkmead', town: 'London', county: '', postcode: 'LK11' },
    warning: '"LK11" is the first half of a postcode.',
  })
})

test.each(['0118 496 0101 / 07700 900101', '0118 496 0101\n07700 900101', '0118 496 0101 or 07700 900101'])(
  'the first of two telephone numbers is taken, and the warning names the other: %j',
  (raw) =>
    expect(readCell('telephone', raw)).toEqual({
      value: '0118 496 0101',
      warning: 'Only 0118 496 0101 is taken. Not taken: 07700 900101.',
    }),
)

test('no reader throws; each returns a value or an issue with a message', () => {
  const reader = fc.constantFrom(
    'text',
    'day',
    'time',
    'pounds',
    'number',
    'yes-no',
    'person',
    'address',
    'postcode',
    'email',
    'telephone',
  )
  fc.assert(
    fc.property(
      reader,
      fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d/. :-]{0,20}$/)),
      (name, raw) => {
        const result = readCell(name as 'text', raw)
        if ('issue' in result) expect(result.issue.length).toBeGreaterThan(5)
        else expect(result).toHaveProperty('value')
      },
    ),
  )
})
