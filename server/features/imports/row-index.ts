import type { DateOnly } from '@gya/domain/common/dates.ts'
import { type DecidedRow, type FieldValues, isConfirmed, isCreating } from '@gya/domain/features/imports/decide-row.ts'
import { fellThroughOn } from '@gya/domain/features/imports/fallen-sale.ts'
import { foldFirmName } from '@gya/domain/features/imports/fold-firm-name.ts'
import { phaseOfSale } from '@gya/domain/features/imports/imported-sale.ts'
import type { PersonName } from '@gya/domain/features/imports/read-cell.ts'
import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import { isAcceptedOffer } from './decide-rows.ts'
import { contactFieldKeys } from './matching/match-sale-contacts.ts'
import { vendorIn, vendorNamed } from './matching/match-vendors.ts'
import type { PreparedRow } from './prepare-row.ts'

/** The data about a property in the rows of an import. */
export type PropertyContents = {
  line: string
  groupKey: string | null
  fate: 'written' | 'error' | 'duplicate'
  /** The existing property that its row updates. */
  targetId: string | null
  /** The accepted offer of the files for this property. */
  acceptedOffer: { acceptedOn: DateOnly | null; cashBuy: boolean } | null
  /** The files contain an accepted offer or a sale for it that will be written. */
  hasSale: boolean
  /** How far the files take its sale; null without one. */
  salePhase: Phase | null
  /** In pence; null: its row has none. */
  askingPrice: number | null
  /** Branch and values of the row that creates it. */
  created: { branchId: string | null; values: FieldValues } | null
  /** The first line with its vendor, with name and e-mail. */
  vendor: (PersonName & { line: string; email: string }) | null
}

/** `people`: names by lower-case name. */
export type FirmContents = { line: string; name: string; groupKey: string; people: Map<string, string> }

/** The properties and firms of the files, by reference, firms also by name. */
export class RowIndex {
  readonly properties = new Map<string, PropertyContents>()
  /** Vendors of rows that will be written, by e-mail. */
  readonly vendors = new Map<string, PersonName & { line: string }>()
  readonly #firms = new Map<string, FirmContents>()

  /** The entry of a property; created for an existing property that has no row of its own. */
  propertyOf(ref: string, line: string): PropertyContents {
    const known = this.properties.get(ref)
    if (known) return known
    const own: PropertyContents = {
      line,
      groupKey: null,
      fate: 'written',
      targetId: null,
      acceptedOffer: null,
      hasSale: false,
      salePhase: null,
      askingPrice: null,
      created: null,
      vendor: null,
    }
    this.properties.set(ref, own)
    return own
  }

  addFirm(ref: string | null, firm: FirmContents): void {
    for (const key of [ref === null ? null : `ref ${ref}`, `name ${foldFirmName(firm.name)}`])
      if (key !== null && !this.#firms.has(key)) this.#firms.set(key, firm)
  }

  /** By reference, otherwise by name. */
  findFirm(words: string): FirmContents | undefined {
    return this.#firms.get(`ref ${words}`) ?? this.#firms.get(`name ${foldFirmName(words)}`)
  }
}

/** Stores the facts about a row that later rows need. Check and run call it in the same order. */
export function rememberRow(
  contents: RowIndex,
  row: PreparedRow,
  { decision, targetId }: Pick<DecidedRow, 'decision' | 'targetId'>,
  line: string,
): void {
  const { kind, ref, values, groupKey } = row
  const isWritten = isConfirmed(decision, row.row.choice)
  const named = isCreating(decision, row.row.choice) ? vendorNamed(row) : null
  if (named && !contents.vendors.has(named.email)) contents.vendors.set(named.email, { ...named, line })
  if (kind === 'property') rememberProperty(contents, row, { decision, targetId }, line)
  if (kind === 'firm' && (isWritten || decision === 'same'))
    contents.addFirm(ref, { line, name: String(values.name ?? ''), groupKey, people: new Map() })
  if (!isWritten || kind === 'property') return
  const name = String(values.name ?? '').trim()
  if (kind === 'person-at-firm') contents.findFirm(String(values.firm ?? ''))?.people.set(name.toLowerCase(), name)
  if (kind === 'sale') rememberParties(contents, row, line)
  if (kind !== 'offer' && kind !== 'sale' && kind !== 'vendor') return
  const own = contents.propertyOf(String(values.propertyRef ?? ''), line)
  if (isAcceptedOffer(row)) {
    const acceptedOn = [values.acceptedOn, values.when].find((on) => typeof on === 'string')
    own.hasSale = true
    own.salePhase ??= 'sold'
    own.acceptedOffer = { acceptedOn: acceptedOn ?? null, cashBuy: values.cashBuy === true }
  }
  if (kind === 'sale' && fellThroughOn(values) === null) {
    own.hasSale = true
    own.salePhase = phaseOfSale(values)
  }
  if (kind === 'vendor') own.vendor = { line, ...vendorIn(row) }
}

/** By its reference, and by its address for rows without one. A corrected row replaces the row with an error. */
function rememberProperty(
  contents: RowIndex,
  row: PreparedRow,
  { decision, targetId }: Pick<DecidedRow, 'decision' | 'targetId'>,
  line: string,
): void {
  const { values, groupKey, branchId, names } = row
  const isWritten = isConfirmed(decision, row.row.choice) || row.row.written_on !== null
  const fate = decision === 'error' ? 'error' : isWritten || decision === 'same' ? 'written' : 'duplicate'
  const isUpdate = !isCreating(decision, row.row.choice)
  const own: PropertyContents = {
    line,
    groupKey,
    fate,
    targetId: fate === 'written' && isUpdate ? targetId : null,
    acceptedOffer: null,
    hasSale: false,
    salePhase: null,
    askingPrice: typeof values.askingPrice === 'number' ? values.askingPrice : null,
    created: fate === 'written' && !isUpdate ? { branchId, values } : null,
    vendor: !isUpdate && namesVendor(row) ? { line, ...vendorIn(row) } : null,
  }
  for (const name of names) {
    const known = contents.properties.get(name)
    if (!known || known.fate === 'error') contents.properties.set(name, own)
  }
}

/** Firms and people of a sale, which it makes unless they are known: later rows name the same. */
function rememberParties(contents: RowIndex, { values, groupKey }: PreparedRow, line: string): void {
  for (const key of contactFieldKeys) {
    const [name, person] = [values[key], values[`${key}Person`]]
    if (typeof name !== 'string') continue
    if (!contents.findFirm(name)) contents.addFirm(null, { line, name, groupKey, people: new Map() })
    if (typeof person === 'string') contents.findFirm(name)?.people.set(person.trim().toLowerCase(), person)
  }
}

const namesVendor = ({ values }: PreparedRow): boolean => values.vendorEmail !== undefined || values.vendorLastName !== undefined
