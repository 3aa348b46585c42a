import { expect, test } from 'vitest'
import { findFurtherKind } from './find-further-kind.ts'
import { recogniseColumns } from './recognise-columns.ts'

const find = (columnNames: readonly string[], others: Parameters<typeof findFurtherKind>[0]['others'] = []) =>
  findFurtherKind({ columnNames, samples: {}, mapping: recogniseColumns('property', columnNames), others })

const homes = ['Reference', 'Address line 1', 'Postcode', 'Asking price', 'Status']
const sales = ['Buyer', 'Agreed price', 'Sale agreed', 'Draft contracts', 'Exchanged']

test('a file of properties with columns of a sale can be used for sales as well', () => {
  expect(find([...homes, ...sales])).toEqual({ kind: 'sale', columns: ['Status', ...sales], reference: 'Reference' })
  expect(find([...homes, 'Viewer', 'Viewing date'])?.kind).toBe('viewing')
})

test('does not take the column of the asking price for the agreed price', () => {
  expect(find(['Reference', 'Address 1', 'Postcode', 'Price', 'Buyer', 'Exchanged'])?.columns).toEqual(['Buyer', 'Exchanged'])
})

test('not without a reference, for a single column, or once it is used', () => {
  expect(find([...homes.slice(1), ...sales])).toBeNull()
  expect(find([...homes, 'Buyer'])).toBeNull()
  expect(find(homes)).toBeNull()
  const columnNames = [...homes, ...sales]
  expect(find(columnNames, [{ kind: 'sale', mapping: recogniseColumns('sale', columnNames) }])).toBeNull()
})
