import { defineFields } from '../../fields/fields.ts'
import { mayContact } from '../../fields/may-contact.ts'

/** P pending, A accepted, R rejected, W withdrawn. */
export const offerStates = ['P', 'A', 'R', 'W'] as const

/** The fields of an offer. */
export const offerFields = defineFields({
  name: {
    kind: 'personName',
    label: 'Buyer name',
    recordedAs: 'Buyer',
    column: 'name',
    max: 160,
    ask: "the buyer's name",
    required: true,
    import: { otherNames: ['Buyer', 'Applicant name', 'Applicant', 'Purchaser', 'Bidder', 'Name'], needed: true },
  },
  amount: {
    kind: 'money',
    label: 'Amount',
    column: 'amount',
    least: 100,
    required: true,
    ownEntry: true,
    import: {
      otherNames: ['Offer amount', 'Offer', 'Offered', 'Bid', 'Value', 'Price'],
      needed: true,
      // "A price below £5,000: a warning." [seat §6](docs/design/seat.md#6)
      usual: [500_000, 5_000_000_000],
    },
  },
  when: {
    kind: 'day',
    label: 'Offered on',
    recordedAs: 'Offer date',
    column: 'made_on',
    initial: null,
    import: {
      title: 'Made on',
      otherNames: ['Offer date', 'Offered on', 'Date of offer', 'Made', 'Date', 'Created'],
    },
  },
  state: {
    kind: 'choice',
    label: 'Status',
    column: 'state',
    options: offerStates,
    initial: 'P',
    ask: 'Choose a status.',
    ownEntry: true,
    import: { title: 'State', otherNames: ['Offer status', 'Offer state', 'Outcome', 'Status'] },
  },
  /** Only of an accepted offer. Default: today. */
  acceptedOn: {
    kind: 'dayOrNone',
    label: 'Accepted on',
    column: 'accepted_on',
    initial: null,
    ownEntry: true,
    import: { otherNames: ['Accepted', 'Date accepted', 'Acceptance date', 'Agreed on', 'Date agreed'], essential: true },
  },
  increasedOn: { kind: 'dayOrNone', label: 'Increased on', column: 'increased_on', readOnly: true },
  tel: {
    kind: 'tel',
    label: 'Telephone',
    column: 'tel',
    import: { otherNames: ['Buyer telephone', 'Applicant telephone', 'Buyer phone', 'Buyer mobile'] },
  },
  email: {
    kind: 'email',
    label: 'E-mail',
    column: 'email',
    import: { otherNames: ['Buyer email', 'Applicant email', 'Purchaser email'], after: 'acceptedOn' },
  },
  depositSize: {
    kind: 'money',
    label: 'Deposit size',
    recordedAs: 'Deposit',
    column: 'deposit_size',
    import: { title: 'Deposit', otherNames: ['Deposit size', 'Deposit amount'] },
  },
  cashBuy: {
    kind: 'yesNo',
    label: 'Payment',
    recordedAs: 'Cash buy',
    column: 'cash_buy',
    required: true,
    ask: 'Choose cash or mortgage.',
    import: { title: 'Cash', otherNames: ['Cash buyer', 'Cash buy', 'Cash purchase'] },
  },
  mip: {
    kind: 'tick',
    label: 'Mortgage in principle',
    column: 'mip',
    import: { otherNames: ['MIP', 'AIP', 'DIP', 'Agreement in principle', 'Decision in principle'] },
  },
  chain: {
    kind: 'yesNo',
    label: 'Chain',
    column: 'chain',
    required: true,
    ask: 'Say whether the buyer is in a chain.',
    import: { title: 'In chain', otherNames: ['Chain', 'Has chain', 'Property to sell'] },
  },
  isRenting: {
    kind: 'tick',
    label: 'Renting',
    column: 'is_renting',
    import: { otherNames: ['Is renting', 'Tenant', 'Rents'] },
  },
  notes: {
    kind: 'text',
    label: 'Notes',
    column: 'notes',
    max: 2000,
    import: { otherNames: ['Note', 'Comment', 'Comments', 'Conditions'] },
  },
  mayContact,
})
