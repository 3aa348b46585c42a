import { defineFields, type EntityValues } from '../../fields/fields.ts'

/**
 * The numbers by which registers know a home: [sale-file §1](docs/design/sale-file.md#1). A reader gives a number the one form in which it is
 * stored, null if it is none.
 */

const withoutSpaces = (text: string): string => text.normalize('NFKC').replace(/\s/g, '')

/** "1 to 12 digits after removing spaces and leading zeros; no check digit exists, so nothing more is promised." */
export function readUprn(text: string): string | null {
  const digits = withoutSpaces(text).replace(/^0+/, '')
  return /^\d{1,12}$/.test(digits) ? digits : null
}

/** "Capitals, no spaces" (HM Land Registry's own schema). */
export function readTitleNumber(text: string): string | null {
  const title = withoutSpaces(text).toUpperCase()
  return /^[A-Z]{0,3}\d{1,6}[ZT]?$/.test(title) ? title : null
}

/** "20 digits without hyphens, and a pasted address of the register, are taken." */
export function readEpcNumber(text: string): string | null {
  const plain = withoutSpaces(text)
  const inAddress = /^https?:\/\/[^?#]*\/energy-certificate\/([\d-]+)\/?(?:[?#].*)?$/i.exec(plain)?.[1]
  const digits = (inAddress ?? plain).replace(/[-\u2010-\u2013]/g, '')
  return /^\d{20}$/.test(digits) ? digits.replace(/\d{4}(?=\d)/g, '$&-') : null
}

/**
 * What a typed text is as a number of a register; a number of few digits may be a UPRN, a title and a house number. The text as a whole is
 * read: "2 Number Row" is none. A band is not searched: it says of no home which it is.
 */
export const searchedIdentifiers = (text: string) => ({
  uprn: readUprn(text),
  titleNumber: readTitleNumber(text),
  epcNumber: readEpcNumber(text),
})

export const notBanded = 'Not banded'

/** "A–I (I is Welsh) or Not banded." */
export function readTaxBand(text: string): string | null {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[\s:-]+/g, ' ')
  if (/^(?:not|un|non) ?banded$/.test(words)) return notBanded
  return /^(?:(?:council tax )?band )?([a-i])$/.exec(words)?.[1]?.toUpperCase() ?? null
}

export const identifierFields = defineFields({
  uprn: {
    kind: 'code',
    label: 'UPRN',
    column: 'uprn',
    read: readUprn,
    ask: 'A UPRN has 1 to 12 digits.',
    import: {
      otherNames: ['Unique property reference number', 'UPRN number', 'OS UPRN', 'AddressBase UPRN', 'Property UPRN'],
    },
  },
  titleNumbers: {
    kind: 'codes',
    label: 'Title numbers',
    column: 'title_numbers',
    read: readTitleNumber,
    max: 10,
    ask: 'A title number has up to 3 letters and up to 6 digits, such as BK123456. A property has 10 at most.',
    import: {
      otherNames: [
        'Title number',
        'Title no',
        'Title nos',
        'Land Registry title',
        'Land Registry title number',
        'HMLR title',
        'HMLR title number',
        'Title reference',
        'Title ref',
      ],
    },
  },
  epcNumber: {
    kind: 'code',
    label: 'EPC number',
    column: 'epc_number',
    read: readEpcNumber,
    ask: 'An EPC number has 20 digits, such as 0000-1111-2222-3333-4444.',
    // A column "EPC" has ratings, "Title" Mr and Mrs.
    import: {
      otherNames: ['EPC certificate number', 'EPC reference', 'EPC ref', 'EPC RRN', 'RRN', 'Energy certificate number'],
    },
  },
  councilTaxBand: {
    kind: 'code',
    label: 'Council-tax band',
    column: 'council_tax_band',
    read: readTaxBand,
    ask: `A council-tax band is a letter from A to I, or ${notBanded}.`,
    import: { otherNames: ['Council tax', 'CT band', 'Tax band', 'Council tax banding', 'C tax band', 'CTAX band'] },
  },
})

/** The identifiers that a look-up has. */
export const lookedUpKeys = ['uprn', 'titleNumbers', 'epcNumber'] as const

export type Identifiers = EntityValues<typeof identifierFields>
