import { describe, expect, test } from 'vitest'
import { type FallOffPreview, type FallOffProperty, fallOffConsequences, restoreConsequences } from './fall-off-consequences.ts'

const nobody = { solicitor: null, mBroker: null, other: '', additionalContacts: [] }
const property = (more: object = {}) =>
  ({
    contacts: { buyerDetails: nobody },
    chain: { items: [] },
    memo: { buyerCustom: '', remarks: '' },
    referrals: { buyerSolicitor: null, buyerBroker: null },
    ...more,
  }) as unknown as FallOffProperty

const noDays = { expectedExchange: null, expectedCompletion: null, mortgageOfferExpires: null, shareExpected: false }
const archived = { agreedPrice: 285_000, completionDate: null, ...noDays, expectedFee: null }
const preview = (more: Partial<FallOffPreview> = {}): FallOffPreview => ({
  version: 3,
  offer: { _id: 'offer', name: 'Bea Uyer', amount: 285_000, acceptedOn: '2026-03-10' },
  steps: [],
  archived,
  tasks: { cancelled: 0, kept: 0 },
  callBacks: 0,
  partyLinks: 0,
  proposals: 0,
  snoozes: { ending: 0, kept: 0 },
  linkedSales: [],
  linkedSalesElsewhere: 0,
  outsideLinks: [],
  rescue: { mayContact: 0, notAsked: 0 },
  daysOnMarket: null,
  daysUnderOffer: null,
  ...more,
})
const lines = (more: Partial<FallOffPreview> = {}, of: object = {}) => fallOffConsequences(property(of), preview(more))

describe('fallOffConsequences', () => {
  test('names the offer, the steps and the lost fee', () => {
    const step = { key: 33, title: 'Searches back', from: 'C', to: 'NS' } as const
    expect(lines({ archived: { ...archived, expectedFee: 3206.25 }, steps: [step, { ...step, key: 34 }] })).toEqual([
      'Bea Uyer’s offer of £285,000 is marked rejected, and the agreed price is taken off.',
      'Every step goes back to what it was just before the offer was accepted on 10/03/2026: 2 steps go back. The days allowed for those that run count from today again.',
      'The expected fee of £3,206.25 excluding VAT is lost.',
    ])
  })

  test('names completion date, buyer’s details, texts of the memorandum, referrals and links beyond this sale', () => {
    const buyerDetails = { ...nobody, solicitor: {}, other: 'Rings at noon', additionalContacts: [{}] }
    const of = {
      contacts: { buyerDetails },
      chain: { items: [{ thisProperty: false }, { thisProperty: true }, { thisProperty: false }] },
      memo: { buyerCustom: 'B. Uyer Ltd', remarks: '' },
      referrals: { buyerSolicitor: '2026-03-10T12:00:00.000Z', buyerBroker: null },
    }
    expect(lines({ archived: { ...archived, completionDate: '2026-06-01' } }, of).slice(2)).toEqual([
      'The completion date 01/06/2026 is taken off.',
      '1 link of the chain beyond this sale, to the buyer’s end, goes with it.',
      'The buyer’s details go with the sale: solicitor, 1 additional contact, notes, texts of the memorandum, referrals.',
    ])
  })

  test('says who in the chain is told, by us or by telephone, and how many may be asked next', () => {
    const sale = (line1: string, progressor: string | null = null) => ({ _id: line1, branch: 'b', line1, progressor })
    expect(lines({ linkedSales: [sale('9 Elm Road', 'Pat Progress')] }).slice(2)).toEqual([
      'In the chain 9 Elm Road (Pat Progress) is told. Nothing of them changes by itself.',
    ])
    expect(
      lines({
        linkedSales: [sale('9 Elm Road')],
        linkedSalesElsewhere: 1,
        outsideLinks: [{ position: 2, name: '1 Combe Road', agent: 'Parr & Co', tel: '' }],
        rescue: { mayContact: 4, notAsked: 5 },
        daysOnMarket: 92,
      }).slice(2),
    ).toEqual([
      'In the chain 9 Elm Road and 1 sale of other branches are told. Nothing of them changes by itself.',
      'You are asked to tell Parr & Co (1 Combe Road): their numbers are listed afterwards.',
      '9 earlier bidders and viewers are listed afterwards: 4 of them agreed to be contacted.',
      'The property has been on the market for 92 days.',
    ])
  })

  test('names the expected days, and that the vendor no longer sees them', () => {
    const days = { expectedExchange: '2025-11-28', expectedCompletion: '2025-12-05', mortgageOfferExpires: '2026-03-01' }
    expect(lines({ archived: { ...archived, expectedExchange: '2025-11-28' } })).toContain(
      'The expected exchange 28/11/2025 is taken off.',
    )
    expect(lines({ archived: { ...archived, ...days, shareExpected: true } })).toContain(
      'The expected exchange 28/11/2025, the expected completion 05/12/2025 and the mortgage offer’s expiry 01/03/2026 are taken off, and the vendor no longer sees what was shared of them.',
    )
  })

  test('counts tasks that are cancelled and that stay, call-backs, and what waits', () => {
    const effects = (cancelled: number, kept: number, callBacks = 0, ending = 0, waiting = 0) =>
      lines({ tasks: { cancelled, kept }, callBacks, snoozes: { ending, kept: waiting } }).slice(2)
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

  test('says how long the property was on the market and under offer', () => {
    const said = (daysOnMarket: number | null, daysUnderOffer: number | null) => lines({ daysOnMarket, daysUnderOffer }).slice(2)
    expect(said(92, 34)).toEqual(['The property has been on the market for 92 days, the last 34 days under offer.'])
    expect(said(92, 1)).toEqual(['The property has been on the market for 92 days, the last 1 day under offer.'])
    expect(said(null, 34)).toEqual(['The sale has been under offer for 34 days.'])
  })

  test('is empty without an accepted offer', () => {
    expect(lines({ offer: null })).toEqual([])
  })
})

test('restoreConsequences names the days, tasks and waiting items that return, and the links that do not', () => {
  const nothing = { expectedExchange: null, expectedCompletion: null, mortgageOfferExpires: null, shareExpected: false }
  expect(
    restoreConsequences({ expected: nothing, completionDate: null, tasks: 0, snoozes: 0, partyLinks: 0, proposals: 0 }),
  ).toEqual([])
  const expected = { ...nothing, expectedExchange: '2025-11-28', shareExpected: true }
  const back = { expected, completionDate: '2025-12-05', tasks: 2, snoozes: 1, partyLinks: 3, proposals: 2 }
  expect(restoreConsequences(back)).toEqual([
    'The completion date 05/12/2025 and the expected exchange 28/11/2025 come back, shown to the vendor as before.',
    '2 tasks that the fall off cancelled are open again.',
    '1 item of Today waits again until its day.',
    '2 proposals of parties are open again.',
    '3 links of parties stay ended: send them anew from Contacts.',
  ])
})
