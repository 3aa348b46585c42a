import { expect, test } from 'vitest'
import { findFurtherKind } from './find-further-kind.ts'
import { recogniseColumns } from './recognise-columns.ts'

const find = (columnNames: readonly string[], others: Parameters<typeof findFurtherKind>[0]['others'] = []) =>
  findFurtherKind({
    kind: 'property',
    columnNames,
    samples: {},
    mapping: recogniseColumns('property', columnNames),
    isAddressed: false,
    others,
  })

const homes = ['Reference', 'Address line 1', 'Postcode', 'Asking price', 'Status']
const sales = ['Buyer', 'Agreed price', 'Sale agreed', 'Draft contracts', 'Exchanged']

test('a file of properties with columns of a sale can be used for sales as well', () => {
  expect(find([...homes, ...sales])).toEqual({ kind: 'sale', columns: ['Status', ...sales], reference: 'Reference' })
  expect(find([...homes, 'Viewer', 'Viewing date'])?.kind).toBe('viewing')
})

test('the reference is the column of the reference of the properties, whatever its name; a column Property is their address', () => {
  expect(find(['ID', ...homes.slice(1), ...sales])?.reference).toBe('ID')
  const columnNames = ['Property', 'Address', 'Asking price', 'Description']
  const mapping = recogniseColumns('property', columnNames)
  const found = findFurtherKind({ kind: 'property', columnNames, samples: {}, mapping, isAddressed: true, others: [] })
  expect(found).toEqual({ kind: 'note', columns: ['Description'], reference: null })
})

test('does not take the column of the asking price for the agreed price', () => {
  expect(find(['Reference', 'Address 1', 'Postcode', 'Price', 'Buyer', 'Exchanged'])?.columns).toEqual(['Buyer', 'Exchanged'])
})

test('not without a reference, for a single column, or once it is used', () => {
  expect(find([...homes.slice(1), ...sales])).toBeNull()
  expect(find([...homes, 'Buyer'])).toBeNull()
  expect(find(homes)).toBeNull()
  const columnNames = [...homes, ...sales]
  const mapping = recogniseColumns('property', columnNames.slice(1))
  const addressed = {
    kind: 'property',
    columnNames: columnNames.slice(1),
    samples: {},
    mapping,
    isAddressed: true,
    others: [],
  } as const
  expect(findFurtherKind(addressed)).toEqual({ kind: 'sale', columns: ['Status', ...sales], reference: null })
  expect(find(columnNames, [{ kind: 'sale', mapping: recogniseColumns('sale', columnNames) }])).toBeNull()
})

test('notes are offered for their one column, of a file of sales too; they are not notes on its buyer', () => {
  expect(find([...homes, 'Notes'])).toEqual({ kind: 'note', columns: ['Notes'], reference: 'Reference' })
  const columnNames = ['Reference', ...sales, 'Progress notes', "Purchaser's comments"]
  const mapping = recogniseColumns('sale', columnNames)
  expect([mapping['Progress notes'], mapping["Purchaser's comments"]]).toEqual([null, 'notes'])
  const found = findFurtherKind({ kind: 'sale', columnNames, samples: {}, mapping, isAddressed: false, others: [] })
  expect(found).toEqual({ kind: 'note', columns: ['Progress notes'], reference: 'Reference' })
})
