import { expect, test } from 'vitest'
import { actsForBothSides } from './property-contacts.rules.ts'

const firm = (_id: string) => ({ contact: { _id, name: `${_id} Law` } })
type Firm = ReturnType<typeof firm> | null
const contacts = (vendor: Firm, buyer: Firm, broker: Firm = null) => ({
  solicitor: vendor,
  mBroker: broker,
  buyerDetails: { solicitor: buyer, mBroker: null },
})

test('actsForBothSides: choosing the same firm on both sides of a sale asks', () => {
  const saved = contacts(null, firm('Quill'))
  expect(actsForBothSides(contacts(firm('Quill'), firm('Quill')), saved)).toEqual([{ name: 'Quill Law', alsoActsFor: 'buyer' }])
  expect(actsForBothSides(contacts(firm('Quill'), firm('Quill')), contacts(firm('Quill'), null))).toEqual([
    { name: 'Quill Law', alsoActsFor: 'vendor' },
  ])
})

test('asks once: an unchanged save does not ask', () => {
  const both = contacts(firm('Quill'), firm('Quill'))
  expect(actsForBothSides(both, both)).toEqual([])
})

test('different firms, no firm, or a solicitor who is the other side’s broker do not ask', () => {
  expect(actsForBothSides(contacts(firm('Quill'), firm('Sedge')), contacts(null, null))).toEqual([])
  expect(actsForBothSides(contacts(null, null), contacts(firm('Quill'), null))).toEqual([])
  expect(actsForBothSides(contacts(null, firm('Quill'), firm('Quill')), contacts(null, null))).toEqual([])
})
