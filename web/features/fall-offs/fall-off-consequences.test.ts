import { describe, expect, test } from 'vitest'
import { type FallOffProperty, fallOffConsequences } from './fall-off-consequences.ts'

const nobody = { solicitor: null, mBroker: null, other: '', additionalContacts: [] }
const sold = (more: object = {}) =>
  ({
    offers: [{ state: 'A', name: 'Bea Uyer', amount: 285_000, acceptedOn: '2026-03-10' }],
    timeline: { data: [{ type: 'PS', keyName: 'TakeOn', state: 'C' }] },
    mi: { fees: { expected: 3206.25 } },
    completionDate: null,
    contacts: { buyerDetails: nobody },
    chain: { items: [], shownIn: [] },
    memo: { buyerCustom: '', remarks: '' },
    referrals: { buyerSolicitor: null, buyerBroker: null },
    ...more,
  }) as unknown as FallOffProperty

describe('fallOffConsequences', () => {
  test('names the offer, the steps and the lost fee', () => {
    expect(fallOffConsequences(sold())).toEqual([
      'Bea Uyer’s offer of £285,000 is marked rejected, and the agreed price is taken off.',
      'Every step goes back to what it was just before the offer was accepted on 10/03/2026.',
      'The expected fee of £3,206.25 excluding VAT is lost.',
    ])
  })

  test('counts only steps of the sale as reset', () => {
    const data = [
      { type: 'PS', keyName: 'Viewings', state: 'C' },
      { type: 'PS', keyName: 'MemoOfSaleSent', state: 'C' },
      { type: 'L', keyName: 'DraftContractsIssued', state: 'IP' },
      { type: 'L', keyName: 'SearchesBack', state: 'NS' },
      { type: 'F', keyName: 'MortgageApproved', state: 'NA' },
    ]
    expect(fallOffConsequences(sold({ timeline: { data } }))[1]).toMatch(/: 2 steps of the sale are reset\.$/)
  })

  test('names completion date and buyer’s details, and omits an unknown fee', () => {
    const buyerDetails = { ...nobody, solicitor: {}, other: 'Rings at noon', additionalContacts: [{}] }
    const lines = fallOffConsequences(
      sold({ completionDate: '2026-06-01', contacts: { buyerDetails }, mi: { fees: { expected: null } } }),
    )
    expect(lines.slice(2)).toEqual([
      'The completion date 01/06/2026 is taken off.',
      'The buyer’s details go with the sale: solicitor, 1 additional contact, notes.',
    ])
  })

  test('names chain links beyond this sale, texts of the memorandum and buyer’s referrals', () => {
    const lines = fallOffConsequences(
      sold({
        chain: { items: [{ thisProperty: false }, { thisProperty: true }, { thisProperty: false }], shownIn: [] },
        memo: { buyerCustom: 'B. Uyer Ltd', remarks: '' },
        referrals: { buyerSolicitor: '2026-03-10T12:00:00.000Z', buyerBroker: null },
      }),
    )
    expect(lines.slice(3)).toEqual([
      '1 link of the chain beyond this sale, to the buyer’s end, goes with it.',
      'The buyer’s details go with the sale: texts of the memorandum, referrals.',
    ])
  })

  test('names the properties whose chains show this sale', () => {
    const shownIn = (...lines: string[]) => ({ chain: { items: [], shownIn: lines.map((line1) => ({ address: { line1 } })) } })
    expect(fallOffConsequences(sold(shownIn('45 Water Road')))).toContain(
      'The chain of 45 Water Road shows this sale and will show that it fell off.',
    )
    expect(fallOffConsequences(sold(shownIn('45 Water Road', '7 Mill Lane')))).toContain(
      'The chains of 45 Water Road, 7 Mill Lane show this sale and will show that it fell off.',
    )
  })

  test('is empty without an accepted offer', () => {
    expect(fallOffConsequences(sold({ offers: [{ state: 'R' }] }))).toEqual([])
  })
})
