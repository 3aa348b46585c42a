import { normaliseFirmName } from '@gya/domain/features/contacts/contacts.rules.ts'

/** What the other rows of an import say about a property. */
export type PropertyInFiles = {
  line: string
  fate: 'written' | 'error' | 'duplicate'
  /** The property of GYA that its row updates. */
  targetId: string | null
  /** A row of these files has its accepted offer. */
  hasAcceptedOffer: boolean
  /** The line that has named its vendor, and the vendor's e-mail. */
  vendor: { line: string; email: string } | null
}

/** `people`: names by their lower case. */
export type FirmInFiles = { line: string; name: string; groupKey: string; people: Map<string, string> }

/** Properties by reference, and firms by reference and name, that the files bring. */
export class InFiles {
  readonly properties = new Map<string, PropertyInFiles>()
  readonly #firms = new Map<string, FirmInFiles>()

  /** Of a property that GYA has and these files do not, from the line of its first part on. */
  propertyOf(ref: string, line: string): PropertyInFiles {
    const known = this.properties.get(ref)
    if (known) return known
    const own: PropertyInFiles = { line, fate: 'written', targetId: null, hasAcceptedOffer: false, vendor: null }
    this.properties.set(ref, own)
    return own
  }

  addFirm(ref: string | null, firm: FirmInFiles): void {
    for (const key of [ref === null ? null : `ref ${ref}`, `name ${normaliseFirmName(firm.name)}`])
      if (key !== null && !this.#firms.has(key)) this.#firms.set(key, firm)
  }

  /** By reference, else by name. */
  findFirm(words: string): FirmInFiles | undefined {
    return this.#firms.get(`ref ${words}`) ?? this.#firms.get(`name ${normaliseFirmName(words)}`)
  }
}
