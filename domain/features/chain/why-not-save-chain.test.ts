import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SaleType } from './chain.model.ts'
import { hasReadOnlyName, normaliseChain } from './settle-chain.ts'
import { whyNotSaveChain } from './why-not-save-chain.ts'

const savedLink = (more: object = {}) => ({
  thisProperty: false,
  propertyRef: null as string | null,
  propertyName: '',
  personName: '',
  saleType: 'ND' as SaleType,
  ...more,
})
const ownItem = savedLink({ thisProperty: true })
const why = (...items: ReturnType<typeof savedLink>[]) => whyNotSaveChain(items, 'here')

describe('A chain can be saved', () => {
  test('empty, of this property alone, and with the buyer and the sale type on the last link', () => {
    expect(why()).toBeNull()
    expect(why(ownItem)).toBeNull()
    expect(why({ ...ownItem, propertyRef: 'here' }, savedLink({ personName: 'Leopold', saleType: 'FTB' }))).toBeNull()
  })
  test('of fifty links and no more', () => {
    const links = (count: number) => Array.from({ length: count }, () => savedLink())
    expect(why(ownItem, ...links(49))).toBeNull()
    expect(why(ownItem, ...links(50))).toBe('CHAIN_TOO_LONG')
  })
})

describe('A chain cannot be saved', () => {
  test('without exactly one item that is this property', () => {
    expect(why(savedLink())).toBe('CHAIN_WITHOUT_THIS_PROPERTY')
    expect(why(ownItem, ownItem)).toBe('CHAIN_WITHOUT_THIS_PROPERTY')
    expect(why({ ...ownItem, propertyRef: 'near' })).toBe('CHAIN_WITHOUT_THIS_PROPERTY')
  })
  test('with a property twice, and this one is one of them', () => {
    expect(why(savedLink({ propertyRef: 'near' }), ownItem, savedLink({ propertyRef: 'near' }))).toBe('CHAIN_PROPERTY_TWICE')
    expect(why(ownItem, savedLink({ propertyRef: 'here' }))).toBe('CHAIN_PROPERTY_TWICE')
  })
  test('with a buyer’s name or a sale type anywhere but on the last item', () => {
    expect(why(savedLink({ personName: 'Leopold' }), ownItem)).toBe('CHAIN_BUYER_NOT_LAST')
    expect(why(savedLink({ saleType: 'CB' }), ownItem)).toBe('CHAIN_SALE_TYPE_NOT_LAST')
  })
})

describe('The item that is this property or that is linked, in a chain of more than one, has a read-only name', () => {
  const typed = { propertyName: 'Typed', personName: 'Typed' }
  test('so what is sent of it is left out', () => {
    const [linked, here, byHand] = normaliseChain(
      [savedLink({ ...typed, propertyRef: 'near' }), { ...ownItem, ...typed }, savedLink(typed)],
      'here',
    )
    expect(linked).toMatchObject({ propertyName: '', personName: '' })
    expect(here).toMatchObject({ propertyName: '', personName: '', propertyRef: 'here' })
    expect(byHand).toMatchObject(typed)
  })
  test('and alone it carries its buyer’s', () => {
    expect(hasReadOnlyName(ownItem, 1)).toBe(false)
    expect(normaliseChain([{ ...ownItem, ...typed }], 'here')).toMatchObject([{ propertyName: '', personName: 'Typed' }])
  })
})

test('What is settled once stays as it is, and settling never makes a refused chain pass but for read-only names', () => {
  const anyLink = fc.record({
    thisProperty: fc.boolean(),
    propertyRef: fc.constantFrom(null, 'near', 'far', 'here'),
    propertyName: fc.constantFrom('', 'Larch House'),
    personName: fc.constantFrom('', 'Leopold'),
    saleType: fc.constantFrom<SaleType>('ND', 'FTB'),
  })
  fc.assert(
    fc.property(fc.array(anyLink, { maxLength: 5 }), (items) => {
      const settled = normaliseChain(items, 'here')
      expect(normaliseChain(settled, 'here')).toEqual(settled)
      const before = whyNotSaveChain(items, 'here')
      const after = whyNotSaveChain(settled, 'here')
      if (before !== 'CHAIN_BUYER_NOT_LAST') expect(after).toBe(before)
    }),
  )
})
