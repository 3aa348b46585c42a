import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { addressOfRef } from '@gya/domain/features/imports/address-ref.ts'
import { dueFromImport } from '@gya/domain/features/imports/due-from-import.ts'
import { fellThroughOn } from '@gya/domain/features/imports/fallen-sale.ts'
import { runRulesOnce } from '@gya/domain/features/imports/imported-sale.ts'
import { markedSoldCode, markedSoldWarning } from '@gya/domain/features/imports/marked-sold.ts'
import { isAboutFirm } from '@gya/domain/features/imports/row-identity.ts'
import { applyChanges } from '@gya/domain/features/timeline/changes.ts'
import { sql } from 'kysely'
import { type NewEvent, recordCompanyEvents } from '../../events/events.repository.ts'
import { type LoadedProperty, loadProperty } from '../../properties/read/load-property.ts'
import { type PropertyEvents, requireLoaded, saveProperties } from '../../properties/write/save-properties.ts'
import { stepEvents } from '../../properties/write/step-events.ts'
import { saveStepChanges } from '../../properties/write/steps.repository.ts'
import { isRefusedByDatabase } from '../import-jobs.ts'
import { addIssues, markRows, removeIssues } from '../import-rows.repository.ts'
import { findPropertiesNamed } from '../matching/match-properties.ts'
import type { PreparedRow } from '../prepare-row.ts'
import { assignImported } from './assign-imported.ts'
import {
  changedRow,
  changesBetween,
  digestOfProperty,
  insertChanges,
  madeRow,
  type NewChange,
  type Snapshot,
  snapshotProperty,
} from './import-changes.ts'
import { rowWriters } from './row-writers.ts'
import { isNew, type RowToWrite, type WriteContext, type WrittenRow } from './write-context.ts'
import { writeFirm, writePerson } from './write-firm.ts'
import { createImportedProperty } from './write-property.ts'

export const linesOf = (rows: readonly PreparedRow[]) => rows.map(({ row }) => ({ fileId: row.file_id, rowNo: row.row_no }))

/** Writes one row within a savepoint. If a rule refuses it, the row is left out with the message of the rule. */
async function tryRow(
  { db, companyId }: WriteContext,
  { row }: RowToWrite,
  write: () => Promise<WrittenRow>,
): Promise<WrittenRow | null> {
  await sql`savepoint import_row`.execute(db)
  try {
    const written = await write()
    await sql`release savepoint import_row`.execute(db)
    return written
  } catch (error) {
    const words = wordsOf(error)
    if (words === null) throw error
    await sql`rollback to savepoint import_row`.execute(db)
    await markRows(db, companyId, linesOf([row]), { leftOut: words })
    return null
  }
}

/** The message if a rule or the database refuses a row; null if the error has another cause. */
function wordsOf(error: unknown): string | null {
  if (error instanceof DomainError) return error.issues?.[0]?.message ?? error.message
  return isRefusedByDatabase(error) ? 'A value of this row cannot be stored.' : null
}

/** Marks a row as written and stores its reference. */
async function finishRow(
  context: WriteContext,
  { row }: RowToWrite,
  { objectId }: Pick<WrittenRow, 'objectId'>,
): Promise<NewChange[]> {
  const {
    db,
    companyId,
    now,
    import: { id, system },
  } = context
  await markRows(db, companyId, linesOf([row]), { writtenOn: now })
  if (row.ref === null) return []
  const key = { system, kind: row.kind, ref: row.ref }
  const before = await db
    .selectFrom('external_ref')
    .select(['object_id', 'import_id'])
    .where('company_id', '=', companyId)
    .where('system', '=', system)
    .where('kind', '=', row.kind)
    .where('ref', '=', row.ref)
    .executeTakeFirst()
  await db
    .insertInto('external_ref')
    .values({ company_id: companyId, ...key, object_id: objectId, import_id: id })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'system', 'kind', 'ref']).doUpdateSet({ object_id: objectId, import_id: id }),
    )
    .execute()
  return [before ? changedRow('external_ref', objectId, key, before, null) : madeRow('external_ref', objectId, key)]
}

export async function writeFirms(context: WriteContext, groupKey: string, rows: readonly RowToWrite[]): Promise<void> {
  const { db, companyId, now, userId, newId } = context
  const changes: NewChange[] = []
  for (const one of rows) {
    const written = await tryRow(context, one, () => (one.row.kind === 'firm' ? writeFirm : writePerson)(context, one))
    if (!written) continue
    await recordCompanyEvents(db, { companyId, userId, at: now, newId }, written.events)
    changes.push(...written.changes, ...(await finishRow(context, one, written)))
  }
  await insertChanges(db, { companyId, importId: context.import.id, groupKey }, changes)
}

/** Writes the rows of one property. */
export async function writeProperty(context: WriteContext, groupKey: string, rows: readonly RowToWrite[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const own = first.row.kind === 'property' ? first : null
  const target = own !== null && isNew(own) ? 'new' : { ids: [await findProperty(context, first)] }
  const { saved, result } = await saveProperties('import', context, target, async (loaded) => {
    const written = await writeRows(context, rows, own, [...loaded.values()][0] ?? null)
    return { changes: written ? [written.saved] : [], result: written }
  })
  if (!result) return
  const { propertyId } = result.saved
  const { db, companyId } = context
  const ids: PropertyIds = { companyId, propertyId }
  const property = requireLoaded(saved, propertyId)
  await warnIfUnsold(context, groupKey, own, property)
  const rewritten = result.before ? changesBetween(result.before, await snapshotProperty(db, ids), propertyId) : []
  const importId = context.import.id
  const whole: NewChange = {
    what: 'property',
    objectId: propertyId,
    propertyId,
    key: {},
    before: result.before ? {} : null,
    afterVersion: property.detail.version,
    afterDigest: await digestOfProperty(db, ids, importId),
  }
  await insertChanges(db, { companyId, importId, groupKey }, [...result.changes, whole, ...rewritten])
}

type WrittenRows = { saved: PropertyEvents; before: Snapshot | null; changes: NewChange[] }

/** Writes the rows of a property, which is created without `existing`. Null if all of them are left out. */
async function writeRows(
  context: WriteContext,
  rows: readonly RowToWrite[],
  own: RowToWrite | null,
  existing: LoadedProperty | null,
): Promise<WrittenRows | null> {
  const { db, companyId, today, now } = context
  const created = own !== null && existing === null ? await tryCreate(context, own, rows) : null
  const propertyId = created?.objectId ?? existing?.detail._id
  if (propertyId === undefined) return leaveOut(context, rows, own)
  const ids: PropertyIds = { companyId, propertyId }
  const before = existing && (await snapshotProperty(db, ids))
  const events: NewEvent[] = [...(created?.events ?? [])]
  const changes: NewChange[] = [...(created?.changes ?? [])]
  const lines: RowToWrite[] = []
  let property = existing ?? (await loadProperty(db, ids, today))
  const { timeline: timelineBefore } = property
  for (const one of rows) {
    const written =
      created && one === own
        ? { ...created, events: [], changes: [] }
        : await tryRow(context, one, () => writerOf(one)(context, property, one))
    if (!written && one === own) return leaveOut(context, rows, own)
    if (!written) continue
    events.push(...written.events)
    changes.push(...written.changes, ...(await finishRow(context, one, written)))
    lines.push(one)
    if (written.isPropertyChanged) property = await loadProperty(db, ids, today)
  }
  if (lines.length === 0) return null
  events.push(...(await assignImported(context, ids, property, existing)))
  const byRules = runRulesOnce(timelineBefore, property.timeline, givenSteps(lines), { today, now })
  const { completionDate, mi } = property.detail
  const started = dueFromImport(applyChanges(property.timeline, byRules), byRules, { today, completionDate })
  await saveStepChanges(db, ids, started)
  events.push(...stepEvents(property.timeline, started))
  return { saved: { propertyId, events: [importedEvent(context, lines), ...events], mi }, before, changes }
}

/**
 * The warning that a property is marked as further than it is, based on what was written: a rule may have refused its sale, or a later run may have added
 * it.
 */
async function warnIfUnsold(
  { db, companyId, import: { id: importId } }: WriteContext,
  groupKey: string,
  own: RowToWrite | null,
  { detail }: LoadedProperty,
): Promise<void> {
  await removeIssues(db, { companyId, importId }, groupKey, markedSoldCode)
  const warning = own && markedSoldWarning(own.row.values, detail.phase)
  if (own && warning) await addIssues(db, companyId, [{ fileId: own.row.row.file_id, rowNo: own.row.row.row_no, warning }])
}

/** The steps with values in the rows of sales. */
const givenSteps = (rows: readonly RowToWrite[]): Set<number> =>
  new Set(
    rows.flatMap(({ row: { values } }) =>
      // The steps of a sale that fell through ended with it.
      fellThroughOn(values) === null
        ? Object.keys(values).flatMap((field) => (field.startsWith('step.') ? [Number(field.split('.')[1])] : []))
        : [],
    ),
  )

/** "Unless the row is the property itself: then the group is left out." */
async function leaveOut({ db, companyId }: WriteContext, rows: readonly RowToWrite[], own: RowToWrite | null): Promise<null> {
  const rest = rows.filter((one) => one !== own).map(({ row }) => row)
  if (rest.length > 0) await markRows(db, companyId, linesOf(rest), { leftOut: 'Its property was left out.' })
  return null
}

const writerOf = ({ row: { kind } }: RowToWrite) => {
  if (isAboutFirm(kind)) throw new Error('Firms do not belong to a property.')
  return rowWriters[kind as keyof typeof rowWriters]
}

async function tryCreate(context: WriteContext, own: RowToWrite, rows: readonly RowToWrite[]) {
  const written = await tryRow(context, own, () => createImportedProperty(context, own, rows))
  return written as Awaited<ReturnType<typeof createImportedProperty>> | null
}

/** The existing property of a group. */
async function findProperty({ db, companyId, import: { system } }: WriteContext, { row, decided }: RowToWrite): Promise<string> {
  if (row.kind === 'property' && decided.targetId !== null) return decided.targetId
  const ref = String(row.values.propertyRef ?? '')
  const found = await findPropertiesNamed(db, { companyId, system, refs: [ref] })
  const id = found.get(ref)
  if (id === undefined) throw new Error('The property of a row was not found.')
  return id
}

function importedEvent({ import: { id, name } }: WriteContext, lines: readonly RowToWrite[]): NewEvent {
  const [first] = lines
  const named = first?.row.values.propertyRef
  const ref = first?.row.ref ?? (typeof named === 'string' && addressOfRef(named) === null ? named : null)
  return {
    kind: 'imported',
    data: { importId: id, name, line: first?.row.row.row_no, file: first?.row.fileName, ref, rows: lines.length },
  }
}
