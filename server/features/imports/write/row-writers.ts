import type { ImportKind } from '@gya/domain/features/imports/import-kinds.ts'
import type { WriteRow } from './write-context.ts'
import { writeDocument, writeNote, writeViewing } from './write-in-property.ts'
import { writeOffer } from './write-offer.ts'
import { updateImportedProperty } from './write-property.ts'
import { writeSale } from './write-sale.ts'
import { writeVendor } from './write-vendor.ts'

/** The functions that write the rows of a property, by kind. */
export const rowWriters: Record<Exclude<ImportKind, 'firm' | 'person-at-firm'>, WriteRow> = {
  property: updateImportedProperty,
  vendor: writeVendor,
  offer: writeOffer,
  sale: writeSale,
  viewing: writeViewing,
  note: writeNote,
  document: writeDocument,
}
