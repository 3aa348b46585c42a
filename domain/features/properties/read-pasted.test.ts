import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPasted } from './read-pasted.ts'

const nothing = {
  address: { line1: '', line2: '', town: '', county: '', postcode: '' },
  firstName: '',
  lastName: '',
  email: '',
  tel: '',
  askingPrice: null,
  feePercent: null,
}

test('the signature of the mock: address, price, fee, name, telephone, e-mail', () => {
  const text = `Flat 3, The Old Dairy, 12 Mill Lane, Larkmead RG30 1AA, £325,000, 1.25% + VAT
Grace Otter
07700 900412
grace.otter@otter.example`
  expect(readPasted(text)).toEqual({
    address: { line1: 'Flat 3, The Old Dairy, 12 Mill Lane', line2: '', town: 'Larkmead', county: '', postcode: 'RG30 1AA' },
    firstName: 'Grace',
    lastName: 'Otter',
    email: 'grace.otter@otter.example',
    tel: '07700 900412',
    askingPrice: 325_000,
    feePercent: 1.25,
  })
})

test('an address over several lines, in a letter', () => {
  const text = `Dear Tamsin

We would like to sell our house:
Flat 2
12a Mill Lane
Larkmead
Berkshire
rg301aa

Kind Regards
Mrs Anne-Marie O’Neill
Tel: +44 (0)118 496 0212 or 07700 900412
E-mail: Anne@Otter.example`
  expect(readPasted(text)).toEqual({
    ...nothing,
    address: { line1: 'Flat 2, 12a Mill Lane', line2: '', town: 'Larkmead', county: 'Berkshire', postcode: 'RG30 1AA' },
    firstName: 'Mrs Anne-Marie',
    lastName: 'O’Neill',
    email: 'anne@otter.example',
    tel: '+44 (0)118 496 0212',
  })
})

test.each([
  ['Grace Otter <g@otter.example>', { firstName: 'Grace', lastName: 'Otter', email: 'g@otter.example' }],
  ['Guide £1.25m, fee £3,500', { askingPrice: 1_250_000 }],
  ['£9,999, then £450k at 12 % or 2 percent', { askingPrice: 450_000, feePercent: 2 }],
  ['Call 0118 496 0212', { tel: '0118 496 0212' }],
  ['Reference 1234567890123', {}],
  [
    'We are selling 4 The Green, Larkmead, RG30 1AA',
    { address: { ...nothing.address, line1: '4 The Green', town: 'Larkmead', postcode: 'RG30 1AA' } },
  ],
  ['RG30 1AA', { address: { ...nothing.address, postcode: 'RG30 1AA' } }],
  ['Kind Regards\nk@otter.example', { email: 'k@otter.example' }],
])('%j', (text, read) => expect(readPasted(text)).toEqual({ ...nothing, ...read }))

test.each([
  'Tom Hale\n12 Lade Lane, Larkmead LK5 1AA\n07700 900123\ntom@otter.example',
  'Tom Hale\n12 Lade Lane\nLarkmead\nLK5 1AA\n\n07700 900123\n\ntom@otter.example',
  'Tom Hale, 12 Lade Lane, Larkmead LK5 1AA, 07700 900123, tom@otter.example',
  'Hello, we want to sell 12 Lade Lane, Larkmead LK5 1AA. Tom Hale, 07700 900123, tom@otter.example',
])('name, address, telephone and e-mail in that order: %j', (text) => {
  const titled = readPasted(text.replace('Tom', 'Mr Tom'))
  expect(titled).toMatchObject({ firstName: 'Mr Tom', lastName: 'Hale' })
  expect(readPasted(text)).toEqual({
    ...nothing,
    address: { ...nothing.address, line1: '12 Lade Lane', town: 'Larkmead', postcode: 'LK5 1AA' },
    firstName: 'Tom',
    lastName: 'Hale',
    email: 'tom@otter.example',
    tel: '07700 900123',
  })
})

test('Property-based: whatever is pasted, each text read is of one line and in the text; reading is quick', () => {
  const piece = fc.constantFrom(
    'Flat 3',
    '12 Mill Lane',
    'RG30 1AA',
    '£325,000',
    '07700 900412',
    'g@otter.example',
    'Grace Otter',
    ',',
    '\n',
    ' ',
    '1.5%',
    '@',
    '((((0',
    '0 0 0 0 0 0',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 200, unit: 'binary' }),
        fc.array(piece, { maxLength: 400 }).map((pieces) => pieces.join(' ')),
      ),
      (text) => {
        const read = readPasted(text)
        for (const value of [...Object.values(read.address), read.firstName, read.lastName, read.email, read.tel])
          expect(value).not.toMatch(/[\r\n]/)
        expect(text.toLowerCase()).toContain(read.email)
        if (read.askingPrice !== null) expect(read.askingPrice).toBeGreaterThanOrEqual(10_000)
        if (read.feePercent !== null) expect(read.feePercent).toBeLessThanOrEqual(10)
      },
    ),
  )
})
