import type { DateOnly } from '@gya/domain/common/dates.ts'
import { normaliseFirmName } from '@gya/domain/features/contacts/contacts.rules.ts'
import type { FieldValues } from '@gya/domain/features/imports/decide-row.ts'

/** The data about a property in the rows of an import. */
export type PropertyContents = {
  line: string
  fate: 'written' | 'error' | 'duplicate'
  /** The existing property that its row updates. */
  targetId: string | null
  /** The accepted offer of the files for this property. */
  acceptedOffer: { acceptedOn: DateOnly | null; cashBuy: boolean } | null
  /** The files contain an accepted offer or a sale for it that will be written. */
  hasSale: boolean
  /** Branch and values of the row that creates it. */
  created: { branchId: string | null; values: FieldValues } | null
  /** The first line with its vendor, and the vendor's e-mail. */
  vendor: { line: string; email: string } | null
}

/** `people`: names by lower-case name. */
export type FirmContents = { line: string; name: string; groupKey: string; people: Map<string, string> }

/** The properties and firms of the files, by reference, firms also by name. */
export class ImportContents {
  readonly properties = new Map<string, PropertyContents>()
  readonly #firms = new Map<string, FirmContents>()

  /** The entry of a property; created for an existing property that has no row of its own. */
  propertyOf(ref: string, line: string): PropertyContents {
    const known = this.properties.get(ref)
    if (known) return known
    const own: PropertyContents = {
      line,
      fate: 'written',
      targetId: null,
      acceptedOffer: null,
      hasSale: false,
      created: null,
      vendor: null,
    }
    this.properties.set(ref, own)
    return own
  }

  addFirm(ref: string | null, firm: FirmContents): void {
    for (const key of [ref === null ? null : `ref ${ref}`, `name ${normaliseFirmName(firm.name)}`])
      if (key !== null && !this.#firms.has(key)) this.#firms.set(key, firm)
  }

  /** By reference, otherwise by name. */
  findFirm(words: string): FirmContents | undefined {
    return this.#firms.get(`ref ${words}`) ?? this.#firms.get(`name ${normaliseFirmName(words)}`)
  }
}
