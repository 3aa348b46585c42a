import { fullStreetWord } from '../addresses/full-street-word.ts'
import { normaliseFirmName } from '../contacts/likely-duplicates.ts'
import { addressOfRef } from './address-ref.ts'
import type { FieldValues } from './decide-row.ts'
import { foldName } from './fold-name.ts'
import type { ImportKind } from './import-kinds.ts'

/**
 * The identity of the object of a row, and the rows that are written together. [connect §1.3](docs/design/connect.md#1.3), rules 3, 4 and
 * 7.
 */

/** "Numbers and words, 'road' = 'rd'." "12, Chapel Rd." and "12 chapel road" are the same first line. */
export const foldLine1 = (line1: string): string => foldName(line1).split(' ').map(fullStreetWord).join(' ')

const postcodeAtEnd = /[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i

/** The postcode of a one-line address without spaces; empty if there is none. */
export const postcodeKey = (address: string): string =>
  (postcodeAtEnd.exec(address.trim())?.[0] ?? '').replace(/\s/g, '').toUpperCase()

/** A part of a building: its street is in the second line. */
const partOfBuilding =
  /^(?:flat|apartment|apt|unit|studio|suite|room|plot|maisonette|(?:ground|first|second|third|top) floor)\b[^,]*$/i

const halfPostcode = /^[A-Z]{1,2}\d[A-Z\d]?$/i

/** Key for comparing addresses of properties; null without a whole postcode, because a first line is not unique. */
export function addressKey(line1: string, line2: string, postcode: string): string | null {
  if (line1 === '' || postcode === '' || halfPostcode.test(postcode)) return null
  const street = partOfBuilding.test(line1.trim()) ? ` ${foldLine1(line2)}` : ''
  return `${postcode.replace(/\s/g, '').toLowerCase()} ${foldLine1(line1)}${street}`.trimEnd()
}

const text = (value: FieldValues[string]): string => (value === undefined || value === null ? '' : String(value))

/** Key of an object by its identifying fields, for rows without a reference; null if they are empty. */
export function identityOf(kind: ImportKind, values: FieldValues): string | null {
  const of = (...parts: string[]): string => parts.map((part) => text(values[part]).trim().toLowerCase()).join('|')
  const name = foldName(text(values.name))
  switch (kind) {
    case 'property':
      return addressKey(text(values.line1), text(values.line2), text(values.postcode))
    case 'vendor':
      return text(values.email) === '' ? null : of('propertyRef', 'email')
    case 'firm':
      return name === '' ? null : `${normaliseFirmName(text(values.name))}|${postcodeKey(text(values.address))}`
    case 'person-at-firm':
      return `${normaliseFirmName(text(values.firm))}|${name}`
    case 'offer':
      return `${of('propertyRef')}|${name}|${of('amount', 'when')}`
    case 'viewing':
      return `${of('propertyRef')}|${name}|${of('when', 'time')}`
    case 'note':
      return of('propertyRef', 'message', 'writtenOn')
    case 'document':
      return of('propertyRef', 'fileName')
    case 'sale':
      return of('propertyRef', 'fellThroughOn')
  }
}

/** Kinds whose rows are properties or belong to one. */
export const isAboutFirm = (kind: ImportKind): boolean => kind === 'firm' || kind === 'person-at-firm'

/** Rows with the same key are written in one transaction. */
export function groupKeyOf(kind: ImportKind, values: FieldValues, line: string): string {
  if (kind === 'firm') return `firm:${normaliseFirmName(text(values.name)) || line}`
  if (kind === 'person-at-firm') return `firm:${normaliseFirmName(text(values.firm)) || line}`
  const ref = text(kind === 'property' ? values.ref : values.propertyRef)
  const address = addressOfRef(ref)
  if (address !== null) return `property-at:${address}`
  if (ref !== '') return `property:${ref}`
  return `property-at:${identityOf('property', values) ?? line}`
}

/** The title of a row on screen. */
export function titleOfRow(kind: ImportKind, values: FieldValues): string {
  const join = (...keys: string[]): string =>
    keys
      .map((key) => text(values[key]))
      .filter(Boolean)
      .join(' ')
  switch (kind) {
    case 'property':
      return join('line1', 'postcode')
    case 'firm':
      return join('name')
    case 'person-at-firm':
      return [text(values.name), text(values.firm)].filter(Boolean).join(', ')
    case 'vendor':
      return join('firstName', 'lastName')
    case 'sale':
      return join('buyerName') || join('propertyRef')
    case 'note':
      return text(values.message).slice(0, 80).toWellFormed()
    case 'document':
      return join('fileName')
    default:
      return join('name')
  }
}
