import { expect, test } from 'vitest'
import { isSameVendor } from './same-vendor.ts'

const ivy = { firstName: 'Ivy', lastName: 'Heron' }

test.each([
  ['another case and a title', { firstName: 'MRS IVY', lastName: 'heron' }, true],
  ['no first name', { firstName: '', lastName: 'Heron' }, true],
  ['a title alone', { firstName: 'Mrs', lastName: 'Heron' }, true],
  ['the whole name in one field', { firstName: '', lastName: 'Ivy Heron' }, true],
  ['another first name', { firstName: 'Jack', lastName: 'Heron' }, false],
  ['another last name', { firstName: 'Ivy', lastName: 'Daw' }, false],
  ['two owners', { firstName: 'Ivy & Jack', lastName: 'Heron' }, false],
])('isSameVendor: Ivy Heron and %s', (_what, other, isSame) => {
  expect([isSameVendor(ivy, other), isSameVendor(other, ivy)]).toEqual([isSame, isSame])
})
