import { describe, expect, test } from 'vitest'
import { type FallOffProperty, fallOffConsequences, restoreConsequences } from './fall-off-consequences.ts'

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

  test('names the expected days, and that the vendor no longer sees them', () => {
    const days = { expectedExchange: '2025-11-28', expectedCompletion: '2025-12-05', mortgageOfferExpires: '2026-03-01' }
    expect(fallOffConsequences(sold({ expectedExchange: '2025-11-28' }))).toContain(
      'The expected exchange 28/11/2025 is taken off.',
    )
    expect(fallOffConsequences(sold({ ...days, shareExpected: true }))).toContain(
      'The expected exchange 28/11/2025, the expected completion 05/12/2025 and the mortgage offer’s expiry 01/03/2026 are taken off, and the vendor no longer sees what was shared of them.',
    )
  })

  test('counts tasks that are cancelled and that stay, call-backs, and what waits', () => {
    const effects = (cancelled: number, kept: number, callBacks = 0, ending = 0, waiting = 0) =>
      fallOffConsequences(sold(), { tasks: { cancelled, kept }, callBacks, snoozes: { ending, kept: waiting } }).slice(3)
    expect(effects(0, 0)).toEqual([])
    expect(effects(3, 0)).toEqual(['3 open tasks made for this sale are cancelled.'])
    expect(effects(1, 2, 1, 1)).toEqual([
      '1 open task made for this sale is cancelled; 2 others stay.',
      '1 call-back stays in Today.',
      '1 item that waits in Today ends with the sale.',
    ])
    expect(effects(0, 1, 2, 4, 1)).toEqual([
      '1 open task stays.',
      '2 call-backs stay in Today.',
      '4 items that wait in Today end with the sale.',
      '1 item that waits goes on waiting.',
    ])
  })

  test('is empty without an accepted offer', () => {
    expect(fallOffConsequences(sold({ offers: [{ state: 'R' }] }))).toEqual([])
  })
})

test('restoreConsequences names the days, tasks and waiting items that return', () => {
  const nothing = { expectedExchange: null, expectedCompletion: null, mortgageOfferExpires: null, shareExpected: false }
  expect(restoreConsequences({ expected: nothing, completionDate: null, tasks: 0, snoozes: 0 })).toEqual([])
  const expected = { ...nothing, expectedExchange: '2025-11-28', shareExpected: true }
  expect(restoreConsequences({ expected, completionDate: '2025-12-05', tasks: 2, snoozes: 1 })).toEqual([
    'The completion date 05/12/2025 and the expected exchange 28/11/2025 come back, shown to the vendor as before.',
    '2 tasks that the fall off cancelled are open again.',
    '1 item of Today waits again until its day.',
  ])
})
