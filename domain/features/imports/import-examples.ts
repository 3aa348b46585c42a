import { addDays, type DateOnly, showDate } from '../../common/dates.ts'
import { type StepName, stepKeys } from '../timeline/step-definitions.ts'
import { type ImportKind, importKinds } from './import-kinds.ts'

/**
 * The example row of each template. Together the templates describe one made-up sale, whose days are counted from the day of the download, so
 * that each passes the check as it is. Telephone numbers are of Ofcom's drama ranges.
 */

export type ExampleContext = {
  today: DateOnly
  /** Name of a branch of the company. */
  branch: string
}

type Example = Readonly<Record<string, string>>

const property = 'P-1001'
const firm = 'Alder & Reed Solicitors'
const buyer = { name: 'Tamsin Larkspur', email: 'tamsin.larkspur@sample.example', tel: '0118 496 0145' }
const vendor = { first: 'Bryony', last: 'Otter', email: 'bryony.otter@sample.example', tel: '0118 496 0123' }

export function importExample(kind: ImportKind, { today, branch }: ExampleContext): Example {
  const on = (days: number): string => showDate(addDays(today, days))
  const done = (name: StepName, days: number): Example => ({ [`step.${stepKeys[name]}.done`]: on(days) })
  const started = (name: StepName, days: number): Example => ({
    [`step.${stepKeys[name]}.started`]: on(days),
    [`step.${stepKeys[name]}.state`]: 'In progress',
  })
  const examples: Record<ImportKind, Example> = {
    firm: {
      ref: 'F-201',
      name: firm,
      role: 'Solicitor',
      email: 'office@alder-reed.example',
      tel: '0118 496 0160',
      address: '1 Sample Street, Reading, RG1 9ZZ',
      recommended: 'yes',
    },
    'person-at-firm': {
      ref: 'F-201-1',
      firm,
      name: 'Calliope Primrose',
      email: 'c.primrose@alder-reed.example',
      tel: '0118 496 0161',
      note: 'Handles sales in Reading',
    },
    property: {
      ref: property,
      branch,
      line1: '27 Sample Road',
      town: 'Reading',
      county: 'Berkshire',
      postcode: 'RG30 9ZZ',
      bedrooms: '3',
      ownership: 'Freehold',
      askingPrice: '£285,000',
      priceOption: 'Guide price',
      priceFrom: on(-100),
      takenOn: on(-110),
      launchedOn: on(-100),
      listed: on(-100),
      cSigned: on(-110),
      cTerm: '16',
      agencyFeePercent: '1.25',
      boardStatus: 'Board ordered',
      uprn: '999999999901',
      titleNumbers: 'ZZ999901; ZZ999902',
      epcNumber: '0000-1111-2222-3333-4444',
      councilTaxBand: 'D',
      vendorFirstName: vendor.first,
      vendorLastName: vendor.last,
      vendorEmail: vendor.email,
      vendorTel: vendor.tel,
      status: 'For sale',
    },
    vendor: {
      ref: 'V-301',
      propertyRef: property,
      firstName: vendor.first,
      lastName: vendor.last,
      email: vendor.email,
      tel: vendor.tel,
    },
    offer: {
      ref: 'O-401',
      propertyRef: property,
      name: buyer.name,
      amount: '£280,000',
      when: on(-72),
      state: 'Accepted',
      acceptedOn: on(-70),
      email: buyer.email,
      tel: buyer.tel,
      depositSize: '£28,000',
      cashBuy: 'no',
      mip: 'yes',
      chain: 'no',
      isRenting: 'yes',
      notes: 'Can move from the end of the year',
      mayContact: 'yes',
    },
    sale: {
      propertyRef: property,
      buyerName: buyer.name,
      agreedPrice: '£280,000',
      acceptedOn: on(-70),
      cashBuy: 'no',
      vendorSolicitor: firm,
      vendorSolicitorPerson: 'Calliope Primrose',
      chain: 'No chain',
      expectedExchange: on(28),
      expectedCompletion: on(42),
      mortgageOfferExpires: on(120),
      ...done('MemoOfSaleSent', -68),
      ...done('MortgageAppSubmitted', -60),
      ...done('MortgageValuationBooked', -55),
      ...done('MortgageValuationCompleted', -48),
      ...done('DraftContractsIssued', -50),
      ...done('SearchesAppliedFor', -49),
      ...started('SearchesBack', -49),
      'survey.1.type': 'Home buyers survey',
      'survey.1.date': on(-45),
      'survey.1.done': on(-40),
    },
    viewing: {
      propertyRef: property,
      name: buyer.name,
      when: on(-80),
      time: '14:30',
      notes: 'Liked the garden',
      tel: buyer.tel,
      email: buyer.email,
      mayContact: 'yes',
    },
    note: {
      propertyRef: property,
      message: 'The keys are at the office.',
      writtenOn: on(-90),
      author: 'Office',
      step: 'Searches back',
    },
    document: { propertyRef: property, fileName: 'memorandum.pdf', note: 'Memorandum of sale', when: on(-68) },
  }
  return examples[kind]
}

/** The cells of the example row, in the order of the kind's columns. */
export const exampleCells = (kind: ImportKind, context: ExampleContext): string[] => {
  const example = importExample(kind, context)
  return importKinds[kind].fields.map(({ key }) => example[key] ?? '')
}
