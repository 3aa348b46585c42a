import { addDays, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { filterWords } from '@gya/domain/features/record/record-file.rules.ts'
import { productTemplate } from '@gya/domain/features/timeline/product-template.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/pool.ts'
import { checkpointEmail } from '../emails/checkpoint.ts'
import { queueMail } from '../emails/outbox.ts'
import { insertExport } from '../features/archives/archives.repository.ts'
import type { ExportJob } from '../features/archives/export-company.ts'
import { insertCheckpoint, type Signer } from '../features/record/checkpoints.ts'
import type { RecordFileJob } from '../features/record/file/make-record-file.ts'
import { findCheckpointRecipients } from '../features/record/record.repository.ts'
import { lockSeals, sealEntries } from '../features/record/seal-entries.ts'
import { signCheckpoint, signerOf } from '../features/record/sign-checkpoints.ts'
import type { Clock } from '../infra/clock.ts'
import { jobAdder } from '../jobs/queue.ts'
import { demoSignIns } from './company.ts'
import { showcaseHome } from './showcase-property.ts'

type DemoContext = { database: Database; clock: Clock; config: Pick<Config, 'publicUrl' | 'recordKeys'> }

const nights = 6
const tamperedName = 'Tampered & Sons'
const tamperedEntries = 60
const changedEntry = 41

/**
 * Shows the sealed record in the demo: a checkpoint of each of the last six nights in the mailbox, a record file of the showcase sale, an
 * export of all data, and a company whose entry 41 was deliberately changed. Filled after the start, which would otherwise wait for the
 * sealing. Does nothing if it exists. [trust §9](docs/design/trust.md#9).
 */
export async function fillDemoRecord(context: DemoContext): Promise<void> {
  const { database, clock } = context
  const { company_id: companyId } = await database.db
    .selectFrom('app_user')
    .select('company_id')
    .where('email', '=', demoSignIns[1].email)
    .executeTakeFirstOrThrow()
  if (!companyId) return
  await seal(database, companyId)
  const tampered = await database.db.transaction().execute(async (db) => {
    await lockSeals(db, companyId)
    if (await isFilled(db)) return null
    await insertCheckpoints({ ...context, db }, companyId)
    await askForRecordFile(db, clock, companyId)
    await askForExport(db, clock, companyId)
    return insertTampered(db, clock)
  })
  if (tampered === null) return
  await seal(database, tampered)
  await database.db.transaction().execute((db) => signCheckpoint({ ...context, db }, tampered))
  await database.db.transaction().execute((db) => changeEntry(db, tampered))
}

/** Several processes may seal entries; waits for entries that another process is sealing. */
async function seal(database: Database, companyId: string): Promise<void> {
  while (!(await sealEntries(database, companyId))) {
    await database.db.transaction().execute((db) => lockSeals(db, companyId))
  }
}

const isFilled = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('company').select('id').where('name', '=', tamperedName).executeTakeFirst()) !== undefined

/** A checkpoint for each of the last nights, as the job at 02:00 UTC would have signed and sent it. */
async function insertCheckpoints({ db, clock, config }: DemoContext & { db: Db }, companyId: string): Promise<void> {
  const signer: Signer = signerOf(config)
  const { companyName, recipients } = await findCheckpointRecipients(db, companyId)
  const today = londonDay(clock.now())
  let last = 0
  for (let ago = nights; ago > 0; ago -= 1) {
    const at: Instant = `${addDays(today, 1 - ago)}T02:00:00.000Z`
    if (at > clock.now()) return
    const end = await endOfRecord(db, companyId, at)
    if (!end || end.position <= last) continue
    last = end.position
    const made = await insertCheckpoint(db, signer, { companyId, at, ...end, mailedOn: at })
    const mail = checkpointEmail(recipients, { ...made, companyId, companyName, publicUrl: config.publicUrl })
    await queueMail({ db, now: at, newId: () => clock.newId(), addJob: jobAdder(db) }, mail)
  }
}

/** Requested like a company admin would do on screen; the worker creates it. [trust §9](docs/design/trust.md#9): "one record file made". */
async function askForRecordFile(db: Db, clock: Clock, companyId: string): Promise<void> {
  const property = await db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', companyId)
    .where('line1', '=', showcaseHome.address.line1)
    .executeTakeFirst()
  const admin = await db.selectFrom('app_user').select('id').where('email', '=', demoSignIns[1].email).executeTakeFirst()
  if (!property || !admin) return
  const [id, at] = [clock.newId(), clock.now()]
  const asked = {
    copy: 'full',
    party: null,
    recipient: 'The Property Ombudsman',
    reason: 'Complaint about the first buyer',
  } as const
  const about = { company_id: companyId, property_id: property.id }
  await db
    .insertInto('record_file')
    .values({ ...about, ...asked, id, groups: [], asked_by: admin.id, asked_on: at })
    .execute()
  const everything = { dateStart: null, dateEnd: null, groups: [], userName: null }
  const facts = { recordFileId: id, ...asked, filter: filterWords(everything) }
  await db
    .insertInto('event')
    .values({
      ...about,
      id: clock.newId(),
      user_id: admin.id,
      at,
      kind: 'record-file-made',
      data: JSON.stringify(facts),
      via: 'app',
    })
    .execute()
  const propertyId = property.id
  const audited = JSON.stringify({ propertyId, recordFileId: id, copy: asked.copy })
  await db
    .insertInto('audit')
    .values({ company_id: companyId, id: clock.newId(), at, kind: 'record-file-made', user_id: admin.id, data: audited })
    .execute()
  await jobAdder(db)('make-record-file', { companyId, propertyId, fileId: id } satisfies RecordFileJob)
}

/** "A finished export without files" ([connect §8](docs/design/connect.md#8)): created by the ordinary job. */
async function askForExport(db: Db, clock: Clock, companyId: string): Promise<void> {
  const admin = await db.selectFrom('app_user').select('id').where('email', '=', demoSignIns[1].email).executeTakeFirst()
  if (!admin) return
  const [exportId, at] = [clock.newId(), clock.now()]
  await insertExport(db, { company_id: companyId, id: exportId, requested_by: admin.id, createdon: at, with_files: false })
  const data = JSON.stringify({ exportId, withFiles: false })
  await db
    .insertInto('audit')
    .values({ company_id: companyId, id: clock.newId(), at, kind: 'export-asked', user_id: admin.id, data })
    .execute()
  await jobAdder(db)('export-company', { companyId, exportId } satisfies ExportJob)
}

const endOfRecord = async (db: Db, companyId: string, until: Instant) =>
  db
    .selectFrom('event_seal as s')
    .innerJoin('event as e', (join) => join.onRef('e.company_id', '=', 's.company_id').onRef('e.id', '=', 's.event_id'))
    .select(['s.position', 's.hash'])
    .where('s.company_id', '=', companyId)
    .where('e.at', '<', until)
    .orderBy('s.position', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A company without users, which only platform admins can open. */
async function insertTampered(db: Db, clock: Clock): Promise<string> {
  const id = clock.newId()
  const now = clock.now()
  await db
    .insertInto('company')
    .values({
      id,
      name: tamperedName,
      available_licenses: 1,
      line1: '1 Altered Row',
      town: 'Reading',
      postcode: 'RG1 1AA',
      timeline: JSON.stringify(productTemplate),
      createdon: now,
    })
    .execute()
  await sql`
    insert into event (company_id, id, property_id, user_id, at, kind, data)
    select ${id}, gen_random_uuid(), null, null,
      ${now}::timestamptz - interval '30 days' + n * interval '9 hours', 'company-edited',
      jsonb_build_object('fields', jsonb_build_array('feeDeduction'), 'feeDeduction', n)
    from generate_series(1, ${tamperedEntries}::int) n`.execute(db)
  return id
}

/** Simulates tampering by somebody with access to the database: changes a sealed entry with the triggers disabled. */
async function changeEntry(db: Db, companyId: string): Promise<void> {
  await sql`alter table event disable trigger user`.execute(db)
  await sql`
    update event e set data = jsonb_set(e.data, '{feeDeduction}', '99')
    from event_seal s
    where s.company_id = ${companyId}::uuid and s.position = ${changedEntry} and e.company_id = s.company_id and e.id = s.event_id`.execute(
    db,
  )
  await sql`alter table event enable trigger user`.execute(db)
}
