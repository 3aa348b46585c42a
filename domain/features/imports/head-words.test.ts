import { describe, expect, test } from 'vitest'
import { findChoice, saleStatuses } from './choices.ts'
import { inTradeWords } from './head-words.ts'
import { recogniseColumns } from './recognise-columns.ts'

describe('names of columns in the words and abbreviations of the trade', () => {
  test.each([
    ['sale', 'buyerName', 'Purchaser(s)', 'Purchasers', 'Buyers', 'Buyer Name(s)', 'Applicants', 'P name'],
    ['sale', 'tel', 'P tel', 'Purchaser Mob', "Buyer's contact no."],
    ['sale', 'email', 'P email', 'Purchaser e-mail'],
    ['sale', 'vendorSolicitor', 'V Sols', 'V Sol', 'VS', 'Vendor Solrs', "Seller's conveyancers"],
    ['sale', 'vendorSolicitorTel', 'V Sols tel', 'V Sol phone', 'Vendors sols mobile'],
    ['sale', 'vendorSolicitorEmail', 'V Sols email', 'Vendor solicitor e-mail'],
    ['sale', 'buyerSolicitor', 'P Sols', 'B Sol', 'PS', 'Purchasers Solrs'],
    ['sale', 'buyerSolicitorTel', 'P Sols tel', 'B Sols tel no'],
    ['sale', 'buyerSolicitorEmail', 'P Sols email', 'Purchaser Sol email'],
    ['sale', 'buyerBroker', 'Broker', 'Mtg Broker', 'IFA'],
    ['sale', 'step.24.done', 'Exch date', 'Exch', 'Date exchanged', 'Exchanged on'],
    ['sale', 'completionDate', 'Comp date', 'Comp', 'Compl date', 'Agreed completion date'],
    ['sale', 'step.25.done', 'Completed', 'Date completed'],
    ['sale', 'expectedExchange', 'Target exch', 'Exch target', 'Est exchange', 'Exp exch', 'Anticipated exchange date'],
    ['sale', 'expectedCompletion', 'Target comp', 'Target comp date', 'Proposed completion', 'Exp comp'],
    ['sale', 'cashBuy', 'Mortgage / Cash', 'Cash/Mtg', 'Mtg or cash', 'Method of purchase'],
    ['sale', 'acceptedOn', 'Date SSTC', 'Sold STC date', 'Date sold', 'Offer accepted date'],
    ['sale', 'agreedPrice', 'Agreed price (£)', 'SSTC price', 'Accepted offer'],
    ['sale', 'step.30.done', 'Memo sent', 'MoS', 'Sales memo', 'Date memorandum sent'],
    ['sale', 'step.31.done', 'Drafts out', 'Contract pack', 'Contracts out'],
    ['sale', 'step.33.done', 'Searches in', "Searches rec'd", 'Search received'],
    ['sale', 'step.34.done', 'Enqs', 'Enqs raised'],
    ['sale', 'step.29.done', 'Mtg offer', "Mtg offer rec'd"],
    ['sale', 'mortgageOfferExpires', 'Mtg offer exp', 'Mortgage offer expiry date'],
    ['sale', 'bStaff', 'SP', 'Sales prog', 'Case handler'],
    ['property', 'askingPrice', 'Asking', 'Asking £', 'Ask price', 'Guide'],
    ['property', 'negotiator', 'Neg', 'Listing neg'],
    ['property', 'vendorName', 'Vendor name(s)', 'Owners', 'Client', "Client's name"],
    ['property', 'vendorTel', 'V Tel', 'Vendor mobile no', 'Seller mob'],
    ['property', 'vendorEmail', 'V email', 'Client e-mail'],
    ['property', 'takenOn', 'Date taken on', 'Take on date', 'Date instructed'],
    ['property', 'ownership', 'F/L', 'Freehold/Leasehold'],
    ['property', 'bedrooms', 'Bed', 'No of beds'],
  ] as const)('%s: %s', (kind, field, ...columns) => {
    expect(columns.map((column) => recogniseColumns(kind, [column])[column])).toEqual(columns.map(() => field))
  })

  /** From public files of these systems: [seat §6](docs/design/seat.md#6), point 11. Expert Agent's and Jupix' addresses are known at second hand only. */
  test.each([
    [
      'Reapit',
      'sale',
      {
        vendorSolicitorId: 'vendorSolicitor',
        buyerSolicitorId: 'buyerSolicitor',
        mortgageOfferReceived: 'step.29.done',
        searchesReceived: 'step.33.done',
        contractReceived: 'step.31.done',
        exchangedVendor: 'step.24.done',
        completion: 'completionDate',
      },
    ],
    [
      'Reapit',
      'property',
      {
        'address.buildingName': 'line1',
        'address.buildingNumber': 'line1',
        'address.line1': 'line1',
        'address.line2': 'line2',
        'address.postcode': 'postcode',
      },
    ],
    ['Alto', 'property', { nameNumber: 'line1', street: 'line1', locality: 'line2', town: 'town', salesProgressor: 'bStaff' }],
    [
      'Alto',
      'sale',
      {
        offerAmount: 'agreedPrice',
        offerAgreedDate: 'acceptedOn',
        estimatedExchangeDate: 'expectedExchange',
        exchangeDate: 'step.24.done',
        salesProgressor: 'bStaff',
      },
    ],
    ['Street', 'property', { line_1: 'line1', inline_address: 'address', sale_status: 'status' }],
    ['Street', 'sale', { sale_status: 'status', buyerSolicitor: 'buyerSolicitor' }],
    [
      'Jupix',
      'property',
      {
        addressName: 'line1',
        addressNumber: 'line1',
        addressStreet: 'line1',
        addressTown: 'town',
        addressPostcode: 'postcode',
        availability: 'status',
      },
    ],
    ['price paid', 'property', { paon: 'line1', saon: 'line1', street: 'line1', postcode: 'postcode' }],
    ['Expert Agent', 'property', { house_number: 'line1', street: 'line1', postcode: 'postcode' }],
  ] as const)('names of %s, %s', (_system, kind, fields) => {
    expect(recogniseColumns(kind, Object.keys(fields))).toEqual(fields)
  })

  test.each([
    ['under_offer', 'sold'],
    ['sold_stc', 'sold'],
    ['exchanged', 'exchanged'],
    ['completed', 'completed'],
    ['for_sale', 'forSale'],
    ['withdrawn', 'withdrawn'],
    ['fallen_through', 'fallenThrough'],
  ])('the status %s of Street', (theirs, ours) => {
    expect(findChoice(saleStatuses, theirs)).toBe(ours)
  })

  test('a column of words is no day because a name of that day has them', () => {
    expect(recogniseColumns('property', ['Asking price', 'Price'])).toEqual({ 'Asking price': 'askingPrice', Price: null })
    expect(recogniseColumns('sale', ['Date', 'On', 'V', 'S'])).toEqual({ Date: null, On: null, V: null, S: null })
    expect(inTradeWords('Date', { withoutDay: true })).toBe('')
  })
})
