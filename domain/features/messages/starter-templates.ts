import { stepKeys } from '../timeline/step-definitions.ts'
import type { MessageTemplateDraft } from './messages.model.ts'

/**
 * "Seven come with a company, copied on creation: chase vendor's solicitor, chase buyer's solicitor, chase broker, all
 * parties, offer accepted (vendor, buyer), exchanged." [day §4](docs/design/day.md#4).
 */

const signature = `Kind regards,
{progressor.name, Sales progression}
{company}`

const chase = (sales: string): string => `Dear {recipient},

${sales}We would be grateful for a short reply, or a call, with the day by which we can expect each of them.

${signature}`

const eachSale = `{#sales}{address}
{steps, Please let us know how this sale stands.}

{/sales}`

/** A solicitor may act for the vendor in one sale and for the buyer in another: the text says so for each. */
const chaseSolicitor = chase(`{#sides}We are writing about the following, where you act for {side, your client}:

${eachSale}{/sides}`)

const {
  DraftContractsIssued,
  EnquiriesAnswered,
  Exchanged,
  Completed,
  SearchesAppliedFor,
  SearchesBack,
  EnquiriesRaised,
  ReportedToBuyer,
  DocumentsAndDepositsReceived,
  MortgageAppSubmitted,
  MortgageValuationBooked,
  MortgageValuationCompleted,
  MortgageApproved,
} = stepKeys

const email = { channel: 'email', event: null, steps: [] } as const

export const starterTemplates: readonly MessageTemplateDraft[] = [
  {
    ...email,
    name: 'Chase vendor’s solicitor',
    audience: ['vendorSolicitor'],
    steps: [DraftContractsIssued, EnquiriesAnswered, Exchanged, Completed],
    subject: '{line1, Our sales}: what is outstanding',
    body: chaseSolicitor,
  },
  {
    ...email,
    name: 'Chase buyer’s solicitor',
    audience: ['buyerSolicitor'],
    steps: [SearchesAppliedFor, SearchesBack, EnquiriesRaised, ReportedToBuyer, DocumentsAndDepositsReceived],
    subject: '{line1, Our sales}: what is outstanding',
    body: chaseSolicitor,
  },
  {
    ...email,
    name: 'Chase broker',
    audience: ['vendorBroker', 'buyerBroker'],
    steps: [MortgageAppSubmitted, MortgageValuationBooked, MortgageValuationCompleted, MortgageApproved],
    subject: '{line1, Our sales}: the mortgage',
    body: chase(`We are writing about the mortgage for the following:

${eachSale}`),
  },
  {
    ...email,
    name: 'All parties',
    audience: [
      'vendor',
      'buyer',
      'vendorSolicitor',
      'buyerSolicitor',
      'vendorBroker',
      'buyerBroker',
      'vendorContact',
      'buyerContact',
    ],
    subject: '{line1, Your sale}: how it stands',
    body: `Dear {recipient},

We are writing to everybody who is involved in the sale of {address, the property}.

We are working towards exchange on {expectedExchange, a day that is still to be agreed}. If there is anything that could hold it up, please tell us.

${signature}`,
  },
  {
    ...email,
    name: 'Offer accepted: vendor',
    audience: ['vendor'],
    event: 'offerAccepted',
    subject: '{line1}: offer accepted',
    body: `Dear {recipient},

We are pleased to confirm that you have accepted an offer of {agreedPrice} for {address}.

We will now send the memorandum of sale to both solicitors. Please tell us who acts for you if you have not done so yet.

${signature}`,
  },
  {
    ...email,
    name: 'Offer accepted: buyer',
    audience: ['buyer'],
    event: 'offerAccepted',
    subject: '{line1}: your offer has been accepted',
    body: `Dear {recipient},

We are pleased to confirm that your offer of {agreedPrice} for {address} has been accepted.

We will now send the memorandum of sale to both solicitors. Please tell us who acts for you, and which lender you are using, if you have not done so yet.

${signature}`,
  },
  {
    ...email,
    name: 'Exchanged',
    audience: ['vendor', 'buyer'],
    event: 'exchanged',
    subject: '{line1}: contracts exchanged',
    body: `Dear {recipient},

Contracts have been exchanged on {address}: the sale is now binding. Completion is on {completionDate, a day that your solicitor will confirm}.

We will be in touch about the keys before then.

${signature}`,
  },
]
