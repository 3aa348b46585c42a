import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/pool.ts'
import { generatedFile, retainFile, stageFile } from '../features/files/file-lifecycle.ts'
import { checkImport } from '../features/imports/check-import.ts'
import {
  insertFile,
  insertImport,
  listFiles,
  savePart,
  updateFile,
  updateImport,
} from '../features/imports/imports.repository.ts'
import { readImport } from '../features/imports/read-import.ts'
import { stateOfFiles } from '../features/imports/recognise-file.ts'
import { runImport } from '../features/imports/run-import.ts'
import { undoImport } from '../features/imports/undo-import.ts'
import type { Clock } from '../infra/clock.ts'
import type { FileStore } from '../infra/files/file-store.ts'
import { demoSignIns } from './company.ts'

type DemoContext = { database: Database; clock: Clock; files: FileStore }
type Upload = { name: string; content: string }

const system = 'larkmead'
const streets = ['Abbey Square', 'Castle Street', 'Friar Street', 'Kings Road', 'London Street', 'Queens Walk', 'Station Road']
const names = [
  'Wren',
  'Tolliver',
  'Sedge',
  'Quill',
  'Marlowe',
  'Fennick',
  'Osgood',
  'Penrose',
  'Larch',
  'Harrow',
  'Dunmore',
  'Kestrel',
  'Bramley',
  'Teasel',
]

const firm = (at: number): string =>
  `F${at + 1},${names[at]} & ${names[(at + 5) % names.length]} LLP,Solicitor,office@${names[at]?.toLowerCase()}.example,"${at + 1} ${streets[at % streets.length]}, Reading, RG1 1AA"`
const firmHead = 'Firm ref,Name,Role,Email,Address'
const firms = names.map((_name, at) => firm(at))
const people = names.flatMap((name, at) =>
  ['Ada', 'Ned'].map(
    (first, n) => `P${at * 2 + n + 1},F${at + 1},${first} ${name},${first.toLowerCase()}@${name.toLowerCase()}.example`,
  ),
)

/** 42 rows that are written, and 3 rows with errors. */
const done: Upload[] = [
  {
    name: 'firms.csv',
    content: [firmHead, ...firms, 'F15,,Solicitor,,', 'F16,Mallow & Pike www.mallow.example,Solicitor,,'].join('\n'),
  },
  {
    name: 'people.csv',
    content: ['Person ref,Firm,Name,Email', ...people, 'P29,Nobody & Sons,Vic Pike,vic@pike.example'].join('\n'),
  },
]

const feed = `#HEADER#
Version : 3
EOF : '^'
EOR : '~'
#DEFINITION#
AGENT_REF^ADDRESS_1^TOWN^POSTCODE1^POSTCODE2^BRANCH_ID^STATUS_ID^BEDROOMS^PRICE^TRANS_TYPE_ID^PUBLISHED_FLAG^~
#DATA#
LM-1^3 Mallard Row^Reading^RG30^6ZZ^^0^2^950^2^1^~
#END#
`

/** All six decisions. */
const waiting: Upload[] = [
  {
    name: 'firms-in-november.csv',
    content: [
      firmHead,
      firms[0],
      firms[1]?.replace('office@', 'reception@'),
      'N1,Bryony & Vetch,Solicitor,office@bryony.example,"4 Abbey Square, Reading, RG1 1AB"',
      `N2,${names[2]} and ${names[7]},Solicitor,,"3 Friar Street, Reading, RG1 1AA"`,
      'N3,,Solicitor,,',
    ].join('\n'),
  },
  { name: 'feed.blm', content: feed },
]

const undone: Upload[] = [
  {
    name: 'brokers.csv',
    content: [firmHead, 'B1,Yarrow Loans,Broker,hello@yarrow.example,', 'B2,Tansy Finance,Broker,hello@tansy.example,'].join(
      '\n',
    ),
  },
]

/**
 * "One import done (42 rows written, 3 with errors, undo still open), one checked and waiting with all six decisions in it, one undone."
 * [connect §8](docs/design/connect.md#8). Created after the start by the jobs of ordinary imports. Does nothing if they exist.
 */
export async function fillDemoImports(context: DemoContext): Promise<void> {
  const { db } = context.database
  const admin = await db
    .selectFrom('app_user')
    .select(['id', 'company_id'])
    .where('email', '=', demoSignIns[1].email)
    .executeTakeFirst()
  if (!admin?.company_id) return
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from import where company_id = ${admin.company_id}`.execute(db)
  if (rows[0]?.count !== 0) return
  const by = { companyId: admin.company_id, userId: admin.id }
  const first = await prepare(context, by, 'Larkmead, from the old system', done)
  await run(context, by, first)
  const taken = await prepare(context, by, 'Brokers of Larkmead', undone)
  await run(context, by, taken)
  await updateImport(db, taken, { state: 'undoing' })
  await undoImport(context, { ...taken, userId: by.userId })
  await prepare(context, by, 'Larkmead in November', waiting)
}

type By = { companyId: string; userId: string }
type Ids = { companyId: string; importId: string }

/** Opened, uploaded, read, mapped and checked. */
async function prepare(context: DemoContext, { companyId, userId }: By, name: string, uploads: readonly Upload[]): Promise<Ids> {
  const { database, clock } = context
  const { db } = database
  const ids = { companyId, importId: clock.newId() }
  const now = clock.now()
  const branch = await db.selectFrom('branch').select('id').where('company_id', '=', companyId).orderBy('name').executeTakeFirst()
  await insertImport(db, {
    company_id: companyId,
    id: ids.importId,
    name,
    system,
    branch_id: branch?.id ?? null,
    created_by: userId,
    createdon: now,
  })
  for (const [at, upload] of uploads.entries()) await readUpload(context, ids, at + 1, upload)
  await updateImport(db, ids, { state: stateOfFiles(await listFiles(db, ids)) })
  await updateImport(db, ids, { state: 'checking', check_position: 1 })
  await checkImport(context, { ...ids, position: 1 })
  return ids
}

async function readUpload(context: DemoContext, ids: Ids, ordinal: number, { name, content }: Upload): Promise<void> {
  const { database, clock } = context
  const { db } = database
  const bytes = Buffer.from(content)
  const fileId = clock.newId()
  const createdon = clock.now()
  const stored = await stageFile(context, generatedFile('part-1', 'application/octet-stream', bytes))
  await db.transaction().execute(async (transaction) => {
    await insertFile(transaction, {
      company_id: ids.companyId,
      id: fileId,
      import_id: ids.importId,
      ordinal,
      name,
      state: 'reading',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      parts: 1,
      createdon,
    })
    await retainFile(transaction, stored.id)
    const part = {
      company_id: ids.companyId,
      file_id: fileId,
      part_no: 1,
      bytes: bytes.length,
      stored_file: stored.id,
      createdon,
    }
    await savePart(transaction, part)
    await updateImport(transaction, ids, { state: 'reading' })
  })
  await readImport(context, { ...ids, fileId })
  // An unknown code needs a choice: here it is left empty.
  const file = (await listFiles(db, ids)).find(({ id }) => id === fileId)
  const codes = Object.fromEntries(
    Object.entries(file?.codes ?? {}).map(([column, list]) => {
      const values = file?.columns.find((one) => one.name === column)?.codes ?? []
      return [column, { ...Object.fromEntries(values.map(({ value }) => [value, null])), ...list }]
    }),
  )
  await updateFile(db, { ...ids, fileId }, { codes: JSON.stringify(codes) })
}

async function run(context: DemoContext, { userId }: By, ids: Ids): Promise<void> {
  const { database, clock } = context
  await updateImport(database.db, ids, { state: 'running', confirmed_by: userId, confirmed_on: clock.now() })
  await runImport({ ...context, scansDocuments: false }, ids)
}
