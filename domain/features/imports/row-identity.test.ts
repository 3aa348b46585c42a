import { expect, test } from 'vitest'
import { addressKey } from './row-identity.ts'

test('addresses are compared by postcode, numbers and words of the first line', () => {
  expect(addressKey('12, Chapel Rd.', '', 'lk11aa')).toBe(addressKey('12 chapel road', 'Larkmead', 'LK1 1AA'))
  expect(addressKey('12 Chapel Road', '', 'LK1 1AA')).not.toBe(addressKey('13 Chapel Road', '', 'LK1 1AA'))
  expect(addressKey('12 Chapel Road', '', '')).toBeNull()
  expect(addressKey('12 Chapel Road', '', 'LK1')).toBeNull()
})

test('two flats of one number and postcode in different buildings are not one address', () => {
  expect(addressKey('Flat 2', '16 High Street', 'LK1 1AA')).not.toBe(addressKey('Flat 2', '18 High Street', 'LK1 1AA'))
  expect(addressKey('Flat 2', '16 High St', 'LK1 1AA')).toBe(addressKey('Apartment 2', '16 High Street', 'LK1 1AA'))
  expect(addressKey('Flat 2, 16 High Street', 'Weir End', 'LK1 1AA')).toBe(addressKey('Flat 2, 16 High Street', '', 'LK1 1AA'))
})
