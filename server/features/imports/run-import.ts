import { londonDay } from '@gya/domain/common/dates.ts'
import { isConfirmed, isSameDecision } from '@gya/domain/features/imports/decide-row.ts'
import { fellThroughOn } from '@gya/domain/features/imports/fallen-sale.ts'
import { importKindNames } from '@gya/domain/features/imports/import-kinds.ts'
import { isAboutFirm } from '@gya/domain/features/imports/row-identity.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import type { FileStore } from '../../infra/files/file-store.ts'
import { requestContext, runInContext } from '../../infra/telemetry/request-context.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { lockContactsForAssignment } from '../contacts/contacts.repository.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { addLearning } from '../forecast/learn-now.ts'
import { addressesOf } from './address-columns.ts'
import { type CompanyIndex, loadCompanyIndex } from './company-index.ts'
import { decidePrepared, findMatches } from './decide-rows.ts'
import { fitRow } from './fit-row.ts'
import { retryCollisions, storeJobFailure } from './import-jobs.ts'
import { countImportRows, findNextGroup, listRowsOfGroup, markRows, type RowOf } from './import-rows.repository.ts'
import {
  type FileRow,
  findImport,
  type ImportIds,
  type ImportRowOf,
  listFiles,
  lockImport,
  updateImport,
} from './imports.repository.ts'
import { loadFirmIndex } from './matching/firm-index.ts'
import { loadParties } from './matching/load-parties.ts'
import { type MatchContext } from './matching/match.ts'
import { findPropertiesNamed } from './matching/match-properties.ts'
import { contactFieldKeys } from './matching/match-sale-contacts.ts'
import { type PrepareContext, type PreparedRow, prepareRow } from './prepare-row.ts'
import { RowIndex, rememberRow } from './row-index.ts'
import { UploadedZips } from './uploaded-zips.ts'
import type { ImportShare } from './write/assign-imported.ts'
import type { RowToWrite, WriteContext } from './write/write-context.ts'
import { linesOf, writeFirms, writeProperty } from './write/write-group.ts'
import { type FindEntry, loadEntries } from './zip-entries.repository.ts'

export type RunImportJob = ImportIds

export type RunContext = { database: Database; clock: Clock; files: FileStore; scansDocuments: boolean }

/** Number of groups between two updates of the progress. */
const groupsPerCount = 50

/**
 * Writes an import group by group. The transaction of a group also marks its rows: after a crash no group is written in part, and the job
 * resumes with the next one. [connect §1.3](docs/design/connect.md#1.3), rules 7 and 11.
 */
export const runImport = (context: RunContext, { companyId, importId }: RunImportJob): Promise<void> =>
  runInContext({ ...requestContext(), span: requestContext()?.span ?? null, importId }, () =>
    storeJobFailure(context, { companyId, importId }, () => writeGroups(context, { companyId, importId })),
  )

async function writeGroups(context: RunContext, ids: ImportIds): Promise<void> {
  const { database, clock } = context
  const { db } = database
  const started = await findImport(db, ids)
  if (started?.state !== 'running') return
  const files = await listFiles(db, ids)
  const zips = new UploadedZips(context, ids.companyId)
  const group: GroupContext = {
    run: context,
    ids,
    files: new Map(files.map((file) => [file.id, file])),
    index: await loadCompanyIndex(db, ids.companyId),
    addresses: addressesOf(files),
    parties: await loadParties(db, ids.companyId, files),
    entries: await loadEntries(db, files),
    zips,
  }
  try {
    for (let done = 1; ; done += 1) {
      const next = await findNextGroup(db, ids)
      if (next === null || !(await retryCollisions(database, (transaction) => writeGroup(transaction, group, next.groupKey))))
        break
      if (done % groupsPerCount === 0) await saveCounts(db, ids, clock)
    }
  } finally {
    await zips.close()
  }
  await db.transaction().execute(async (transaction) => {
    const run = await lockImport(transaction, ids)
    const counts = await countImportRows(transaction, ids)
    const isDone = run.state === 'running'
    const finished = isDone ? { state: 'done', finished_on: clock.now() } : {}
    await updateImport(transaction, ids, { ...finished, counts: JSON.stringify(counts), last_beat: clock.now() })
    await addLearning(transaction, ids.companyId)
    if (!isDone) return
    const { written, heldBack } = counts
    const data = { importId: ids.importId, name: run.name, written, heldBack }
    const author = { companyId: ids.companyId, userId: run.confirmed_by, at: clock.now(), newId: () => clock.newId() }
    await recordCompanyEvents(transaction, author, [{ kind: 'import-finished', data }])
  })
}

const saveCounts = async (db: Db, ids: ImportIds, clock: Clock): Promise<void> => {
  const counts = JSON.stringify(await countImportRows(db, ids))
  await db
    .updateTable('import')
    .set({ counts, last_beat: clock.now() })
    .where('company_id', '=', ids.companyId)
    .where('id', '=', ids.importId)
    .execute()
}

type GroupContext = {
  run: RunContext
  ids: ImportIds
  files: ReadonlyMap<string, FileRow>
  index: CompanyIndex
  addresses: PrepareContext['addresses']
  parties: PrepareContext['parties']
  entries: ReadonlyMap<string, FindEntry>
  zips: UploadedZips
}

/** False: the import was stopped meanwhile. */
async function writeGroup(
  db: Db,
  { run: context, ids, files, index, addresses, parties, entries, zips }: GroupContext,
  groupKey: string,
): Promise<boolean> {
  const { clock } = context
  const run = await lockImport(db, ids)
  if (run.state !== 'running') return false
  const now = clock.now()
  const today = londonDay(now)
  const rows = (await listRowsOfGroup(db, ids, groupKey)).filter(isToWrite)
  const writing: WriteContext = {
    db,
    companyId: ids.companyId,
    userId: run.confirmed_by ?? run.created_by,
    now,
    today,
    newId: () => clock.newId(),
    import: { id: run.id, name: run.name, system: run.system, share: run.share as ImportShare | null, make: run.make },
    stage: (entry, keep) => zips.stage(entry, keep),
    addJob: jobAdder(db),
    scansDocuments: context.scansDocuments,
  }
  const preparing: PrepareContext = { index, today, branchId: run.branch_id, addresses, parties, entries }
  const prepared = inOrder(
    rows.flatMap((row) => {
      const file = files.get(row.file_id)
      return file ? [{ ...prepareRow(file, row, preparing), groupKey }] : []
    }),
  )
  await lockTargets(writing, rows, prepared)
  const decided = await decideAnew(writing, run, index, prepared)
  if (decided === null) {
    await markRows(db, ids.companyId, linesOf(prepared), { heldBack: 'Changed since the check.' })
    return true
  }
  if (isAboutFirm(decided[0]?.row.kind ?? 'property')) await writeFirms(writing, groupKey, decided)
  else await writeProperty(writing, groupKey, decided)
  return true
}

const isToWrite = (row: RowOf): boolean =>
  row.decision !== null &&
  isConfirmed(row.decision, row.choice) &&
  row.written_on === null &&
  row.held_back === null &&
  row.left_out === null

const inOrder = (rows: PreparedRow[]): PreparedRow[] =>
  rows.toSorted(
    (a, b) => importKindNames.indexOf(a.kind) - importKindNames.indexOf(b.kind) || Number(isOpenSale(a)) - Number(isOpenSale(b)),
  )

/** Sales that fell through are written before the current sale of their property. */
const isOpenSale = ({ kind, values }: PreparedRow): boolean => kind === 'sale' && fellThroughOn(values) === null

/**
 * Locks the objects of a group before they are read, so that they cannot change between decision and write. Firms are locked first, in
 * the order of contact deletion: contact, then properties.
 */
async function lockTargets(
  { db, companyId, import: { system, make } }: WriteContext,
  rows: readonly RowOf[],
  prepared: readonly PreparedRow[],
) {
  const firms = prepared.flatMap(({ values }) =>
    contactFieldKeys.flatMap((key) => (typeof values[key] === 'string' ? [values[key]] : [])),
  )
  if (firms.length > 0) {
    const known = await loadFirmIndex(db, { companyId, system, refs: firms, same: make.same })
    await lockContactsForAssignment(
      db,
      companyId,
      firms.flatMap((words) => known.byWords(words)?.id ?? []),
    )
  }
  const refs = prepared.map(({ kind, ref, values }) => (kind === 'property' ? ref : String(values.propertyRef ?? '')))
  const referred = await findPropertiesNamed(db, { companyId, system, refs })
  const targets = rows.flatMap(({ target_id }) => target_id ?? [])
  const ids = [...new Set([...referred.values(), ...targets])]
  if (ids.length === 0) return
  await db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Decides the rows of a group again; null if a decision differs from the check. */
async function decideAnew(
  { db, companyId, today }: WriteContext,
  run: ImportRowOf,
  index: CompanyIndex,
  prepared: readonly PreparedRow[],
): Promise<RowToWrite[] | null> {
  const context: MatchContext = {
    db,
    companyId,
    system: run.system,
    importId: run.id,
    today,
    index,
    contents: new RowIndex(),
    make: run.make,
  }
  const decided: RowToWrite[] = []
  for (const [, rows] of Map.groupBy(prepared, ({ kind }) => kind)) {
    const find = await findMatches(context, rows)
    for (const one of rows) {
      const { row, found } = fitRow(context, one, find(one))
      const again = decidePrepared(context, row, found, null)
      const { decision, target_id, plan, row_no } = row.row
      if (decision === null || !isSameDecision(again, { decision, targetId: target_id, plan })) return null
      rememberRow(context.contents, row, again, `${row.fileName}, line ${row_no}`)
      decided.push({ row, decided: again })
    }
  }
  return decided
}
