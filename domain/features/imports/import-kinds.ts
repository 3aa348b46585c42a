import { maxNoteLength } from '../notes/notes.rules.ts'
import { offerFields } from '../offers/offers.fields.ts'
import { identifierFields } from '../properties/identifiers.fields.ts'
import { propertyFields } from '../properties/property.fields.ts'
import { viewingFields } from '../viewings/viewings.fields.ts'
import {
  boardChoices,
  chainChoices,
  fallOffPartyChoices,
  offerStateChoices,
  ownershipChoices,
  priceOptionChoices,
  roleChoices,
  saleStatuses,
  statusChoices,
  stepChoices,
} from './choices.ts'
import { colleague, type ImportField, importedFields, importField, namesOfEmail, namesOfTelephone } from './import-field.ts'
import { stepFields, surveyFields } from './step-fields.ts'

/**
 * The kinds of file an import reads and their fields: [connect §1.2](docs/design/connect.md#1.2). The screen, the check, the template files
 * and the documentation are made from this registry.
 */

/** In the order in which they are checked and written: referenced kinds come first. */
export const importKindNames = [
  'firm',
  'person-at-firm',
  'property',
  'vendor',
  'offer',
  'sale',
  'viewing',
  'note',
  'document',
] as const
export type ImportKind = (typeof importKindNames)[number]

const field = importField
const needed = (of: ImportField): ImportField => ({ ...of, needed: true })
const maxRef = 120
const leastPrice = offerFields.amount.least
const usualPrice = offerFields.amount.import.usual
const usualFee = [10_000, 10_000_000] as const
const usualPercent = [0.1, 10] as const

const ref = (...otherNames: string[]): ImportField =>
  field('ref', 'Reference', 'text', [...otherNames, 'Ref', 'Our ref', 'Our reference', 'ID', 'Code', 'Number'], {
    max: maxRef,
    essential: true,
  })

const propertyRef = needed(
  field(
    'propertyRef',
    'Property reference',
    'text',
    [
      'Property ref',
      'Property ID',
      'Property code',
      'Property',
      'Prop ref',
      'Agent ref',
      'Property number',
      'Listing ID',
      'Listing ref',
      'Our ref',
      'Our reference',
      'Reference',
      'Ref',
    ],
    { max: maxRef, allowed: 'The reference of a property, in these files or imported before' },
  ),
)

const email = (...otherNames: string[]): ImportField => field('email', 'E-mail', 'email', [...otherNames, ...namesOfEmail])

const tel = (...otherNames: string[]): ImportField => field('tel', 'Telephone', 'telephone', [...otherNames, ...namesOfTelephone])

const progressor = field(
  'bStaff',
  'Progressor',
  'text',
  ['Sales progressor', 'Handler', 'Owner staff', 'Staff', 'Agent', 'Case handler', 'Progressed by', 'SP'],
  colleague,
)

const person = (fills: Readonly<Record<string, string>>, ...otherNames: string[]): ImportField =>
  field('fullName', 'Full name', 'person', otherNames, { fills, joined: ' ' })

const firm: readonly ImportField[] = [
  ref('Firm ref', 'Firm ID', 'Company ref', 'Company ID', 'Contact ref'),
  needed(
    field(
      'name',
      'Name',
      'text',
      ['Firm', 'Firm name', 'Company', 'Company name', 'Solicitor', 'Broker', 'Practice', 'Practice name'],
      {
        max: 160,
        nameOf: 'firm',
      },
    ),
  ),
  field('role', 'Role', 'choice', ['Firm type', 'Contact type', 'Company type', 'Type', 'Kind'], { choices: roleChoices }),
  email('Firm email', 'Office email'),
  tel('Office telephone', 'Office phone', 'Firm telephone'),
  field('address', 'Address', 'address', ['Firm address', 'Office address', 'Full address']),
  field('recommended', 'Recommended', 'yes-no', ['Preferred', 'Panel', 'On panel']),
]

const personAtFirm: readonly ImportField[] = [
  ref('Person ref', 'Person ID', 'Contact ref', 'Contact ID'),
  needed(
    field('firm', 'Firm', 'text', ['Firm name', 'Firm ref', 'Company', 'Company name', 'Solicitor', 'Practice'], { max: 160 }),
  ),
  needed(
    field('name', 'Name', 'text', ['Person', 'Contact', 'Contact name', 'Full name', 'Handler', 'Conveyancer'], {
      max: 160,
      nameOf: 'person',
    }),
  ),
  email(),
  tel('Direct dial', 'DDI'),
  field('note', 'Note', 'text', ['Notes', 'Comment', 'Comments', 'Job title'], { max: 2000, cut: true }),
]

const identifiers = importedFields(identifierFields)
const details = importedFields(propertyFields, { ownership: ownershipChoices, boardStatus: boardChoices })
const addressLine = { max: 120, joined: 'address' } as const
const isBeforePrice = ({ key }: ImportField): boolean => key === 'bedrooms' || key === 'ownership'

/** Names of a column of a person's details: "Buyer mobile", "Buyer's mobile". */
const detailNames = (whose: readonly string[], details: readonly string[]): string[] =>
  whose.flatMap((who) => [who, `${who}s`].flatMap((of) => details.map((detail) => `${of} ${detail}`)))

const buyers = ['Buyer', 'Purchaser', 'Applicant']
const telDetails = [
  'tel',
  'telephone',
  'phone',
  'mobile',
  'mob',
  'number',
  'contact number',
  'telephone number',
  'phone number',
  'tel no',
  'contact',
]
const emailDetails = ['email', 'e-mail', 'email address']

const fee: readonly ImportField[] = [
  field(
    'agencyFeePercent',
    'Fee percent',
    'number',
    ['Fee %', 'Commission %', 'Commission percent', 'Fee percentage', 'Fee %age', 'Fee rate', 'Commission rate'],
    {
      range: [0, 100],
      usual: usualPercent,
    },
  ),
  field(
    'agencyFee',
    'Fee',
    'fee',
    ['Fixed fee', 'Agency fee', 'Fee amount', 'Our fee', 'Sales fee', 'Agreed fee', 'Commission', 'Fees'],
    {
      zeroIsNone: true,
      usual: usualFee,
      fills: { agencyFeePercent: 'agencyFeePercent' },
      allowed: 'Per cent, such as 1.25 %, or an amount, such as \u00A33,500',
    },
  ),
]

const property: readonly ImportField[] = [
  ref('Property ref', 'Property ID', 'Property code', 'Agent ref', 'Property number', 'Listing ID', 'Property reference'),
  field('branch', 'Branch', 'choice', ['Office', 'Branch name', 'Branch code', 'Branch ID', 'Office name', 'Office code'], {
    essential: true,
  }),
  needed(
    field(
      'line1',
      'Address line 1',
      'text',
      ['Address 1', 'Line 1', 'Address1', 'First line', 'Street', 'Street address', 'House'],
      addressLine,
    ),
  ),
  field(
    'line2',
    'Address line 2',
    'text',
    ['Address 2', 'Line 2', 'Second line', 'Locality', 'Dependent locality', 'Village', 'Area'],
    addressLine,
  ),
  field('town', 'Town', 'text', ['City', 'Post town', 'Town or city', 'Address 3', 'Line 3', 'Town city', 'Address town'], {
    max: 80,
  }),
  field('county', 'County', 'text', ['Address 4', 'Region', 'Line 4'], { max: 80 }),
  needed(
    field('postcode', 'Postcode', 'postcode', ['Post code', 'Postal code', 'Zip', 'Zip code', 'Address postcode'], {
      absence: 'warning',
    }),
  ),
  field(
    'address',
    'Whole address',
    'address',
    ['Address', 'Full address', 'Property address', 'Property', 'Inline address', 'Adress'],
    {
      joined: 'address',
      fills: { line1: 'line1', line2: 'line2', town: 'town', county: 'county', postcode: 'postcode' },
    },
  ),
  ...details.filter(isBeforePrice),
  field(
    'askingPrice',
    'Asking price',
    'pounds',
    ['Current price', 'Marketing price', 'List price', 'Listing price', 'Guide price', 'Price', 'Asking', 'Ask price', 'Guide'],
    { usual: usualPrice, fills: { priceOption: 'priceOption' } },
  ),
  field('priceOption', 'Price option', 'choice', ['Price qualifier', 'Qualifier', 'Price type', 'Price prefix'], {
    choices: priceOptionChoices,
  }),
  field('priceFrom', 'Price from', 'day', ['Price date', 'Price since', 'Price effective', 'Date of price']),
  field('takenOn', 'Taken on', 'day', ['Take on', 'Instructed', 'Instruction date', 'Date instructed', 'Created', 'Create date']),
  field('launchedOn', 'Launched on', 'day', [
    'Launched',
    'Launch date',
    'On market',
    'On market date',
    'Date on market',
    'Marketed from',
  ]),
  field('listed', 'Listed', 'day', ['Listed on', 'Date listed', 'Listing date']),
  field('cSigned', 'Contract signed', 'day', ['Agreement signed', 'Terms signed', 'Agency agreement', 'Agency start'], {
    mayBeFuture: true,
  }),
  field('cTerm', 'Contract weeks', 'number', ['Agency weeks', 'Term weeks', 'Term', 'Contract term', 'Agency term'], {
    range: [0, 520],
    whole: true,
  }),
  ...fee,
  field('noticeGiven', 'Notice given', 'day', ['Notice', 'Notice date', 'Date of notice'], { mayBeFuture: true }),
  field('noticeDays', 'Notice days', 'number', ['Notice period', 'Days of notice'], { range: [0, 1000], whole: true }),
  progressor,
  ...details.filter((of) => !isBeforePrice(of)),
  ...identifiers,
  field('withdrawnOn', 'Withdrawn on', 'day', ['Withdrawn', 'Withdrawal date', 'Date withdrawn']),
  field('vendorFirstName', 'Vendor first name', 'text', ['Owner first name', 'Seller first name', 'Vendor forename'], {
    max: 80,
    nameOf: 'person',
  }),
  field(
    'vendorLastName',
    'Vendor last name',
    'text',
    ['Owner last name', 'Seller last name', 'Vendor surname', 'Owner surname'],
    {
      max: 80,
      nameOf: 'person',
    },
  ),
  {
    ...person(
      { firstName: 'vendorFirstName', lastName: 'vendorLastName' },
      'Vendor',
      'Vendors',
      'Vendor(s)',
      'Owners',
      'Sellers',
      'Vendor names',
      'Owner',
      'Seller',
      'Owner name',
      'Seller name',
      'Vendors name',
      'Vendor(s) name(s)',
    ),
    key: 'vendorName',
    title: 'Vendor name',
  },
  { ...email(...detailNames(['Vendor', 'Owner', 'Seller'], emailDetails)), key: 'vendorEmail', title: 'Vendor e-mail' },
  { ...tel(...detailNames(['Vendor', 'Owner', 'Seller'], telDetails)), key: 'vendorTel', title: 'Vendor telephone' },
  field(
    'status',
    'Status',
    'choice',
    ['Property status', 'Sale status', 'Selling status', 'Marketing status', 'Listing status', 'Availability', 'Phase', 'State'],
    {
      choices: statusChoices,
    },
  ),
]

const vendor: readonly ImportField[] = [
  ref('Vendor ref', 'Vendor ID', 'Owner ref', 'Owner ID'),
  propertyRef,
  field('firstName', 'First name', 'text', ['Forename', 'First', 'Given name', 'Vendor first name', 'Christian name'], {
    max: 80,
    nameOf: 'person',
  }),
  needed(
    field('lastName', 'Last name', 'text', ['Surname', 'Family name', 'Last', 'Vendor last name', 'Vendor surname'], {
      max: 80,
      nameOf: 'person',
    }),
  ),
  person({ firstName: 'firstName', lastName: 'lastName' }, 'Vendor name', 'Vendor', 'Owner name', 'Owner', 'Seller', 'Name'),
  email('Vendor email', 'Owner email'),
  tel('Vendor telephone', 'Owner telephone'),
]

const offer: readonly ImportField[] = [
  ref('Offer ref', 'Offer ID'),
  propertyRef,
  ...importedFields(offerFields, { state: offerStateChoices }),
]

/** "Kind sale takes the buyer's e-mail, telephone, cash, deposit, mortgage in principle, renting, notes." [seat §6](docs/design/seat.md#6). */
const buyerDetails = importedFields(offerFields).flatMap((of): ImportField[] => {
  const { title } = of
  const names = (own: string, details: readonly string[], others: readonly string[] = []) => [
    {
      ...of,
      title: own,
      otherNames: [...detailNames(buyers, details), ...others],
      ...(of.key === 'notes' && { keyIsNoName: true as const }),
    },
  ]
  if (of.key === 'tel') return names('Buyer telephone', telDetails)
  if (of.key === 'email') return names('Buyer e-mail', emailDetails)
  if (of.key === 'notes') return names('Buyer notes', ['notes', 'note', 'comments', 'position'])
  if (of.key === 'depositSize' || of.key === 'mip' || of.key === 'isRenting')
    return names(title, [title, ...of.otherNames], of.otherNames)
  return []
})

/** Names that say no side, or no role. Whose broker is not said is the buyer's. */
const shorter = {
  vendorSolicitor: ['VS'],
  buyerSolicitor: ['PS', 'BS'],
  vendorBroker: [],
  buyerBroker: ['Broker', 'Mortgage broker', 'Mortgage adviser', 'Financial adviser'],
} as const

const firmAndPerson = (side: 'vendor' | 'buyer', role: 'Solicitor' | 'Broker'): readonly ImportField[] => {
  const whose = side === 'vendor' ? ['Vendor', 'Seller', 'Owner'] : buyers
  const roles =
    role === 'Solicitor'
      ? ['solicitor', 'conveyancer', 'solicitors', 'sols', 'sol', 'conveyancing']
      : ['broker', 'mortgage broker', 'adviser', 'mortgage adviser']
  const names = detailNames(whose, roles)
  const title = `${whose[0]}\u2019s ${roles[0]}`
  return [
    field(
      `${side}${role}`,
      title,
      'text',
      [...names, ...names.map((name) => `${name} firm`), ...names.map((name) => `${name} ID`), ...shorter[`${side}${role}`]],
      {
        max: 160,
        nameOf: 'firm',
        allowed: 'The name or reference of a firm',
      },
    ),
    field(
      `${side}${role}Person`,
      `${title}, person`,
      'text',
      names.flatMap((name) => [`${name} contact`, `${name} name`, `${name} person`, `${name} handler`]),
      { max: 160, nameOf: 'person', allowed: 'The name of a person at that firm' },
    ),
    field(`${side}${role}Tel`, `${title}, telephone`, 'telephone', detailNames(names, telDetails.slice(0, -1))),
    field(`${side}${role}Email`, `${title}, e-mail`, 'email', detailNames(names, emailDetails)),
  ]
}

const sale: readonly ImportField[] = [
  propertyRef,
  field('buyerName', 'Buyer name', 'text', ['Buyer', 'Purchaser', 'Purchaser name', 'Applicant', 'Buyers'], {
    max: 160,
    nameOf: 'person',
    essential: true,
  }),
  field(
    'agreedPrice',
    'Agreed price',
    'pounds',
    [
      'Sale price',
      'Price agreed',
      'Sold price',
      'Sold for',
      'Purchase price',
      'Offer amount',
      'Offer agreed',
      'Price',
      'Offer price',
      'Accepted offer',
      'Offer',
    ],
    {
      least: leastPrice,
      usual: usualPrice,
      essential: true,
    },
  ),
  field(
    'acceptedOn',
    'Accepted on',
    'day',
    [
      'Accepted',
      'Sale agreed',
      'Sale agreed on',
      'Date agreed',
      'Agreed on',
      'SSTC date',
      'Offer agreed date',
      'Offer accepted',
      'Agreed',
      'Sale agreed date',
      'Sold',
      'Sold on',
      'SSTC',
      'Sale date',
      'Offer accepted date',
    ],
    { essential: true },
  ),
  field('cashBuy', 'Cash', 'yes-no', [
    'Cash buyer',
    'Cash buy',
    'Cash purchase',
    'Cash sale',
    'Cash or mortgage',
    'Cash mortgage',
    'Mortgage or cash',
    'Payment',
    'Method of purchase',
    'Purchase method',
    'Buying method',
    'Funding',
    'Finance',
    ...detailNames(buyers, ['cash', 'funding', 'finance', 'payment']),
  ]),
  ...buyerDetails,
  ...firmAndPerson('vendor', 'Solicitor'),
  ...firmAndPerson('buyer', 'Solicitor'),
  ...firmAndPerson('vendor', 'Broker'),
  ...firmAndPerson('buyer', 'Broker'),
  progressor,
  ...fee,
  field('chain', 'Chain', 'choice', ['Chain status', 'In chain', 'Chain position'], { choices: chainChoices }),
  field('status', 'Sale status', 'choice', ['Status', 'Sale state', 'Property status', 'Phase'], { choices: saleStatuses }),
  field(
    'completionDate',
    'Completion date',
    'day',
    ['Completion', 'Completes on', 'Date of completion', 'Agreed completion', 'Completion agreed'],
    { mayBeFuture: true },
  ),
  field(
    'expectedExchange',
    'Expected exchange',
    'day',
    ['Target exchange', 'Exchange target', 'Estimated exchange', 'Estimated exchange date', 'Expected exchange date'],
    {
      mayBeFuture: true,
    },
  ),
  field('expectedCompletion', 'Expected completion', 'day', ['Target completion', 'Completion target', 'Estimated completion'], {
    mayBeFuture: true,
  }),
  field(
    'fellThroughOn',
    'Fell through on',
    'day',
    ['Fell through', 'Fall through date', 'Fallen through', 'Fallen through on', 'Date fallen through', 'Aborted on'],
    { essential: true },
  ),
  field('fallReason', 'Fall-through reason', 'text', ['Reason for fall through', 'Reason fell through', 'Abort reason'], {
    max: 500,
    cut: true,
  }),
  field('fallParty', 'Fall-through party', 'choice', ['Fell through because of', 'Fall through by', 'Fallen through by'], {
    choices: fallOffPartyChoices,
  }),
  field('mortgageOfferExpires', 'Mortgage offer expires', 'day', ['Mortgage offer expiry', 'Mortgage expiry'], {
    mayBeFuture: true,
  }),
  ...stepFields,
  ...surveyFields,
]

/** Of a sale or a property; notes on a buyer say so. */
const notes = [
  'Note',
  'Notes',
  'Comment',
  'Comments',
  'Sale notes',
  'Progress notes',
  'Latest update',
  'Last update',
  'Updates',
  'Progress',
]

const viewing: readonly ImportField[] = [propertyRef, ...importedFields(viewingFields)]

const note: readonly ImportField[] = [
  propertyRef,
  needed(
    field('message', 'Text', 'text', [...notes, 'Message', 'Description'], {
      max: maxNoteLength,
      cut: true,
      joined: '\n',
    }),
  ),
  field('writtenOn', 'Written on', 'day', ['Note date', 'Written', 'Created on', 'Created', 'Date']),
  field('author', 'Author', 'text', ['By', 'Created by', 'User', 'Staff', 'Negotiator', 'Written by'], { max: 160 }),
  field('step', 'Step', 'choice', ['Milestone', 'Timeline step', 'Stage'], { choices: stepChoices }),
]

const document: readonly ImportField[] = [
  propertyRef,
  needed(field('fileName', 'File name in the ZIP', 'text', ['File', 'Filename', 'File name', 'Path', 'Document'], { max: 255 })),
  field('note', 'Note', 'text', ['Title', 'Description', 'Notes', 'Name', 'Caption'], { max: 1000, cut: true }),
  field('when', 'Day', 'day', ['Document date', 'Uploaded on', 'Uploaded', 'Date', 'Created']),
]

export const importKinds: Record<ImportKind, { title: string; fields: readonly ImportField[] }> = {
  firm: { title: 'Firms', fields: firm },
  'person-at-firm': { title: 'People at firms', fields: personAtFirm },
  property: { title: 'Properties', fields: property },
  vendor: { title: 'Vendors', fields: vendor },
  offer: { title: 'Offers', fields: offer },
  sale: { title: 'Sales', fields: sale },
  viewing: { title: 'Viewings', fields: viewing },
  note: { title: 'Notes', fields: note },
  document: { title: 'Documents', fields: document },
}

export const findImportField = (kind: ImportKind, key: string): ImportField | undefined =>
  importKinds[kind].fields.find((of) => of.key === key)
