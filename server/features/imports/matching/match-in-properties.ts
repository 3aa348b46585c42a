import { londonDay } from '@gya/domain/common/dates.ts'
import { importedValues, saleValues } from '@gya/domain/features/imports/current-values.ts'
import type { Existing, FieldValues } from '@gya/domain/features/imports/decide-row.ts'
import { fellThroughOn } from '@gya/domain/features/imports/fallen-sale.ts'
import { foldName } from '@gya/domain/features/imports/fold-name.ts'
import type { ImportKind } from '@gya/domain/features/imports/import-kinds.ts'
import { importedNote } from '@gya/domain/features/imports/imported-note.ts'
import { offerFields } from '@gya/domain/features/offers/offers.fields.ts'
import { isPlaceholderEmail } from '@gya/domain/features/vendors/vendors.rules.ts'
import { viewingFields } from '@gya/domain/features/viewings/viewings.fields.ts'
import { type SqlBool, sql } from 'kysely'
import type { LoadedProperty } from '../../properties/read/load-property.ts'
import { findManualChanges } from '../manual-changes.ts'
import type { PreparedRow } from '../prepare-row.ts'
import { findOtherSystems, findReferences, type Match, type MatchContext, noMatch } from './match.ts'
import { findPropertiesNamed, loadLiveProperties } from './match-properties.ts'
import { matchSaleContacts } from './match-sale-contacts.ts'
import { findNewTimelines } from './new-timelines.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

type Finder = (row: PreparedRow, property: LoadedProperty) => Omit<Match, 'property'>

/** Finds the existing objects of properties for rows of the other kinds. */
export async function matchInProperties(
  context: MatchContext,
  rows: readonly PreparedRow[],
): Promise<(row: PreparedRow) => Match> {
  const { db, companyId, system, contents } = context
  const kind = rows[0]?.kind ?? 'note'
  const refs = rows.map(({ values }) => text(values.propertyRef))
  const referred = await findPropertiesNamed(db, { companyId, system, refs })
  const idOf = ({ values }: PreparedRow): string | undefined => {
    const ref = text(values.propertyRef)
    const own = contents.properties.get(ref)
    return own?.created ? undefined : (own?.targetId ?? referred.get(ref))
  }
  const unknown = refs.filter((ref) => !referred.has(ref) && !contents.properties.has(ref))
  const otherSystems = await findOtherSystems(db, { companyId, system, refs: unknown })
  const ids = [...new Set(rows.flatMap((row) => idOf(row) ?? []))]
  const live = await loadLiveProperties(context, ids)
  const liveIds = [...live.keys()]
  const find = await finderOf(kind, context, rows, liveIds)
  const parties = kind === 'sale' ? await matchSaleContacts(context, rows) : null
  const newTimelineOf = kind === 'sale' ? await findNewTimelines(context) : null
  return (row) => {
    const property = live.get(idOf(row) ?? '') ?? null
    const found = property ? find(row, property) : { ...noMatch, otherSystem: otherSystems.get(text(row.values.propertyRef)) }
    if (!parties) return { ...found, property }
    const { values, issues, made } = parties(found.values ?? row.values)
    const newTimeline = property ? undefined : newTimelineOf?.(text(row.values.propertyRef))
    return { ...found, property, newTimeline, values, issues: [...(found.issues ?? []), ...issues], made }
  }
}

async function finderOf(
  kind: ImportKind,
  context: MatchContext,
  rows: readonly PreparedRow[],
  propertyIds: readonly string[],
): Promise<Finder> {
  const { db, companyId, system } = context
  const byRef = () => findReferences(db, { companyId, system, kind, refs: rows.map(({ ref }) => ref) })
  const changes = () => findManualChanges(db, companyId, propertyIds)
  if (kind === 'vendor') return findVendor(await byRef())
  if (kind === 'offer') return findOffer(await byRef(), await changes())
  if (kind === 'sale') return findSale(await changes())
  if (kind === 'viewing') return findViewing
  if (kind === 'note') return findNote(await listNotes(context, propertyIds))
  return findDocument(await listDocuments(context, propertyIds))
}

type HandChanges = Awaited<ReturnType<typeof findManualChanges>>
type References = ReadonlyMap<string, string>

const none = { byReference: null, alike: null }
const alike = (existing: Existing, message: string, code: string): Omit<Match, 'property'> => ({
  byReference: null,
  alike: { existing, message, code },
})

/** "An import does not change accounts": a vendor is not compared with existing values. */
const findVendor =
  (byRef: References): Finder =>
  ({ ref, values }, { detail: { owner } }) => {
    const existing = { id: owner._id, values: {}, changedHere: {} }
    if (ref !== null && byRef.get(ref) === owner._id) return { ...none, byReference: existing }
    if (isPlaceholderEmail(owner.email)) return none
    if (text(values.email) !== '' && owner.email === text(values.email))
      return alike(existing, `${owner.fullName} is its vendor already.`, 'same-vendor')
    const message = `Its vendor is ${owner.fullName}. An import does not replace a vendor.`
    return { ...none, refusal: { code: 'has-vendor', message } }
  }

const isSameName = (a: string, b: unknown): boolean => foldName(a) === foldName(text(b))

const findOffer =
  (byRef: References, changes: HandChanges): Finder =>
  ({ ref, values }, { detail }) => {
    const existing = (offer: (typeof detail.offers)[number]): Existing => ({
      id: offer._id,
      values: importedValues(offerFields, offer),
      changedHere: changedFieldsOf(changes, detail._id, offer._id),
    })
    const referred = ref === null ? undefined : detail.offers.find(({ _id }) => _id === byRef.get(ref))
    if (referred) return { ...none, byReference: existing(referred) }
    const same = detail.offers.find(
      ({ name, amount, when }) =>
        isSameName(name, values.name) && amount === values.amount && (values.when === undefined || when === values.when),
    )
    return same ? alike(existing(same), `Same as an offer of ${same.name}.`, 'same-offer') : none
  }

/** Fields of a child object of a property are recorded as `<id>.<field>`. */
function changedFieldsOf(changes: HandChanges, propertyId: string, id: string): Existing['changedHere'] {
  const prefix = `${id}.`
  return Object.fromEntries(
    Object.entries(changes.get(propertyId) ?? {}).flatMap(([field, by]) =>
      field.startsWith(prefix) ? [[field.slice(prefix.length), by]] : [],
    ),
  )
}

/** "Property ref" is the reference of a sale. Buyer and acceptance of an accepted offer stay. */
const findSale =
  (changes: HandChanges): Finder =>
  ({ values: given }, { detail, timeline }) => {
    const fellOn = fellThroughOn(given)
    if (fellOn !== null) {
      const same = detail.saleResets.find(
        ({ acceptedOffer, createdon }) => londonDay(createdon) === fellOn && isSameName(acceptedOffer.name, given.buyerName),
      )
      const existing = same && { id: same._id, values: given, changedHere: {} }
      return existing ? alike(existing, 'Same as a sale that fell through.', 'same-fall') : none
    }
    const accepted = detail.offers.find(({ state }) => state === 'A')
    if (!accepted) return none
    const { buyerName, acceptedOn, ...values } = given
    const issues = [
      ...(buyerName !== undefined && !isSameName(accepted.name, buyerName)
        ? [kept(`Buyer name kept: the accepted offer is of ${accepted.name}.`)]
        : []),
      ...(acceptedOn !== undefined && acceptedOn !== accepted.acceptedOn
        ? [kept('Accepted on kept: correct it on the offer.')]
        : []),
    ]
    const existing = { id: accepted._id, values: saleValues(detail, timeline, given), changedHere: changes.get(detail._id) ?? {} }
    return { byReference: existing, alike: null, values, issues }
  }

const kept = (message: string) => ({ level: 'warning' as const, code: 'kept', column: null, value: '', message })

const findViewing: Finder = ({ values }, { detail }) => {
  const same = detail.viewings.find(
    ({ name, when, time }) =>
      isSameName(name, values.name) && when === values.when && (values.time === undefined || time === values.time),
  )
  const existing = same && { id: same._id, values: importedValues(viewingFields, same), changedHere: {} }
  return existing ? alike(existing, `Same as a viewing of ${same.name}.`, 'same-viewing') : none
}

type NoteRow = { id: string; property_id: string; message: string }

const listNotes = ({ db, companyId }: MatchContext, propertyIds: readonly string[]): Promise<NoteRow[]> =>
  db
    .selectFrom('note')
    .select(['id', 'property_id', 'message'])
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`property_id = any(${propertyIds}::uuid[])`)
    .execute()

/** The text in the form in which an import writes it. */
export const noteText = (values: FieldValues): string =>
  importedNote(text(values.message), {
    author: text(values.author) || undefined,
    writtenOn: text(values.writtenOn) || undefined,
  })

const findNote =
  (notes: readonly NoteRow[]): Finder =>
  ({ values }, { detail }) => {
    const words = noteText(values)
    const same = notes.find(({ property_id, message }) => property_id === detail._id && message === words)
    return same ? alike({ id: same.id, values: { ...values }, changedHere: {} }, 'The same note is there.', 'same-note') : none
  }

type DocumentRow = { id: string; property_id: string; sha256: Buffer | null; note: string }

const listDocuments = ({ db, companyId }: MatchContext, propertyIds: readonly string[]): Promise<DocumentRow[]> =>
  db
    .selectFrom('document')
    .select(['id', 'property_id', 'sha256', 'note'])
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`property_id = any(${propertyIds}::uuid[])`)
    .execute()

const findDocument =
  (documents: readonly DocumentRow[]): Finder =>
  ({ values, entry }, { detail }) => {
    const same = documents.find(
      ({ property_id, sha256 }) => property_id === detail._id && entry !== null && sha256?.equals(entry.sha256),
    )
    if (!same) return none
    const existing = { id: same.id, values: { ...values, note: same.note }, changedHere: {} }
    return alike(existing, 'The same file is there.', 'same-document')
  }
