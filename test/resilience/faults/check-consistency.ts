import { readdir } from 'node:fs/promises'
import { relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { londonDay } from '@gya/domain/common/dates.ts'
import { downloadDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { sql } from 'kysely'
import type { Database } from '../../../server/db/pool.ts'
import { sweepLooseFiles } from '../../../server/features/files/file-lifecycle.ts'
import { systemClock } from '../../../server/infra/clock.ts'
import { fileKey } from '../../../server/infra/files/file-store.ts'
import { folderStore } from '../../../server/infra/files/folder-store.ts'
import { sweepTemporaryFolders } from '../../../server/infra/temporary-folders.ts'
import { checkPropertyDays, checkReportRows } from './check-derived-rows.ts'
import type { Ledger, WireProperty } from './concurrent-saves.ts'
import type { Person, TestCompany } from './test-company.ts'

type Losses = Record<string, number>

/** Counts every kind of loss after concurrent saves; see the functions below. */
export const countLosses = async (company: TestCompany, ledger: Ledger, filesFolder: string): Promise<Losses> => ({
  ...(await countLostWrites(company, ledger)),
  'messages not sent by the jobs': await countUnsentMails(company.database),
  ...(await countPartialWrites(company.database)),
  ...(await countFileMismatches(company.database, filesFolder)),
  'answers that nobody may get': ledger.wrong.length,
  ...(await countFailedJobs(company.database)),
})

/** The last acknowledged response without notes, which are saved separately. */
const acknowledged = ({ notes: _notes, ...home }: WireProperty) => home

/** Acknowledged writes that cannot be read back through the API. */
async function countLostWrites({ branch, people }: TestCompany, ledger: Ledger): Promise<Losses> {
  const [reader] = people as [Person]
  const lost: Losses = { 'acknowledged saves of properties': 0, notes: 0, 'documents, byte for byte': 0, acceptances: 0 }
  const count = (what: string, isLost: boolean) => void (isLost && (lost[what] = (lost[what] ?? 0) + 1))
  for (const [propertyId, saved] of ledger.homes) {
    const read = await reader.sure(readProperty, { params: { ...branch, propertyId } }).catch(() => null)
    count('acknowledged saves of properties', read === null || !isDeepStrictEqual(acknowledged(read), acknowledged(saved)))
    if (read === null) continue
    const messages = [...ledger.notes].flatMap(([message, of]) => (of === propertyId ? [message] : []))
    const there = await notesOf(reader, { ...branch, propertyId })
    for (const message of messages) count('notes', there.filter((one) => one === message).length !== 1)
  }
  for (const { propertyId, documentId, content } of ledger.documents.values()) {
    const { status, body } = await reader.send(downloadDocument, { params: { ...branch, propertyId, documentId } })
    count('documents, byte for byte', status !== 200 || (body as unknown as { text: string }).text !== content)
  }
  for (const [propertyId, offers] of ledger.accepted) {
    const read = await reader.sure(readProperty, { params: { ...branch, propertyId } }).catch(() => null)
    const accepted = (read?.offers ?? []).filter(({ state }) => state === 'A')
    count('acceptances', offers.size !== 1 || accepted.length !== 1 || !offers.has(accepted[0]?._id ?? ''))
  }
  return lost
}

async function notesOf(reader: Person, params: object): Promise<string[]> {
  const messages: string[] = []
  for (let page = 0; ; page += 1) {
    const { data } = await reader.sure(listNotes, { params, query: { currentPage: page, itemsPerPage: 100 } })
    messages.push(...data.map(({ message }) => message))
    if (data.length < 100) return messages
  }
}

/** Queries that count partial writes: events, rows or derived rows that do not match. */
const partialWriteQueries: Record<string, string> = {
  'homes taken on without one entry in the record':
    "select from property p where 1 <> (select count(*) from event e where e.property_id = p.id and e.kind = 'taken-on')",
  'homes whose version is not that of their record': `select from property p where p.version <> 1 +
    (select count(distinct (e.at, e.user_id)) from event e where e.property_id = p.id and e.kind not like 'note-%' and e.kind not like 'document-%'
      and e.kind not in ('email-written', 'email-state'))`,
  'offers without one entry in the record': entryFor('offer', 'offer-added', 'offerId'),
  'notes without one entry in the record': entryFor('note', 'note-added', 'noteId'),
  'documents without one entry in the record': entryFor('document', 'document-added', 'documentId'),
  'offers accepted twice or not as recorded': `select from offer o where (o.state = 'A')::int <>
    (select count(*) from event e where e.kind = 'offer-accepted' and e.data->>'offerId' = o.id::text)`,
  'homes with two accepted offers': "select property_id from offer where state = 'A' group by property_id having count(*) > 1",
  'messages without their entry in the record': `select from mail m where m.property_id is not null and 1 <>
    (select count(*) from event e where e.kind = 'document-emailed' and e.data->'mailIds' ? m.id::text)`,
  'messages that nobody will send': `select from mail m where m.state = 'queued' and not exists
    (select from graphile_worker._private_jobs j where j.payload->>'mailId' = m.id::text)`,
  'figures of the dashboard that nothing bears out':
    '(table property_happening except table property_happening_derived) union all (table property_happening_derived except table property_happening)',
}

function entryFor(table: string, kind: string, field: string): string {
  return `select from ${table} t full join (select data->>'${field}' as id, count(*) as times from event where kind = '${kind}' group by 1) e
    on e.id = t.id::text where t.id is null or e.times is distinct from 1`
}

/** Partial writes, detected through events and recomputed derived rows. */
async function countPartialWrites(database: Database): Promise<Losses> {
  const lost: Losses = {}
  for (const [what, question] of Object.entries(partialWriteQueries))
    lost[what] = (await database.pool.query(question)).rowCount ?? 0
  const today = londonDay(systemClock.now())
  lost['derived rows that differ'] = await checkReportRows(database.db, 100_000, today).then(said(0), said(1))
  lost['days that differ'] = await checkPropertyDays(database, 100_000, today).then(said(0), said(1))
  return lost
}

const said =
  (count: number) =>
  (error: unknown): number => {
    if (error instanceof Error) process.stderr.write(`${error.message}\n`)
    return count
  }

/** Missing files, and unreferenced files that remain after a sweep one hour later. */
export async function countFileMismatches(database: Database, folder: string): Promise<Losses> {
  const files = folderStore(folder)
  const { rows } = await sql<{ file: string }>`select file::text from document
    union all select raw_file::text from mail_in where raw_file is not null`.execute(database.db)
  const kept = new Set(rows.map(({ file }) => fileKey(file, 'original')))
  const before = await filesIn(folder)
  const later = { ...systemClock, now: () => new Date(Date.now() + 2 * 3_600_000).toISOString() }
  await sweepLooseFiles({ database, files, clock: later })
  const after = await filesIn(folder)
  const { rowCount } = await database.pool.query('select from loose_file')
  return {
    'files that are referred to and not there': [...kept].filter((key) => !before.has(key) || !after.has(key)).length,
    'files that nobody refers to, after the sweep': [...after].filter((key) => !kept.has(key)).length + (rowCount ?? 0),
  }
}

async function filesIn(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return new Set(entries.flatMap((entry) => (entry.isFile() ? [relative(folder, `${entry.parentPath}/${entry.name}`)] : [])))
}

async function countFailedJobs({ pool }: Database): Promise<Losses> {
  const { rows: failed } = await pool.query<{ name: string }>(
    'select task_identifier as name from graphile_worker.jobs where attempts >= max_attempts and locked_at is null',
  )
  if (failed.length > 0) process.stderr.write(`Failed jobs: ${failed.map(({ name }) => name).join(', ')}\n`)
  const { rowCount } = await pool.query('select from job_failure')
  return { 'jobs shown as failed': failed.length, 'work that is stuck or failed': rowCount ?? 0 }
}

/** The folders that killed processes have left in a temporary folder, and those of them that the hourly sweep leaves. */
export async function countTemporaryFolders(folder: string): Promise<{ left: number; afterSweep: number }> {
  const count = async () => (await readdir(folder)).filter((name) => name.startsWith('gya-')).length
  const left = await count()
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    await sweepTemporaryFolders(Date.now() + 2 * 3_600_000)
    return { left, afterSweep: await count() }
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

const timeoutMs = 30_000

/** Messages that the jobs have not processed although nothing prevents it. */
async function countUnsentMails({ pool }: Database): Promise<number> {
  const until = performance.now() + timeoutMs
  for (;;) {
    const { rowCount } = await pool.query("select from mail where state = 'queued'")
    if (!rowCount || performance.now() > until) return rowCount ?? 0
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
