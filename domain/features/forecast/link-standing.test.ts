import { describe, expect, test } from 'vitest'
import { isSale, type LinkDays } from './link-standing.ts'

const link = (facts: Partial<LinkDays>): LinkDays => ({
  cash: false,
  ticked: {},
  saleType: 'ND',
  hasAddress: false,
  addedOn: '2026-03-02',
  changedOn: '2026-03-02',
  ...facts,
})

describe('a link entered by hand', () => {
  test.each(['FTB', 'CB', 'I', 'NDB'])('%s without an address: a buyer with nothing to sell, not a sale', (saleType) => {
    expect(isSale(link({ saleType }))).toBe(false)
    expect(isSale(link({ saleType, ticked: { mosSent: '2026-03-02' } }))).toBe(false)
  })

  test('with an address it is a sale, regardless of the buyer', () => {
    expect(isSale(link({ saleType: 'FTB', hasAddress: true }))).toBe(true)
  })

  test('without a sale type nothing is known of the buyer: it counts as a sale', () => {
    expect(isSale(link({}))).toBe(true)
  })

  test('on a day for which neither is stored it counts as a sale', () => {
    expect(isSale(link({ saleType: null, hasAddress: null }))).toBe(true)
  })
})
