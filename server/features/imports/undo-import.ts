import { londonDay } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { requestContext, runInContext } from '../../infra/telemetry/request-context.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { lockContact } from '../contacts/contacts.repository.ts'
import { type NewEvent, recordCompanyEvents } from '../events/events.repository.ts'
import { discardFile } from '../files/file-lifecycle.ts'
import { addLearning } from '../forecast/learn-now.ts'
import { endLinksOfContact } from '../party-links/end-links.ts'
import { loadInBatches } from '../properties/write/derive-properties.ts'
import { lockProperties, updatePropertyFields } from '../properties/write/properties.repository.ts'
import { type PropertyEvents, saveProperties } from '../properties/write/save-properties.ts'
import { isRefusedByDatabase, retryCollisions, storeJobFailure } from './import-jobs.ts'
import { countImportRows } from './import-rows.repository.ts'
import { findImport, type ImportIds, lockImport, updateImport } from './imports.repository.ts'
import { isWhole, type WrittenChange, whyKept } from './why-kept.ts'
import { revertRow } from './write/import-changes.ts'

export type UndoImportJob = ImportIds & { userId: string }

type JobContext = { database: Database; clock: Clock }

/** `creates`: the import created its property or firm, which an undo deletes. */
type Group = { key: string; title: string; creates: boolean }

/** Written groups that no undo has processed yet, newest first. */
async function listGroups(db: Db, { companyId, importId }: ImportIds, most: number | null): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select c.group_key as key, bool_or(c.before is null and c.what in ('property', 'company_contact')) as creates,
      (select r.title from import_row r where r.company_id = ${companyId} and r.import_id = ${importId} and r.group_key = c.group_key
        and r.written_on is not null order by r.file_ordinal, r.row_no limit 1) as title
    from import_change c
    where c.company_id = ${companyId} and c.import_id = ${importId}
      and exists (select from import_row r where r.company_id = ${companyId} and r.import_id = ${importId} and r.group_key = c.group_key
        and r.written_on is not null and r.undone_on is null and r.kept_because is null)
    group by c.group_key order by max(c.ordinal) desc limit ${most}`.execute(db)
  return rows
}

const listChanges = async (db: Db, { companyId, importId }: ImportIds, groupKey: string): Promise<WrittenChange[]> =>
  (await db
    .selectFrom('import_change')
    .select(['ordinal', 'what', 'object_id', 'property_id', 'key', 'before', 'after_version', 'after_digest'])
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .where('group_key', '=', groupKey)
    .orderBy('ordinal', 'desc')
    .execute()) as WrittenChange[]

/** "The preview says how many will go and stay." */
export async function previewOfUndo(db: Db, ids: ImportIds) {
  const groups = await listGroups(db, ids, null)
  const reasons = await whyKept(db, ids, null)
  const kept = groups.flatMap(({ key, title }) => {
    const because = reasons.get(key)
    return because === undefined ? [] : [{ title, because }]
  })
  const deleted = groups.flatMap(({ key, title, creates }) => (creates && !reasons.has(key) ? [title] : []))
  const go = groups.length - kept.length
  return { go, deletes: deleted.length, deleted: deleted.slice(0, 100), stay: kept.length, kept: kept.slice(0, 100) }
}

/**
 * Undoes an import group by group, newest first, each in a transaction. Groups that were changed since are kept, with who and when.
 * [connect §1.3](docs/design/connect.md#1.3), rule 13.
 */
export const undoImport = (context: JobContext, job: UndoImportJob): Promise<void> =>
  runInContext({ ...requestContext(), span: requestContext()?.span ?? null, importId: job.importId }, () =>
    storeJobFailure(context, job, () => undoGroups(context, job)),
  )

async function undoGroups({ database, clock }: JobContext, { userId, companyId, importId }: UndoImportJob): Promise<void> {
  const { db } = database
  const ids = { companyId, importId }
  if ((await findImport(db, ids))?.state !== 'undoing') return
  for (;;) {
    const groups = await listGroups(db, ids, 100)
    if (groups.length === 0) break
    for (const { key } of groups)
      await retryCollisions(database, (transaction) => undoGroup({ db: transaction, clock, ids, userId }, key))
    const counts = JSON.stringify(await countImportRows(db, ids))
    await updateImport(db, ids, { counts, last_beat: clock.now() })
  }
  await db.transaction().execute(async (transaction) => {
    const run = await lockImport(transaction, ids)
    if (run.state !== 'undoing') return
    const now = clock.now()
    const counts = await countImportRows(transaction, ids)
    await addLearning(transaction, companyId)
    await updateImport(transaction, ids, { state: 'undone', undone_on: now, counts: JSON.stringify(counts) })
    const data = { importId, name: run.name, undone: counts.undone, kept: counts.kept }
    const author = { companyId, userId, at: now, newId: () => clock.newId() }
    await recordCompanyEvents(transaction, author, [{ kind: 'import-taken-back', data }])
  })
}

type GroupUndo = { db: Db; clock: Clock; ids: ImportIds; userId: string }

async function undoGroup({ db, clock, ids, userId }: GroupUndo, groupKey: string): Promise<void> {
  const run = await lockImport(db, ids)
  if (run.state !== 'undoing') return
  const { companyId, importId } = ids
  const changes = await listChanges(db, ids, groupKey)
  // Locked, so that no sale or person can be added to a firm between the check and its deletion.
  for (const contactId of new Set(changes.flatMap(contactIdOf))) await lockContact(db, companyId, contactId)
  const propertyIds = [...new Set(changes.flatMap(({ property_id }) => property_id ?? []))]
  await lockProperties(db, { companyId, propertyIds })
  if (!(await isWritten(db, ids, groupKey))) return
  const now = clock.now()
  const author = { companyId, userId, at: now, newId: () => clock.newId(), name: run.name, importId }
  const kept = (await whyKept(db, ids, groupKey)).get(groupKey) ?? (await tryRevert(db, author, changes))
  await sql`
    update import_row set undone_on = ${kept === null ? now : null}, kept_because = ${kept}
    where company_id = ${companyId} and import_id = ${importId} and group_key = ${groupKey} and written_on is not null`.execute(
    db,
  )
}

/** Whether a group still has rows to undo: another process may have undone it since it was listed. */
async function isWritten(db: Db, { companyId, importId }: ImportIds, groupKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from import_row where company_id = ${companyId} and import_id = ${importId} and group_key = ${groupKey}
      and written_on is not null and undone_on is null and kept_because is null limit 1`.execute(db)
  return rows.length > 0
}

/** Reverts a group. If the database refuses that, nothing is changed, and the reason for keeping the group is returned. */
async function tryRevert(db: Db, author: Author, changes: readonly WrittenChange[]): Promise<string | null> {
  await sql`savepoint undo_group`.execute(db)
  try {
    await revertGroup(db, author, changes)
    await releaseVendors(db, author.companyId, changes, author.at)
    await sql`release savepoint undo_group`.execute(db)
    return null
  } catch (error) {
    if (!isRefusedByDatabase(error)) throw error
    await sql`rollback to savepoint undo_group`.execute(db)
    return 'It cannot be undone: newer data depends on it.'
  }
}

/** Reverts what a group wrote. Properties that it created are soft-deleted; their rows are kept. */
async function revertGroup(db: Db, author: Author, changes: readonly WrittenChange[]): Promise<void> {
  const { companyId, userId, at: now, newId, name, importId } = author
  const saving = { db, companyId, userId, now, today: londonDay(now), newId }
  const wholes = changes.filter(isWhole)
  const loaded = await loadInBatches(
    saving,
    wholes.map(({ object_id }) => object_id),
  )
  const used = await findUsedFirms(db, companyId, changes)
  await saveProperties('import-undo', saving, { loaded }, async () => {
    for (const change of changes.filter((one) => !contactIdOf(one).some((id) => used.has(id)))) await revert(db, author, change)
    const undone: NewEvent = { kind: 'import-undone', data: { importId, name } }
    const saves: PropertyEvents[] = []
    for (const { object_id: propertyId, before } of wholes) {
      if (before === null) await updatePropertyFields(db, { companyId, propertyId }, { deleted_on: now })
      saves.push({ propertyId, events: before === null ? [undone, { kind: 'property-deleted' }] : [undone] })
    }
    return { changes: saves, result: null }
  })
}

/** "Import undo takes made firms away unless used elsewhere." [seat §16](docs/design/seat.md#16). Of the firms of a property's group. */
async function findUsedFirms(db: Db, companyId: string, changes: readonly WrittenChange[]): Promise<ReadonlySet<string>> {
  const wholes = changes.filter(isWhole).map(({ object_id }) => object_id)
  if (wholes.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct c.contact_id as id from property_contact c
    join property p on p.company_id = c.company_id and p.id = c.property_id and p.deleted_on is null
    where c.company_id = ${companyId} and c.contact_id = any(${changes.flatMap(contactIdOf)}::uuid[])
      and c.property_id <> all(${wholes}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const contactIdOf = ({ what, object_id, key }: WrittenChange): string[] =>
  what === 'company_contact' ? [object_id] : what === 'company_contact_poc' ? [String(key.contact_id)] : []

type Author = { companyId: string; userId: string; at: string; newId(): string; name: string; importId: string }

/** Rows of a created property are kept: the property is soft-deleted. */
async function revert(db: Db, { companyId, userId, at, newId }: Author, change: WrittenChange): Promise<void> {
  const { what, object_id: objectId, property_id: propertyId, before } = change
  // The summary row has nothing to revert; created accounts are deleted at the end.
  if (isWhole(change) || (what === 'app_user' && before === null)) return
  const ending = { db, userId, now: at, newId, addJob: jobAdder(db) }
  if (what === 'company_contact' && before === null) {
    await endLinksOfContact(ending, { companyId, contactId: objectId }, null)
    const { rows } = await sql<{ name: string }>`
      update company_contact set deleted_on = ${at}, updated_by = ${userId} where company_id = ${companyId} and id = ${objectId} returning name`.execute(
      db,
    )
    const data = { contactId: objectId, name: rows[0]?.name ?? '' }
    await recordCompanyEvents(db, { companyId, userId, at, newId }, [{ kind: 'contact-deleted', data }])
    return
  }
  if (what === 'document' && before === null) {
    const document = await db
      .selectFrom('document')
      .select('file')
      .where('company_id', '=', companyId)
      .where('id', '=', objectId)
      .executeTakeFirst()
    await discardFile({ db, now: at, addJob: jobAdder(db) }, document?.file ?? null, 'original')
  }
  const poc = { companyId, contactId: String(change.key.contact_id), pocId: objectId }
  if (what === 'company_contact_poc' && before === null) await endLinksOfContact(ending, poc, null)
  await revertRow(db, { companyId, propertyId }, change)
  const email = before?.email
  if (typeof email !== 'string') return
  if (what === 'company_contact') await endLinksOfContact(ending, { companyId, contactId: objectId }, email)
  if (what === 'company_contact_poc') await endLinksOfContact(ending, poc, email)
}

/** Deletes vendor accounts that the import created and that own no other property. */
async function releaseVendors(db: Db, companyId: string, changes: readonly WrittenChange[], now: string): Promise<void> {
  const made = changes.flatMap(({ what, object_id, before }) => (what === 'app_user' && before === null ? [object_id] : []))
  if (made.length === 0) return
  await sql`
    update app_user u set deleted_on = ${now} where u.company_id = ${companyId} and u.id = any(${made}::uuid[]) and u.last_login is null
      and not exists (select from property p where p.company_id = ${companyId} and p.owner_id = u.id and p.deleted_on is null)`.execute(
    db,
  )
}
