import { type Instant, londonDay } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { registerEntryKinds } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { maxFileEntries } from '@gya/domain/features/record/record-file.rules.ts'
import type { Verdict } from '@gya/domain/features/record/verdict.ts'
import type { Database, Db } from '../../../db/pool.ts'
import { type LoadedProperty, loadProperty } from '../../properties/read/load-property.ts'
import { type BoundDocument, findBoundDocuments } from '../bound-documents.ts'
import type { Signer, StoredCheckpoint } from '../checkpoints.ts'
import {
  countRecordLines,
  type LoadedEntry,
  listRecordLines,
  loadRecordEntries,
  noRecordFilter,
  type RecordFilter,
} from '../property-record.read-model.ts'
import { maxFileName } from '../record-evidence.ts'
import { verifyInSnapshot } from '../verify-record.ts'
import { type RecordProof, readProof } from './read-proof.ts'
import type { RecordFileRow } from './record-file.repository.ts'

/** A document of the property, with its number in the file. */
export type FileDocument = {
  number: number
  id: string
  file: string
  fileName: string
  note: string
  bytes: number
  /** Of the entry that added it, where there is one. */
  sha256: string | null
  /** Whether the document is no longer the one that was added. */
  isChanged: boolean
  addedOn: Instant
  addedBy: string | null
}

/** The contents of a record file, read in one snapshot. */
export type RecordFileContent = {
  made: RecordFileRow
  madeOn: Instant
  detail: PropertyDetail
  timeline: LoadedProperty['timeline']
  /** Contact details of the agency, which every party may see. */
  agency: { email: string; tel: string }[]
  verdict: Verdict
  checkpoint: StoredCheckpoint
  /** Oldest first. */
  entries: LoadedEntry[]
  leftOut: number
  documents: FileDocument[]
  /** `null` for a copy for a party. */
  proof: RecordProof | null
}

type Reading = { now: Instant; made: RecordFileRow; checkpoint: StoredCheckpoint; signer: Signer }

/** "Made by a job from one snapshot." [trust §2.2](docs/design/trust.md#2.2), rule 5. */
export const readRecordFileContent = (
  { db }: Pick<Database, 'db'>,
  ids: PropertyIds,
  reading: Reading,
): Promise<RecordFileContent> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((snapshot) => readContent(snapshot, ids, reading))

async function readContent(db: Db, ids: PropertyIds, { now, made, checkpoint, signer }: Reading): Promise<RecordFileContent> {
  const { detail, timeline, agencyContacts } = await loadProperty(db, ids, londonDay(now))
  const filter: RecordFilter = {
    groups: made.groups.length === 0 ? undefined : made.groups,
    userId: made.user_id ?? undefined,
    dateStart: made.date_start ?? undefined,
    dateEnd: made.date_end ?? undefined,
  }
  const lines = await listRecordLines(db, ids, filter, { order: 'asc', itemsPerPage: maxFileEntries, currentPage: 0 })
  const loaded = await loadRecordEntries(db, ids, lines)
  // No copy for a party says that there are customer checks.
  const entries = made.copy === 'full' ? loaded : loaded.filter(({ entry }) => !registerEntryKinds.has(entry.kind))
  const entryIds = lines.filter(({ isEntry }) => isEntry).map(({ id }) => id)
  return {
    made,
    madeOn: now,
    detail,
    timeline,
    agency: [agencyContacts.branch, agencyContacts.contact],
    checkpoint,
    entries,
    leftOut: (await countRecordLines(db, ids, noRecordFilter)) - lines.length,
    documents: await readDocuments(db, ids),
    verdict: await verifyInSnapshot(db, ids.companyId, { now, signer }),
    proof: made.copy === 'full' ? await readProof(db, ids.companyId, { entryIds, signer }) : null,
  }
}

const isChanged = (row: { file_name: string; sha256: Buffer | null }, bound: BoundDocument | undefined): boolean =>
  bound !== undefined && (bound.sha256 !== row.sha256?.toString('hex') || bound.fileName.slice(0, maxFileName) !== row.file_name)

async function readDocuments(db: Db, { companyId, propertyId }: PropertyIds): Promise<FileDocument[]> {
  const rows = await db
    .selectFrom('document as d')
    .leftJoin('app_user as u', 'u.id', 'd.created_by')
    .select(['d.id', 'd.file', 'd.file_name', 'd.note', 'd.bytes', 'd.sha256', 'd.createdon', 'u.first_name', 'u.last_name'])
    .where('d.company_id', '=', companyId)
    .where('d.property_id', '=', propertyId)
    // Excludes files that have not passed the virus scan.
    .where('d.being_checked', '=', false)
    .orderBy('d.createdon')
    .orderBy('d.id')
    .execute()
  const bound = await findBoundDocuments(
    db,
    { companyId, propertyId },
    rows.map(({ id }) => id),
  )
  return rows.map((row, index) => ({
    number: index + 1,
    id: row.id,
    file: row.file,
    fileName: row.file_name,
    note: row.note,
    bytes: row.bytes,
    sha256: bound.get(row.id)?.sha256 ?? row.sha256?.toString('hex') ?? null,
    isChanged: isChanged(row, bound.get(row.id)),
    addedOn: row.createdon,
    addedBy: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
  }))
}
