import { expect, test } from 'vitest'
import { findHeader } from './find-header.ts'

const header = ['Ref', 'Address 1', 'Town', 'Postcode', 'Price']

test('the header is the row with the most recognised columns; rows above it are titles', () => {
  expect(
    findHeader([['Sales pipeline report'], ['Printed 28/11/2026'], header, ['P1', '1 Mill Lane', 'Larkmead', 'LK1 1AA', '1']]),
  ).toBe(2)
  expect(findHeader([['Vendor', 'Status', 'Agent'], header])).toBe(1)
})

test('the first of equal rows is the header, and without known names the first row', () => {
  expect(findHeader([header, header])).toBe(0)
  expect(
    findHeader([
      ['Colour', 'Smell'],
      ['red', 'sweet'],
    ]),
  ).toBe(0)
  expect(
    findHeader([
      ['Property', 'File'],
      ['P1', 'plan.pdf'],
    ]),
  ).toBe(0)
})

test('without known names the header is below titles of one cell, if it has as many names as the rows below it', () => {
  expect(findHeader([['Bookings'], ['A_NO', 'A_DT', 'A_LOC'], ['9', 'x', 'y']])).toBe(1)
  expect(findHeader([['Bookings'], ['A_NO', 'A_DT'], ['9', 'x', 'y']])).toBe(0)
})

test('a row with a day, an amount or a postcode is not a header', () => {
  expect(findHeader([['Report'], ['Ref', 'Price', 'Status', '28/11/2026']])).toBe(0)
})
